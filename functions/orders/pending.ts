/** Finds an order that waits for its payment, for 'Pay now' in My Orders. */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { payRefusals } from '../payments/create-payment.ts';
import { orderNotFound } from './history.ts';
import { linesOf, type PlacedOrder, withPayment } from './queries.ts';

export async function findPendingOrder(
  db: Db,
  { tokenHash, now }: Owner,
  id: string,
): Promise<({ ok: true } & PlacedOrder) | Refusal> {
  const [[person], [row], lines] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    withPayment(db, id, eq(orders.userId, sessionUserId(tokenHash, now))),
    linesOf(db, id),
  ]);
  if (!person) return signedOut();
  if (!row) return orderNotFound();
  const { order, payment } = row;
  if (!payment || order.status !== 'Payment Pending') return payRefusals.notPending();
  return { ok: true, order, lines, payment };
}
