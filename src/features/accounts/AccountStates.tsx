import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import { AccountSection } from './AccountSection.tsx';

/** The placeholder while the session is read and the account is loading. */
export function LoadingAccount() {
  return (
    <div className="my-account wrap" aria-busy="true">
      <header className="account-head">
        <div>
          <h1>My Account</h1>
          <p className="soft" role="status">
            Loading your account…
          </p>
        </div>
      </header>
      <div className="account-nav" aria-hidden="true" />
      <div className="account-sections" aria-hidden="true">
        <div className="skeleton account-skeleton-details" />
        <div className="skeleton account-skeleton-list" />
      </div>
    </div>
  );
}

export function SignedOut() {
  return (
    <StateMessage
      title="My Account"
      actions={
        <>
          <a className="button" href={paths.loginThen(paths.account)}>
            Sign In
          </a>
          <a
            className="button quiet"
            href={`${paths.register}?${new URLSearchParams({ next: paths.account })}`}
          >
            Create Account
          </a>
        </>
      }
    >
      <p className="soft">Please sign in to see your details, addresses and devices.</p>
    </StateMessage>
  );
}

export const LoadingFactor = () => (
  <AccountSection part="factor">
    <div className="skeleton account-skeleton-card" />
  </AccountSection>
);
