import { useState } from 'react';
import { keepLink, keptLink } from '#features/accounts/useLinkToken.ts';
import { api, send } from '#lib/api.ts';
import { setFlash } from '#lib/flash.dom.ts';
import { paths } from '#lib/paths.ts';
import type { OpenedOrder } from './open-order.api.ts';

/** @property signedIn whether somebody is signed in to an account */
type Props = { link: string; account: OpenedOrder['account']; signedIn: boolean };

/** Adds the order of a guest to the account with the same email, or says how that is possible. */
export function JoinAccount({ link, account, signedIn }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const join = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await send(api.order.join.$post({ json: { link } }));
    if (answer.ok) {
      setFlash({ message: answer.data.message, kind: 'success' });
      return location.replace(paths.orders);
    }
    setBusy(false);
    setProblem(answer.message);
  };
  if (account === 'yours')
    return (
      <section className="panel order-join stack">
        <p>This order has the email of your account.</p>
        {problem && (
          <p className="notice error" role="alert">
            {problem}
          </p>
        )}
        <button type="button" className="button" aria-busy={busy} aria-disabled={busy} onClick={join}>
          Add this order to your account
        </button>
      </section>
    );
  if (signedIn)
    return (
      <p className="panel order-join stack">
        You are signed in to another account, so you can only read this order here. To change it, sign out and
        open the link again.
      </p>
    );
  return (
    <section className="panel order-join stack">
      <p>There is an account with the email of this order. Sign in to that account to add the order to it.</p>
      <a className="button" href={paths.loginThen(paths.order)} onClick={() => keepLink(keptLink, link)}>
        Sign in
      </a>
    </section>
  );
}
