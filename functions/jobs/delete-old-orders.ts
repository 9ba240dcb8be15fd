/**
 * Part of the clean-up: deletes what the law no longer asks to keep of orders: the orders with their lines, payments and
 * refunds, their history and what was given back, and the changes of stock. Triggers refuse to delete what is younger
 * (db/migrations). The stock of a product is its opening stock, plus changes, less what was sold; so what goes is added to
 * the opening stock, and the sum stays.
 */
import { and, asc, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  disputes,
  orderEvents,
  orderLines,
  orders,
  products,
  reductions,
  refunds,
  stockChanges,
} from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';

/** Orders and stock changes of a run. */
const ordersPerRun = 20;
const changesPerRun = 500;

/** The length of a month that is never too short, days. */
const longMonth = 31;

/**
 * @param now UTC ms @param keepMonths after the end of the financial year, which is twelve months after the order at most
 */
export async function deleteOldOrders(db: Db, now: number, keepMonths: number): Promise<void> {
  const age = (keepMonths + 12) * longMonth * oneDay;
  // By the database's clock too, since its triggers go by it.
  const last = sql`min(${now}, unixepoch() * 1000) - ${age}`;
  const old = await db.read
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        lte(orders.createdAt, last),
        inArray(orders.status, ['Delivered', 'Cancelled', 'Returned']),
        sql`NOT EXISTS (SELECT 1 FROM ${orderEvents} e WHERE e.order_id = orders.id AND e.at > ${last})
          AND NOT EXISTS (SELECT 1 FROM ${reductions} r WHERE r.order_id = orders.id AND r.at > ${last})`,
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(ordersPerRun);
  const ids = JSON.stringify(old.map(({ id }) => id));
  const isOld = (column: SQL): SQL => sql`${column} IN (SELECT value FROM json_each(${ids}))`;
  const oldChanges = sql`rowid < (SELECT min(rowid) FROM ${stockChanges}) + ${changesPerRun} AND at <= ${last}`;
  /** Adds the changes to the opening stock of their products. */
  const keepSum = (rows: SQL) =>
    db.write.run(sql`
      UPDATE ${products} SET opening = opening + gone.pieces
      FROM (SELECT product_id, sum(pieces) AS pieces FROM (${rows}) GROUP BY +product_id) AS gone
      WHERE ${products.id} = gone.product_id`);
  await db.write.batch([
    keepSum(sql`SELECT product_id, change AS pieces FROM ${stockChanges} WHERE ${oldChanges}`),
    db.write.delete(stockChanges).where(oldChanges),
    ...(old.length
      ? [
          // A second run finds no lines any more.
          keepSum(sql`SELECT l.product_id, -l.quantity AS pieces FROM ${orderLines} l JOIN ${orders} o ON o.id = l.order_id
            WHERE ${isOld(sql`o.id`)} AND o.status <> 'Cancelled'`),
          db.write.delete(reductions).where(isOld(sql`${reductions.orderId}`)),
          db.write.delete(refunds).where(isOld(sql`${refunds.orderId}`)),
          db.write.delete(disputes).where(isOld(sql`${disputes.orderId}`)),
          // With them lines, words and payments.
          db.write.delete(orders).where(isOld(sql`${orders.id}`)),
          db.write.delete(orderEvents).where(isOld(sql`${orderEvents.orderId}`)),
        ]
      : []),
  ]);
}
