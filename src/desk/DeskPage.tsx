import { Suspense, useRef, useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#shared/account/useSession.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { RequiresCode } from './ui/proof.ts';

const Desk = lazyComponent(() => import('./Desk.tsx'));
const SignInAgain = lazyComponent(() => import('./SignInAgain.tsx'));
const SecondFactorGate = lazyComponent(() => import('./SecondFactorGate.tsx'));

type Me = ResponseOf<typeof api.user.me.$get>;

/**
 * The page of the desk. It shows "Page not found" until the server confirms that the user is an operator, and loads
 * nothing of the desk before. Operators who still need a second factor set it up here. When a session ends by itself,
 * its operator signs in again on top of the desk.
 */
export default function DeskPage() {
  const session = useSession();
  const { load, busy, reload } = useLoad(session.state === 'in' ? session.token : undefined, () =>
    send(api.user.me.$get()),
  );
  /** The last answer: it stays while its operator signs in again. */
  const [last, setLast] = useState<Me>();
  const isLeaving = useRef(false);
  if (load.state === 'ready' && load.data !== last) setLast(load.data);
  const me = load.state === 'ready' ? load.data : isLeaving.current ? undefined : last;
  if (!me && load.state === 'failed' && ![401, 403].includes(load.failure.status))
    return (
      <FailedState title="This did not load" message={load.failure.message} busy={busy} onRetry={reload} />
    );
  if (me?.user.role !== 'operator') return <NotFound />;
  const { user, elevated, secondFactor } = me;
  const onSignOut = () => {
    isLeaving.current = true;
  };
  return (
    <Suspense fallback={<NotFound />}>
      {elevated ? (
        <RequiresCode value={secondFactor}>
          <Desk key={user.email} user={user} onSignOut={onSignOut} />
          {session.state === 'out' && (
            <Suspense>
              <SignInAgain email={user.email} />
            </Suspense>
          )}
        </RequiresCode>
      ) : (
        <SecondFactorGate onDone={reload} />
      )}
    </Suspense>
  );
}

/** The same text as the shop's 404 page. */
function NotFound() {
  return (
    <StateMessage
      title="Page not found"
      actions={
        <a className="button" href={paths.home}>
          Back to Home
        </a>
      }
    >
      <p className="soft">The page may have moved or been removed.</p>
    </StateMessage>
  );
}
