import { AccountSection } from './AccountSection.tsx';

/** The placeholder while the session is read and the account is loading. */
export function LoadingAccount() {
  return (
    <div className="my-account wrap" aria-busy="true">
      <header className="account-head">
        <div className="stack gap-2">
          <h1>My Account</h1>
          <p className="soft" role="status">
            Loading your account…
          </p>
        </div>
      </header>
      <div className="account-nav" aria-hidden="true" />
      <div className="account-sections stack gap-6" aria-hidden="true">
        <div className="skeleton account-skeleton-details" />
        <div className="skeleton account-skeleton-list" />
      </div>
    </div>
  );
}

export const LoadingFactor = () => (
  <AccountSection part="factor">
    <div className="skeleton account-skeleton-card" />
  </AccountSection>
);
