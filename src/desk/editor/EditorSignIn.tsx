import { useEffect } from 'react';
import { api, send } from '#lib/api.ts';
import { deskPath, paths } from '#lib/paths.ts';
import { useSession } from '#shared/account/useSession.ts';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';

/** Whether an address of the desk has to be visited first: signed out, no operator, no second factor. */
const needsDesk = [401, 403];

/**
 * The window in which the editor, which is on another host, lets people sign in: it hands over a token of GitHub as Sveltia CMS
 * expects it. The browser delivers it to the origin of the editor alone, also if another page has opened the window.
 */
export default function EditorSignIn() {
  const session = useSession();
  const { load, busy, reload } = useLoad(session.state === 'in' ? session.token : undefined, () =>
    send(api.desk.editor.$post()),
  );
  useEffect(() => {
    if (load.state !== 'ready') return;
    const { token, name, origin } = load.data;
    // Without a token for renewing, the CMS would not ask for a new one after an hour.
    const given = JSON.stringify({ provider: 'github', token, refreshToken: 'desk', name });
    (window.opener as Window | null)?.postMessage(`authorization:github:success:${given}`, origin);
  }, [load]);
  if (session.state === 'out' || (load.state === 'failed' && needsDesk.includes(load.failure.status)))
    return (
      <StateMessage
        title="Sign in at the desk"
        actions={
          <>
            <a className="button" href={paths.loginThen(deskPath)} target="_blank" rel="noopener">
              Sign in
            </a>
            <button type="button" className="button quiet" aria-busy={busy} onClick={reload}>
              Try again
            </button>
          </>
        }
      >
        <p>
          {load.state === 'failed'
            ? load.failure.message
            : 'The editor opens by itself when you have signed in, in another tab.'}
        </p>
      </StateMessage>
    );
  if (load.state === 'failed')
    return (
      <FailedState
        title="The editor did not open"
        message={load.failure.message}
        busy={busy}
        onRetry={reload}
      />
    );
  return (
    <StateMessage title="Opening the editor…">
      <p className="soft">
        This window closes by itself. If it does not, go back to the editor and try again.
      </p>
    </StateMessage>
  );
}
