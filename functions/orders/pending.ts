/** Finds an order that waits for its payment, for 'Pay now' in My Orders. */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { Owner } from '../lib/owner.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { linesOf, type PlacedOrder, withPayment } from './queries.ts';

type PendingOrderResult =
  | ({ ok: true } & PlacedOrder)
  | { ok: false; code: 'signed_out' | 'not_found' | 'not_pending' };

export async function findPendingOrder(
  db: Db,
  { tokenHash, now }: Owner,
  id: string,
): Promise<PendingOrderResult> {
  const [[person], [row], lines] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    withPayment(db, id, eq(orders.userId, sessionUserId(tokenHash, now))),
    linesOf(db, id),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (!row) return { ok: false, code: 'not_found' };
  const { order, payment } = row;
  if (!payment || order.status !== 'Payment Pending') return { ok: false, code: 'not_pending' };
  return { ok: true, order, lines, payment };
}
