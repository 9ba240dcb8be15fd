import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { api, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { $token } from '#lib/token.store.ts';
import '#shared/account/login.css';
import { NextStep } from './NextStep.tsx';
import { keepLink, takeKeptLink, useLinkToken } from './useLinkToken.ts';

type Confirmation = { email: string; purpose: 'email' | 'verify' | 'order' };

type State =
  | { at: 'asking'; problem?: string; signIn?: boolean }
  | ({ at: 'done' } & Confirmation)
  | { at: 'over'; why: string };

/**
 * Confirms the address of an account by the link in an email. It asks for a click: mail programs open links to check
 * them, and that must not change anything.
 */
export default function ConfirmEmailPage() {
  const { token, keep, drop } = useLinkToken();
  useEffect(() => {
    const kept = takeKeptLink(keptFor);
    if (kept) keep(kept);
  }, [keep]);
  const [state, setState] = useState<State>({ at: 'asking' });
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    if (busy || !token) return;
    setBusy(true);
    const answer = await send(api.user.email.confirm.$post({ json: { token } }));
    setBusy(false);
    if (!answer.ok && !isOver(answer))
      return setState({ at: 'asking', problem: answer.message, signIn: answer.code === 'sign_in' });
    drop();
    setState(answer.ok ? { ...answer.data, at: 'done' } : { at: 'over', why: answer.message });
  };

  if (state.at === 'done') return <Confirmed {...state} />;
  if (state.at === 'over')
    return (
      <NextStep title="Nothing was changed" actions={<ToAccount />}>
        <p>{state.why}</p>
      </NextStep>
    );
  if (token === '')
    return (
      <NextStep title="This link is not complete" arrives={false} actions={<ToAccount />}>
        <p>To confirm an email address, open the link in the email that we sent there.</p>
      </NextStep>
    );
  return (
    <NextStep
      title="Is this address yours?"
      arrives={false}
      actions={
        <button
          type="button"
          className="button"
          disabled={!token}
          aria-busy={busy}
          aria-disabled={busy}
          onClick={confirm}
        >
          Confirm this address
        </button>
      }
    >
      <p>
        Confirm it if you opened an account with it, or move your account to it. Our emails go there then. Was
        it not you? Then close this page, and nothing changes.
      </p>
      {state.problem && (
        <p className="notice error" role="alert">
          {state.problem}{' '}
          {state.signIn && (
            <a
              href={paths.loginThen(`${paths.account}/email`)}
              onClick={() => keepLink(keptFor, token ?? '')}
            >
              Sign in
            </a>
          )}
        </p>
      )}
    </NextStep>
  );
}

/** What the confirmed address is for. */
function Confirmed({ email, purpose }: Confirmation) {
  if (purpose === 'order')
    return (
      <NextStep
        title="Your address is confirmed"
        actions={
          <a className="button" href={paths.checkout}>
            Go to the checkout
          </a>
        }
      >
        <p>
          Go back to the checkout on the device where you started, and place your order again. Your cart has
          not changed.
        </p>
      </NextStep>
    );
  return (
    <NextStep title="Your address is confirmed" actions={<ToAccount />}>
      {purpose === 'verify' ? (
        <p>
          <strong className="login-email">{email}</strong> is yours: the newsletter, codes and emails for it
          belong to your account.
        </p>
      ) : (
        <p>
          Your email address is <strong className="login-email">{email}</strong> now: sign in with it, and
          find our emails there.
        </p>
      )}
    </NextStep>
  );
}

/** Name of the kept link. */
const keptFor = 'confirmLink';

/** Whether another try cannot succeed. */
const isOver = ({ code }: Failure): boolean => code === 'link_dead' || code === 'email_taken';

function ToAccount() {
  const signedIn = useStore($token, { ssr: () => '' });
  return (
    <a className="button" href={signedIn ? paths.account : paths.loginThen(paths.account)}>
      {signedIn ? 'Go to My Account' : 'Sign in'}
    </a>
  );
}
