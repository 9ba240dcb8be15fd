import { useEffect, useState } from 'react';
import { untilActivation } from '#lib/on-activation.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { toast } from '#ui/toast.dom.ts';
import { cancelUnlessPaid } from './pay.api.ts';
import { forgetPendingOrder, pendingOrders } from './pending-orders.dom.ts';
import { redirectAfterPayment } from './redirect.dom.ts';
import { widgetIsOpen } from './widget.dom.ts';

/** `unknown`: not checked yet. `asking`: waiting for the server. `settled`: no payment is open. */
type Unfinished = 'unknown' | 'asking' | 'settled';

/** Settles the payment that was started last in this tab, if any. @returns whether the page stays */
async function settleLast(): Promise<boolean> {
  await untilActivation();
  const order = pendingOrders().at(-1);
  if (!order || widgetIsOpen()) return true;
  const outcome = await cancelUnlessPaid(order.orderId);
  if (outcome.kind !== 'unpaid' && outcome.kind !== 'unknown') {
    redirectAfterPayment(outcome, order.orderId);
    return false;
  }
  forgetPendingOrder(order.orderId);
  if (outcome.kind === 'unpaid') toast({ message: outcome.message, kind: 'error' });
  return true;
}

/**
 * A shopper who returns to the checkout during a payment (Back from the card page, a reload, a phone that closed the
 * tab while its UPI app was open) has a pending order, which reserves the pieces that they would order again. It is
 * cancelled first, unless it turns out to be paid.
 * @param token of the account; undefined to check nothing
 */
export function useUnfinishedPayment(token: string | undefined): Unfinished {
  const [state, setState] = useState<Unfinished>('unknown');
  useEffect(() => {
    if (!token) return;
    let current = true;
    const check = async () => {
      setState(pendingOrders().length > 0 && !widgetIsOpen() ? 'asking' : 'settled');
      const stays = await settleLast();
      if (current && stays) setState('settled');
    };
    void check();
    const stop = onRestore(() => void check());
    return () => {
      current = false;
      stop();
    };
  }, [token]);
  return token === undefined ? 'settled' : state;
}
