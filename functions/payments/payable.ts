/** Finds an order that can be paid online now, for 'Pay now' in My Orders. */

import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { isPaidOnline } from '#domain/payments/payment-methods.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, linkedOrder, sessionUserId } from '../lib/session.ts';
import { orderNotFound } from '../orders/history.ts';
import { type PlacedOrder, selectLines, withPayment } from '../orders/queries.ts';
import type { RequestContext } from '../providers/context.ts';
import { payRefusals } from './create-payment.ts';
import { payUnconfirmed } from './pay-unconfirmed.ts';

/** @property payment whose method the order is paid with */
type Payable = PlacedOrder & { payment: NonNullable<PlacedOrder['payment']> };

export async function findPayableOrder(
  call: Call & RequestContext,
  { orderId: id }: { orderId: string },
): Promise<({ ok: true } & Payable) | Refusal> {
  const {
    db,
    owner: { tokenHash, now },
  } = call;
  const [[person], [row], lines] = await db.read.batch([
    findSessionUser(db, tokenHash, now, {}, linkedOrder),
    withPayment(db, id, eq(orders.userId, sessionUserId(tokenHash, now, id))),
    selectLines(db, id),
  ]);
  if (!person) return signedOut();
  if (!row) return orderNotFound();
  const { order, payment } = row;
  if (!isPaidOnline(order.paymentMethod) && order.status === 'Payment Pending')
    return payRefusals.notPending();
  if (payment && order.status === 'Payment Pending') return { ok: true, order, lines, payment };
  const prepared = await payUnconfirmed(call, { order, payment }, call.urls.origin);
  return prepared.ok ? { ...prepared, lines } : prepared;
}
