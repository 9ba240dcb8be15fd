import { useEffect, useState } from 'react';
import { forgetPendingOrder, markPendingOrder, pendingOrders } from '#features/cart/pending-orders.dom.ts';
import { untilActivation } from '#lib/on-activation.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { leavePayment } from './leave-payment.api.ts';
import { redirectAfterPayment } from './redirect.dom.ts';
import { widgetIsOpen } from './widget-open.dom.ts';

/**
 * `unknown`: not checked yet. `asking`: waiting for the server. `settled`: no payment is open.
 * @property message why the last payment was not made, if the shopper returns from one
 */
type Unfinished = { state: 'unknown' | 'asking' | 'settled'; message?: string | undefined };

/** Settles the payment that was started last in this tab, if any. @returns undefined when the page is being left */
async function settleLast(): Promise<Unfinished | undefined> {
  await untilActivation();
  const order = pendingOrders().at(-1);
  if (!order || order.left || widgetIsOpen()) return { state: 'settled' };
  const outcome = await leavePayment(order.orderId);
  switch (outcome.kind) {
    case 'offline':
      return { state: 'settled', message: outcome.message };
    case 'unpaid':
      markPendingOrder(order.orderId, 'left');
      return { state: 'settled', message: outcome.message };
    case 'unknown':
      forgetPendingOrder(order.orderId);
      return { state: 'settled' };
    default:
      redirectAfterPayment(outcome, order.orderId);
      return undefined;
  }
}

/**
 * A shopper who returns to the checkout during a payment (Back from the card page, a reload, a phone that closed the
 * tab while its UPI app was open) has a pending order. It is shown if it turns out to be paid; else it waits, and the next
 * order of the same cart continues it.
 * @param token of the account or guest; undefined to check nothing
 */
export function useUnfinishedPayment(token: string | undefined): Unfinished {
  const [unfinished, setUnfinished] = useState<Unfinished>({ state: 'unknown' });
  useEffect(() => {
    if (token === undefined) return;
    let current = true;
    const check = async () => {
      if (pendingOrders().at(-1)?.left === false && !widgetIsOpen()) setUnfinished({ state: 'asking' });
      const settled = await settleLast();
      if (current && settled) setUnfinished(settled);
    };
    void check();
    const stop = onRestore(() => void check());
    return () => {
      current = false;
      stop();
    };
  }, [token]);
  return token === undefined ? { state: 'settled' } : unfinished;
}
