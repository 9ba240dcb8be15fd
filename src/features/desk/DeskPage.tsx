import { Suspense } from 'react';
import { useSession } from '#features/accounts/useSession.ts';
import { api, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { later } from './ui/later.tsx';
import { AsksForCode } from './ui/proof.ts';

const Desk = later(() => import('./Desk.tsx'));
const FactorGate = later(() => import('./FactorGate.tsx'));

/**
 * The door of the desk. It looks like a page that is not there until the server says that an operator
 * is asking; nothing of the desk is loaded before. Who needs a second factor, and has none, sets it up here.
 */
export default function DeskPage() {
  const session = useSession();
  const { load, busy, reload } = useLoad(session.state === 'in' ? session.token : undefined, () =>
    send(api.user.me.$get()),
  );
  if (session.state === 'in' && load.state === 'failed' && ![401, 403].includes(load.failure.status))
    return (
      <StateMessage
        title="This did not load"
        alert
        actions={
          <button type="button" className="button" aria-busy={busy} onClick={reload}>
            Try again
          </button>
        }
      >
        <p>{load.failure.message}</p>
      </StateMessage>
    );
  if (session.state !== 'in' || load.state !== 'ready' || load.data.user.role !== 'operator')
    return <Missing />;
  const { user, elevated, secondFactor } = load.data;
  return (
    <Suspense fallback={<Missing />}>
      {elevated ? (
        <AsksForCode value={secondFactor}>
          <Desk user={user} />
        </AsksForCode>
      ) : (
        <FactorGate onDone={reload} />
      )}
    </Suspense>
  );
}

/** The words of the shop's own 404. */
function Missing() {
  return (
    <StateMessage
      title="Page not found"
      actions={
        <a className="button" href={paths.home}>
          Back to Home
        </a>
      }
    >
      <p className="soft">The page has moved, or it never was.</p>
    </StateMessage>
  );
}
