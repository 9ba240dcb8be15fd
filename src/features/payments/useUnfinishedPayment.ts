import { useEffect, useState } from 'react';
import { pendingOrders } from '#features/cart/pending-orders.dom.ts';
import { loadPart, type MissingPart } from '#lib/load-part.dom.ts';
import { untilActivation } from '#lib/on-activation.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { widgetIsOpen } from './widget-open.dom.ts';

/**
 * `unknown`: not checked yet. `asking`: waiting for the server. `settled`: no payment is open.
 * @property message why the last payment was not made, if the shopper returns from one
 */
type Unfinished = { state: 'unknown' | 'asking' | 'settled'; message?: string | undefined };

/** The order whose payment was started last in this tab, while it is open. */
function openPayment(): string | undefined {
  const order = pendingOrders().at(-1);
  return order?.left === false && !widgetIsOpen() ? order.orderId : undefined;
}

/** Settles the payment that was started last in this tab, if any. @returns undefined when the page is being left */
async function settleLast(): Promise<Unfinished | undefined> {
  await untilActivation();
  const orderId = openPayment();
  if (!orderId) return { state: 'settled' };
  const settled = await loadPart(() => import('./settle-payment.api.ts')).then(
    ({ settlePayment }) => settlePayment(orderId),
    ({ message }: MissingPart) => ({ message }),
  );
  return settled && { state: 'settled', ...settled };
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
      if (openPayment()) setUnfinished({ state: 'asking' });
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
