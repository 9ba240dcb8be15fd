import { useState } from 'react';
import type { ApiSession } from '#domain/accounts/account.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import type { Outcome } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { endSession } from '#shared/account/session.api.ts';
import { toast } from '#ui/toast.dom.ts';
import type { Load } from '#ui/useLoad.ts';
import { headingId } from './AccountNav.tsx';
import { LoadedSection } from './AccountSection.tsx';

type Props = { loaded: { load: Load<{ sessions: ApiSession[] }>; busy: boolean; reload: () => void } };

const lead = 'If you do not recognise a device, sign it out and change your password.';

/** The sessions of the account, with buttons to end them. */
export function Devices({ loaded }: Props) {
  const [ending, setEnding] = useState<string>();
  /** @param which a session's id, or `others` */
  const end = async (which: string, call: () => Promise<Outcome<{ message: string }>>) => {
    if (ending) return;
    setEnding(which);
    const answer = await call();
    setEnding(undefined);
    if (answer.ok) toast({ message: answer.data.message });
    else if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    // The button was removed with its row.
    if (answer.ok) document.getElementById(headingId('devices'))?.focus();
    loaded.reload();
  };
  return (
    <LoadedSection part="devices" lead={lead} of={loaded}>
      {({ sessions }) => (
        <>
          <ul className="account-devices">
            {sessions.map(({ id, device, since, current }) => (
              <li className="cluster" key={id}>
                <span>
                  <span>
                    <strong>{device}</strong>
                    {current && <span className="badge">This device</span>}
                  </span>
                  <span className="small soft">Signed in {formatDayTime(since)}</span>
                </span>
                <button
                  type="button"
                  className="button plain small flush"
                  aria-label={`Sign out: ${current ? 'this device' : device}`}
                  aria-busy={ending === id}
                  onClick={() =>
                    current
                      ? void signOutHere()
                      : void end(id, () => send(api.user.sessions.end.$post({ json: { id } })))
                  }
                >
                  Sign out
                </button>
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <button
              type="button"
              className="button quiet account-add"
              aria-busy={ending === 'others'}
              onClick={() => end('others', () => send(api.user.sessions['end-others'].$post({ json: {} })))}
            >
              Sign Out Everywhere Else
            </button>
          )}
        </>
      )}
    </LoadedSection>
  );
}

/** Signs out here, like Logout in the profile menu. */
async function signOutHere(): Promise<void> {
  await endSession();
  location.assign(paths.login);
}
