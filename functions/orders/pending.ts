/** An order that waits for its payment, for paying it again ('Pay now' in My Orders). */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import { linesOf, type PlacedOrder, withPayment } from './queries.ts';

type Found = ({ ok: true } & PlacedOrder) | { ok: false; code: 'signed_out' | 'not_found' | 'not_pending' };

export async function pendingOrder(db: Db, { tokenHash, now }: Owner, id: string): Promise<Found> {
  const [[person], [found], lines] = await db.read.batch([
    personOf(db, tokenHash, now),
    withPayment(db, id, eq(orders.userId, userIdOf(tokenHash, now))),
    linesOf(db, id),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  if (!found) return { ok: false, code: 'not_found' };
  const { order, payment } = found;
  if (!payment || order.status !== 'Payment Pending') return { ok: false, code: 'not_pending' };
  return { ok: true, order, lines, payment };
}
