/**
 * What a shopper has paid to send a return by post is refunded (docs/behaviour.md, "Postage of returns"): once for a return, up to
 * `returns.postageMost` of the store settings. It is no part of the order's value, so there is no credit note.
 */
import { sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { orderEvents, orders, returns } from '#db/schema/index.ts';
import { type ReturnStatus, returnReference, takesPostage } from '#domain/returns/return.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refusal, wrongFields } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { store } from '../lib/store.ts';
import { addDueRefund } from '../orders/due-refund.ts';
import { type OrderContext, refusalOf } from '../orders/operator.ts';
import { findReturn, returnMoveRefusals } from './move.ts';

/** @property seen its status when it was read @property amount paise, above 0 */
export type Postage = { id: string; seen: ReturnStatus; amount: Paise };

/** Why no postage is refunded. */
export const postageRefusals = {
  ...returnMoveRefusals,
  once: refusal(409, 'postage_refunded', 'The postage of this return is refunded already.'),
  notPaid: refusal(409, 'not_paid', 'Nothing was paid for this order yet, so nothing can be refunded.'),
};

/** Adds a refund of the postage, which an operator confirms like every refund. */
export async function refundPostage(
  { db, now }: OrderContext,
  owner: Owner,
  { id, seen, amount }: Postage,
): Promise<{ ok: true; reference: string } | Refusal> {
  const found = await findReturn(db, owner, id);
  if (!found.ok) return found;
  const { one } = found.row;
  if (one.status !== seen || !takesPostage(one.status)) return returnMoveRefusals.changed(one.status);
  if (one.postageRefundId) return postageRefusals.once();
  const most = store.returns.postageMost;
  if (amount > most) return wrongFields({ amount: `At most ${formatPrice(most)} of postage are refunded.` });
  const reference = returnReference(found.reference, one.number);
  const [eventId, refundId] = [crypto.randomUUID(), crypto.randomUUID()];
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const text = `Postage of return ${reference}`;
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write
      .select({ done: sql<number>`${done}`, paid: orders.paid })
      .from(orders)
      .where(sql`id = ${one.orderId}`),
  ] as const;
  const results = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${eventId}, r.order_id, ${now}, 'operator', ${sessionUserId(owner.tokenHash, owner.now)}, 'refund',
             ${`${formatPrice(amount)}: ${text}`}
      FROM ${returns} AS r JOIN ${orders} AS o ON o.id = r.order_id
      WHERE r.id = ${id} AND r.status = ${seen} AND r.postage_refund_id IS NULL AND o.paid = 1 AND ${isOperator(owner)}`),
    ...addDueRefund(
      db,
      {
        ...{ id: refundId, orderId: one.orderId, amount, reason: 'postage', note: text, now },
        detail: `${formatPrice(amount)} is to be sent back: ${text}`,
      },
      done,
    ),
    db.write.run(sql`UPDATE ${returns} SET postage_refund_id = ${refundId} WHERE id = ${id} AND ${done}`),
    ...queries,
  ]);
  const [[person], [after]] = lastResults(results, queries);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (after?.done) return { ok: true, reference };
  return after?.paid ? postageRefusals.once() : postageRefusals.notPaid();
}
