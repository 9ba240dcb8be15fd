/**
 * Part of the scheduled job: deletes orders, those of an earlier shop too, and stock changes that the law no longer wants to be
 * kept. An order is kept for as long as an invoice of the day of its last change would be (`invoices.keepMonths` of
 * content/store.yaml), and while it has a document, is open, owes a refund, or has paid for an exchange that is kept. Triggers of
 * the database refuse to delete history before 72 months.
 *
 * The pieces of what goes become part of the product's opening stock, so that stock and ledger go on agreeing.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  disputes,
  documents,
  isOpenRefund,
  orderEvents,
  orderLines,
  orders,
  pastOrders,
  products,
  reductions,
  refunds,
  stockChanges,
} from '#db/schema/index.ts';
import { keptSince } from '#domain/documents/retention.ts';
import { isInBlock } from '../lib/block.ts';

/** Orders of a write batch: about 1,000 rows. */
const ordersPerBatch = 25;

/** When what has to be kept begins, by our clock and by that of the triggers, UTC ms. */
const keptFrom = (now: number, months: number): SQL =>
  sql`min(${keptSince(now, months)}, (unixepoch() - 189302400) * 1000)`;

/** Condition on `orders`: it may be deleted. */
function isOver(before: SQL): SQL {
  const none = (table: SQL, condition: SQL) =>
    sql`NOT EXISTS (SELECT 1 FROM ${table} AS x WHERE x.order_id = ${orders.id} AND ${condition})`;
  return sql`${orders.createdAt} < ${before} AND ${orders.status} IN ('Delivered', 'Cancelled', 'Returned') AND ${orders.counted} = 1
    AND NOT EXISTS (SELECT 1 FROM ${orders} AS made WHERE made.purchase_id = ${orders.id})
    AND ${none(sql`${documents}`, sql`true`)} AND ${none(sql`${orderEvents}`, sql`x.at >= ${before}`)}
    AND ${none(sql`${reductions}`, sql`x.at >= ${before}`)} AND ${none(sql`${disputes}`, sql`x.updated_at >= ${before}`)}
    AND ${none(sql`${refunds}`, sql`(${isOpenRefund} OR x.done_at >= ${before})`)}`;
}

/**
 * Looks at one block of the orders, one of those of an earlier shop and one of the stock changes.
 * @param now UTC ms @param months `invoices.keepMonths`
 */
export async function deleteOldOrders(db: Db, now: number, months: number): Promise<void> {
  const before = keptFrom(now, months);
  // The oldest order is looked at first, so that a young shop reads no other.
  const due = await db.read.all<{ id: string }>(sql`
    SELECT id FROM ${orders} WHERE (SELECT min(created_at) FROM ${orders}) < ${before}
      AND ${isInBlock(orders, now)} AND ${isOver(before)}`);
  for (let n = 0; n < due.length; n += ordersPerBatch)
    await db.write.batch(
      deleteOrders(
        db,
        due.slice(n, n + ordersPerBatch).map(({ id }) => id),
        before,
      ),
    );
  await deleteOldChanges(db, now, before, months);
}

function deleteOrders(db: Db, ids: readonly string[], before: SQL) {
  const which = sql`(SELECT id FROM ${orders} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${isOver(before)})`;
  const remove = (table: SQL) => db.write.run(sql`DELETE FROM ${table} WHERE order_id IN ${which}`);
  return [
    db.write.run(sql`
      UPDATE ${products} SET opening = opening - gone.pieces
      FROM (SELECT line.product_id AS id, sum(line.quantity) AS pieces FROM ${orderLines} AS line
        JOIN ${orders} AS o ON o.id = line.order_id WHERE o.id IN ${which} AND o.status <> 'Cancelled' GROUP BY 1) AS gone
      WHERE ${products}.id = gone.id`),
    remove(sql`${refunds}`),
    remove(sql`${disputes}`),
    remove(sql`${reductions}`),
    remove(sql`${orderEvents}`),
    // With their lines, words, payments and uses of codes.
    db.write.run(sql`DELETE FROM ${orders} WHERE id IN ${which}`),
  ] as const;
}

/** Stock changes, and orders of an earlier shop. */
function deleteOldChanges(db: Db, now: number, before: SQL, months: number) {
  const which = sql`(SELECT rowid FROM ${stockChanges} WHERE ${isInBlock(stockChanges, now)} AND at < ${before} AND counted = 1)`;
  return db.write.batch([
    db.write.run(sql`
      UPDATE ${products} SET opening = opening + gone.pieces
      FROM (SELECT product_id AS id, sum(change) AS pieces FROM ${stockChanges} WHERE rowid IN ${which} GROUP BY 1) AS gone
      WHERE ${products}.id = gone.id`),
    db.write.run(sql`DELETE FROM ${stockChanges} WHERE rowid IN ${which}`),
    db.write
      .delete(pastOrders)
      .where(sql`${isInBlock(pastOrders, now)} AND ${pastOrders.at} < ${keptSince(now, months)}`),
  ]);
}
