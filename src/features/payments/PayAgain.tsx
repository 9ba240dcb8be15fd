import { useEffect, useRef, useState } from 'react';
import { setFlash } from '#lib/flash.dom.ts';
import { untilActivation } from '#lib/on-activation.dom.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import { payAgain } from './create-payment.api.ts';
import { payInWidget } from './pay.api.ts';
import { leaveLinkPayment, redirectAfterPayment } from './redirect.dom.ts';
import { Wait } from './Wait.tsx';

const unopened = 'The payment window could not be opened. Please try again, or choose another way to pay.';

/** The window was closed without a result: the bank may still be processing a payment. */
const stillWaiting = 'Your order waits for its payment. If you have just paid, it is placed in a moment.';

/** Failures after which another try may succeed; after any other one the order has changed, and is shown. */
const isTemporary = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;

const showOrders = (orderId: string, message: string, kind: 'success' | 'error' = 'success'): void => {
  const flash = { message, kind };
  if (leaveLinkPayment(orderId, flash)) return;
  setFlash(flash);
  location.replace(paths.orders);
};

/** Pays a pending order. @returns the problem, when the shopper may try again */
async function pay(
  orderId: string,
  shop: string,
  onProgress: (progress: string) => void,
): Promise<string | undefined> {
  onProgress('Opening the payment window…');
  const started = await payAgain(orderId);
  if (!started.ok) {
    if (isTemporary(started)) return started.message;
    if (started.status !== 401) showOrders(orderId, started.message, 'error');
    return undefined;
  }
  switch (started.data.kind) {
    case 'placed':
      redirectAfterPayment(started.data, orderId);
      return undefined;
    case 'card':
      location.replace(started.data.page.href);
      return undefined;
    case 'url_refused':
      return unopened;
    case 'widget': {
      const result = await payInWidget(started.data, shop, onProgress);
      // Closed without a result, the order stays pending: it can be paid or cancelled in My Orders.
      if (result.kind === 'unpaid') showOrders(orderId, result.message, 'error');
      else if (result.kind !== 'dismissed') redirectAfterPayment(result, orderId);
      else if (!result.opened) return unopened;
      else showOrders(orderId, stillWaiting);
      return undefined;
    }
  }
}

/**
 * 'Pay now' of My Orders for an order by UPI or net banking: the window opens on this page, since only the checkout
 * page may load it (docs/behaviour.md, "Page headers"). @param shop the name that the window shows
 */
export default function PayAgain({ orderId, shop }: { orderId: string; shop: string }) {
  const [progress, onProgress] = useState('');
  const [problem, setProblem] = useState<string>();
  const running = useRef(false);

  const start = async () => {
    if (running.current) return;
    running.current = true;
    setProblem(undefined);
    await untilActivation();
    setProblem(await pay(orderId, shop, onProgress));
    running.current = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => void start(), [orderId]);

  return (
    <StateMessage
      title="Complete Your Payment"
      actions={
        <>
          {problem && (
            <button type="button" className="button" onClick={start}>
              Try again
            </button>
          )}
          <a className="button quiet" href={paths.orders}>
            My Orders
          </a>
        </>
      }
    >
      {!problem && <Wait />}
      <p className={problem ? 'notice error' : 'soft'} role={problem ? 'alert' : 'status'}>
        {problem ?? progress}
      </p>
    </StateMessage>
  );
}
