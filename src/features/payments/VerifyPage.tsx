import { useEffect, useState } from 'react';
import { type Session, useSession } from '#features/accounts/useSession.ts';
import { leaveCartToGuest } from '#features/cart/cart.store.ts';
import { paths } from '#lib/paths.ts';
import { untilShown } from '#lib/shown.ts';
import { $token } from '#lib/token.store.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import { leaveFor } from './redirect.ts';
import { pauses, type Return, readReturn, verifyReturn } from './verifying.ts';
import { Wait } from './Wait.tsx';

/** Where Stripe sends the shopper back to (docs/behaviour.md 7.6). Asks, and leads on; Back never asks again. */
export default function VerifyPage() {
  const session = useSession();
  const progress = useVerify(session);
  return (
    <StateMessage
      title="Checking your payment…"
      actions={
        progress && (
          <a className="button quiet" href={paths.orders}>
            My Orders
          </a>
        )
      }
    >
      <Wait />
      <p className="soft" role="status">
        {progress ?? 'This takes a moment. Please keep this page open.'}
      </p>
    </StateMessage>
  );
}

/** @returns what to say while it takes longer than a moment */
function useVerify(session: Session): string | undefined {
  const [progress, setProgress] = useState<string>();
  const [round, setRound] = useState(0);
  const token = session.state === 'in' ? session.token : undefined;
  const { state } = session;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is how Back asks again
  useEffect(() => {
    if (state === 'unknown') return;
    let left = false;
    const leave = () => {
      left = true;
    };
    // Whoever goes elsewhere meanwhile is not called back; whoever returns here is led on.
    const back = (event: PageTransitionEvent) => event.persisted && setRound((before) => before + 1);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', back);
    const run = async () => {
      await untilShown();
      if (left) return;
      const said = readReturn(location.search);
      if (!said) location.replace(paths.orders);
      else if (!token) signInFirst();
      else await verify(said, token);
    };
    const verify = async (said: Return, token: string) => {
      const tell = (next: number) =>
        setProgress(
          `It takes a little longer. We ask again in a few seconds (${next} of ${pauses.length + 1}).`,
        );
      const ending = await verifyReturn(said, tell, () => left);
      if (!ending) return;
      if (ending.kind !== 'signed_out') return leaveFor(ending, said.orderId);
      // A dead token would lead straight back from the form; the cart stays on this device.
      leaveCartToGuest(token);
      $token.set('');
    };
    void run();
    return () => {
      leave();
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', back);
    };
  }, [state, token, round]);
  return progress;
}

/** And then back here, with what the address says. */
const signInFirst = () => location.replace(paths.loginThen(location.pathname + location.search));
