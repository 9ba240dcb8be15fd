/** What mending an order leaves in its history. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import type { Operator } from '../../http/operator.ts';

/** @property id of the line itself; @property says what was done; @property now UTC ms */
type Note = { id: string; orderId: string | null; operator: Operator; says: string; now: number };

/**
 * A line in the order's history, for a batch: the shop's doing, which shoppers are not shown. None for an order
 * that is unknown. @param when on what condition
 */
export const noteInHistory = (db: Db, { id, orderId, operator, says, now }: Note, when: SQL) =>
  db.write.run(sql`
    INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
    SELECT ${id}, id, ${now}, 'shop', ${operator.id}, 'note', ${`Reconciliation: ${says}`}, 0
    FROM ${orders} WHERE id = ${orderId} AND ${when}`);
