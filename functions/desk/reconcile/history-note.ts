/** The note that a repair adds to an order's history. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import type { Operator } from '../../http/operator.ts';

/** @property id of the event @property orderId null: no note @property text what was done @property now UTC ms */
type HistoryNote = { id: string; orderId: string | null; operator: Operator; text: string; now: number };

/**
 * The statement that adds the note, for a batch. Its actor is the shop, and shoppers do not see it. It adds nothing
 * for an unknown order. @param when condition of the note
 */
export const addHistoryNote = (db: Db, { id, orderId, operator, text, now }: HistoryNote, when: SQL) =>
  db.write.run(sql`
    INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
    SELECT ${id}, id, ${now}, 'shop', ${operator.id}, 'note', ${`Reconciliation: ${text}`}, 0
    FROM ${orders} WHERE id = ${orderId} AND ${when}`);
