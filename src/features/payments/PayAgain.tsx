import { useEffect, useRef, useState } from 'react';
import { setFlash } from '#lib/flash.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { untilShown } from '#lib/shown.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import { payAgain } from './create-payment.ts';
import { payInWidget } from './pay.ts';
import { leaveFor } from './redirect.ts';
import { Wait } from './Wait.tsx';

const unopened = 'The payment window could not be opened. Please try again, or choose another way to pay.';

/** Closed without a result: whether a bank is still at it, nobody can tell from here. */
const stillWaiting = 'Your order waits for its payment. If you have just paid, it is placed in a moment.';

/** Failures that another try may mend; with every other one the order has changed, and is shown. */
const passing = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;

const showOrders = (message: string, kind: 'success' | 'error' = 'success'): void => {
  setFlash({ message, kind });
  location.replace(paths.orders);
};

/** Pays an order that waits for its payment. @returns why it could not be tried, when it may be tried again */
async function pay(orderId: string, shop: string, tell: (says: string) => void): Promise<string | undefined> {
  tell('Opening the payment window…');
  const begun = await payAgain(orderId);
  if (!begun.ok) {
    if (passing(begun)) return begun.message;
    if (begun.status !== 401) showOrders(begun.message, 'error');
    return undefined;
  }
  switch (begun.data.kind) {
    case 'placed':
      leaveFor(begun.data, orderId);
      return undefined;
    case 'card':
      location.replace(begun.data.page.href);
      return undefined;
    case 'astray':
      return unopened;
    case 'widget': {
      const result = await payInWidget(begun.data, shop, tell);
      // Closed without a result, the order keeps waiting: it can be paid or cancelled in My Orders.
      if (result.kind !== 'left') leaveFor(result, orderId);
      else if (!result.opened) return unopened;
      else showOrders(stillWaiting);
      return undefined;
    }
  }
}

/**
 * 'Pay now' of My Orders for an order by UPI or net banking: the window opens on this page, since only the
 * checkout may load it (docs/behaviour.md 3.14). @param shop its name, for the window
 */
export function PayAgain({ orderId, shop }: { orderId: string; shop: string }) {
  const [says, tell] = useState('');
  const [problem, setProblem] = useState<string>();
  const running = useRef(false);

  const start = async () => {
    if (running.current) return;
    running.current = true;
    setProblem(undefined);
    await untilShown();
    setProblem(await pay(orderId, shop, tell));
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
        {problem ?? says}
      </p>
    </StateMessage>
  );
}
