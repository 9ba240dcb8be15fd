/**
 * Paying a cash order online while it waits to be confirmed (docs/behaviour.md, "Confirming a cash order"). It stays a cash
 * order until the payment is made (confirm.ts), so that a shopper who closes the payment window can still pay on delivery.
 */

import { sql } from 'drizzle-orm';
import { isUnconfirmed, orders, payments } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import { releaseAfter } from '#domain/orders/confirmation.ts';
import { onlineMethods } from '#domain/payments/payment-methods.ts';
import type { Refusal } from '../lib/refusal.ts';
import { withPayment } from '../orders/queries.ts';
import type { RequestContext } from '../providers/context.ts';
import { firstCheck, holdTime, timeToPay } from '../providers/hold.ts';
import { closedReason } from '../providers/providers.ts';
import { forgetProviderId, payRefusals } from './create-payment.ts';
import { settle } from './settle.ts';

type WithPayment = { order: OrderRow; payment: Payment | null };

/** Whether the order waits for its payment, or can be paid instead of being confirmed. @param now UTC ms */
export const canBePaid = (order: OrderRow, now: number): boolean =>
  order.status === 'Payment Pending' || isWaiting(order, now);

const isWaiting = ({ status, confirmReason, confirmedAt, createdAt }: OrderRow, now: number): boolean =>
  status === 'Order Placed' &&
  confirmReason !== null &&
  confirmedAt === null &&
  now < createdAt + releaseAfter;

/**
 * Returns the order with a payment that can be started, or that was made by now.
 * @param origin of the shop, for the return from the provider
 */
export async function payUnconfirmed(
  context: RequestContext,
  { order, payment }: WithPayment,
  origin: string,
): Promise<{ ok: true; order: OrderRow; payment: Payment } | Refusal> {
  const { db, now } = context;
  if (!isWaiting(order, now)) return payRefusals.notPending();
  if (payment && payment.amount !== order.total) return payRefusals.changed();
  if (payment && payment.holdUntil > now + timeToPay) return { ok: true, order, payment };
  const method = payment?.method ?? openMethod(context, order);
  if (!method) return payRefusals.methodClosed();
  // Each provider's payment ends at a time of its own; one that still can be made is continued.
  if (payment && (await settle(context, payment, 'keep')) === 'expired') await forgetProviderId(db, payment);
  await db.write.run(sql`
    INSERT INTO ${payments} (order_id, method, amount, hold_until, next_ask_at, asked, origin)
    SELECT id, ${method}, total, ${now + holdTime}, ${now + firstCheck}, 0, ${origin} FROM ${orders}
    WHERE id = ${order.id} AND total = ${order.total} AND ${isUnconfirmed}
    ON CONFLICT (order_id) DO UPDATE
    SET hold_until = excluded.hold_until, next_ask_at = excluded.next_ask_at, asked = 0`);
  const [after] = await withPayment(db, order.id);
  if (!after?.payment || !(isWaiting(after.order, now) || after.order.paid)) return payRefusals.notPending();
  return { ok: true, order: after.order, payment: after.payment };
}

/** The first way to pay online that the shop offers for this amount. */
const openMethod = ({ providers }: RequestContext, { total }: OrderRow) =>
  onlineMethods.find(
    (method) => closedReason(providers[method]) === null && providers[method].minimum <= total,
  );
