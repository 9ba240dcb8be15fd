/** What cancelling gives back: one rule for what is shown before it is confirmed, and for the change. */

import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { cancelUnits, type KeptUnits } from '#domain/orders/cancellation.ts';
import { unshipped } from '#domain/orders/order.ts';
import { amountOf, reduceOrder } from '#domain/orders/reductions.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import type { Fault } from '#domain/returns/return.ts';
import type { OrderRead, RowsOf } from '../orders/change-order.ts';
import { firstDelivery } from '../orders/give-back.ts';
import { type OrderToReduce, orderOfPurchase, readPurchase, remainderOfOrder } from '../orders/purchase.ts';
import { type CancelledRow, cancelledOf } from '../orders/queries.ts';
import { replacesFaulty } from '../orders/returns.ts';
import { cancelPartRefusals, cancelRefusals } from './cancel-outcome.ts';

/**
 * An order to cancel, with its purchase. @property by who cancels it @property cancelled units that were cancelled before
 * @property replacesFaulty it replaces something that came back for a fault of the shop
 */
export type OrderToCancel = OrderToReduce & {
  by: OrderRead['by'];
  cancelled: CancelledRow[];
  replacesFaulty: boolean;
};

/** Statements that read an order to cancel. */
export const readToCancel = (db: Db, orderId: string) =>
  [
    db.read
      .select({ replacesFaulty: replacesFaulty.mapWith(Boolean), cancelled: cancelledOf })
      .from(orders)
      .where(eq(orders.id, orderId)),
    ...readPurchase(db, orderId),
  ] as const;

/** @returns undefined if there is no such order */
export function orderToCancel(
  { order, by }: OrderRead,
  [[origin], ...rows]: RowsOf<ReturnType<typeof readToCancel>>,
): OrderToCancel | undefined {
  const purchase = orderOfPurchase(order.id, rows);
  return purchase && origin && { ...purchase, ...origin, by };
}

/** Whose fault it is that nothing is sent. An operator cancels what the shop cannot deliver. */
const faultOf = ({ by, replacesFaulty }: OrderToCancel): Fault =>
  by === 'operator' || replacesFaulty ? 'shop' : 'shopper';

/** What goes back with a whole order. @property delivery that of the order which paid for an exchange, with the last that is kept */
export function planWhole(read: OrderToCancel) {
  const left = remainderOfOrder(read);
  return {
    given: reduceOrder(left, { everything: true, fault: faultOf(read) }),
    delivery: left.elsewhere.length ? undefined : firstDelivery(read),
  };
}

/** What a part is that is cancelled, and what goes back for it. */
export function planPart(read: OrderToCancel, wanted: readonly KeptUnits[]) {
  const { order, lines, cancelled } = read;
  const refuse = cancelPartRefusals;
  const result = cancelUnits(lines, cancelled, wanted, {
    ...order,
    wholeRupees: isPaidOnDelivery(order.paymentMethod),
  });
  if (!result.ok) return refuse.notInOrder(result.name, result.left);
  if (result.outcome === 'whole' || order.status === 'Cancelled')
    return { ok: true, outcome: 'whole' } as const;
  if (order.status === 'Payment Pending') return refuse.notPaidYet();
  if (!unshipped.includes(order.status)) return cancelRefusals.tooLate();
  if (result.outcome === 'nothing') return { ok: true, outcome: 'nothing' } as const;
  const { cancellation } = result;
  // An exchange is paid by what came back: the code's condition is asked again, as if that had been returned for money.
  const taken = order.purchaseId
    ? reduceOrder(remainderOfOrder(read), {
        lines: cancellation.lines.map(({ position, quantity }) => ({
          position,
          quantity,
          fault: faultOf(read),
        })),
      })
    : undefined;
  const refund = order.paid ? cancellation.amount - amountOf(taken?.ok ? taken.debits : []) : 0;
  return { ok: true, outcome: 'part', cancellation, taken, refund } as const;
}

/** A part that can be cancelled. */
export type PartPlan = Extract<ReturnType<typeof planPart>, { outcome: 'part' }>;
