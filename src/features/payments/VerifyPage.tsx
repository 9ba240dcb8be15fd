import { useEffect, useState } from 'react';
import { SignInFirst } from '#features/accounts/SignInFirst.tsx';
import { untilActivation } from '#lib/on-activation.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { paths } from '#lib/paths.ts';
import { $token } from '#lib/token.store.ts';
import { type Session, useShopperSession } from '#shared/account/useSession.ts';
import { moveCartToGuest } from '#shared/cart/cart-owner.store.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import { linkPaymentOf } from './link-payment.dom.ts';
import { redirectAfterPayment } from './redirect.dom.ts';
import { pauses, type Return, readReturn, verifyReturn } from './verify.api.ts';
import { Wait } from './Wait.tsx';

/** The page that Stripe returns to (docs/behaviour.md, "After paying"). It verifies the payment and redirects. */
export default function VerifyPage() {
  const session = useShopperSession();
  const progress = useVerify(session);
  if (session.state === 'out' && !isPaidByLink())
    return (
      <SignInFirst title="Where is your order?" next={location.pathname + location.search}>
        Please sign in to see your payment. If you ordered without an account, open the link in our email, or{' '}
        <a href={paths.track}>track your order</a>.
      </SignInFirst>
    );
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

/** The holder of an order's link has paid: no session of this device is needed. */
const isPaidByLink = (): boolean => linkPaymentOf(readReturn(location.search)?.orderId ?? '') !== undefined;

/** Verifies the payment. @returns a message once it takes longer than a moment */
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
    // A shopper who goes elsewhere is not redirected from there; one who returns to this page is.
    addEventListener('pagehide', leave);
    const stop = onRestore(() => setRound((before) => before + 1));
    const run = async () => {
      await untilActivation();
      if (left) return;
      const params = readReturn(location.search);
      if (!params) location.replace(paths.orders);
      else if (token || isPaidByLink()) await verify(params, token ?? '');
    };
    const verify = async (params: Return, token: string) => {
      const tell = (next: number) =>
        setProgress(
          `This takes a little longer. We check again in a few seconds (${next} of ${pauses.length + 1}).`,
        );
      const outcome = await verifyReturn(params, tell, () => left);
      if (!outcome) return;
      if (outcome.kind !== 'signed_out') return redirectAfterPayment(outcome, params.orderId);
      // With the expired token the sign-in page would redirect back at once; the cart stays on this device.
      if (token !== $token.get()) return;
      moveCartToGuest(token);
      $token.set('');
    };
    void run();
    return () => {
      leave();
      removeEventListener('pagehide', leave);
      stop();
    };
  }, [state, token, round]);
  return progress;
}
