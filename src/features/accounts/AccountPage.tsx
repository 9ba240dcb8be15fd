import { Suspense } from 'react';
import { api, send } from '#lib/api.ts';
import { wishlistPath } from '#lib/more-paths.ts';
import { paths } from '#lib/paths.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { FailedState } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { AccountSection } from './AccountSection.tsx';
import '#ui/fields.css';
import './account.css';
import { useSession } from '#shared/account/useSession.ts';
import { AccountNav } from './AccountNav.tsx';
import { AddressBook } from './AddressBook.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Details } from './Details.tsx';
import { Devices } from './Devices.tsx';
import { DownloadData } from './DownloadData.tsx';
import { SignInFirst } from './SignInFirst.tsx';

/** Only for operators. */
const SecondFactor = lazyComponent(() => import('./factor/SecondFactor.tsx'));

/** The account page (docs/behaviour.md, "Account details"). */
export default function AccountPage() {
  const session = useSession();
  if (session.state === 'unknown') return <LoadingAccount />;
  if (session.state === 'out')
    return (
      <SignInFirst title="My Account" next={paths.account}>
        Please sign in to see your details, addresses and devices.
      </SignInFirst>
    );
  return <SignedIn key={session.token} token={session.token} />;
}

function SignedIn({ token }: { token: string }) {
  const me = useLoad(token, () => send(api.user.me.$get()));
  const sessions = useLoad(token, () => send(api.user.sessions.$get()));
  if (me.load.state === 'loading') return <LoadingAccount />;
  if (me.load.state === 'failed')
    return (
      <FailedState title="My Account" message={me.load.failure.message} busy={me.busy} onRetry={me.reload} />
    );
  const { data } = me.load;
  const { user, secondFactor } = data;
  return (
    <div className="my-account wrap">
      <header className="account-head">
        <div className="stack gap-2">
          <h1>My Account</h1>
          <p className="soft">Hello{user.name && ` ${user.name}`}, this is what we keep for you.</p>
        </div>
        <div className="cluster">
          <a className="button quiet small" href={paths.orders}>
            My Orders
          </a>
          {IS_ON.wishlist && (
            <a className="button quiet small" href={wishlistPath}>
              Wish list
            </a>
          )}
        </div>
      </header>
      <AccountNav operator={user.role === 'operator'} />
      <div className="account-sections stack gap-6">
        <Details
          user={user}
          secondFactor={secondFactor}
          onRenamed={(renamed) => me.replace({ ...data, user: renamed })}
          // A new password ends all other sessions.
          onPassword={sessions.reload}
        />
        {user.role === 'operator' && (
          <Suspense fallback={<LoadingFactor />}>
            <SecondFactor account={data} onChange={me.reload} />
          </Suspense>
        )}
        <AddressBook token={token} user={user} />
        <Devices loaded={sessions} />
        <DownloadData secondFactor={secondFactor} />
        <DeleteAccount token={token} secondFactor={secondFactor} />
      </div>
    </div>
  );
}

/** The placeholder while the session is read and the account is loading. */
function LoadingAccount() {
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

const LoadingFactor = () => (
  <AccountSection part="factor">
    <div className="skeleton account-skeleton-card" />
  </AccountSection>
);
