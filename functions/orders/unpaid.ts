/**
 * What an account holds without having paid, and how much of it may (content/store.yaml, `limits.unpaid`): orders
 * that wait for their payment, and cash on delivery until it is delivered. A registration costs nothing, so without
 * a limit one stranger could take every piece in the shop.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, users } from '#db/schema/index.ts';
import { ended } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import type { Paise } from '#lib/money.ts';

export type UnpaidLimits = Store['limits']['unpaid'];

/**
 * How an account stands.
 * @property trusted it has a paid or delivered order: it may hold twice as much
 * @property lifted an operator has lifted its limits
 * @property total of its unpaid orders, paise
 * @property pieces that they hold, by product
 */
export type Unpaid = {
  trusted: boolean;
  lifted: boolean;
  total: Paise;
  pieces: ReadonlyMap<string, number>;
};

/** An account that has never ordered. */
export const nothingUnpaid: Unpaid = { trusted: false, lifted: false, total: 0, pieces: new Map() };

const unpaidOrders = (buyer: SQL) => sql`user_id = ${buyer} AND paid = 0 AND status NOT IN ${ended}`;

/** A condition: the account has paid for an order, or taken one, and has not sent it back. */
export const isTrusted = (buyer: SQL): SQL<number> => sql<number>`EXISTS (SELECT 1 FROM ${orders}
  WHERE user_id = ${buyer} AND (paid = 1 OR status = 'Delivered') AND status NOT IN ('Cancelled', 'Returned'))`;

const unpaidTotal = (buyer: SQL): SQL<number> =>
  sql<number>`coalesce((SELECT sum(total) FROM ${orders} WHERE ${unpaidOrders(buyer)}), 0)`;

/** Columns that tell of an account. @param buyer its id */
export const unpaidColumns = (buyer: SQL) => ({
  trusted: isTrusted(buyer),
  lifted: sql<number>`${users.limitsLifted}`,
  unpaidTotal: unpaidTotal(buyer),
});

/** The pieces that its unpaid orders hold, by product. For a batch. @param buyer its id */
export const unpaidPieces = (db: Db, buyer: SQL) =>
  db.read
    .select({ id: orderLines.productId, pieces: sql<number>`sum(${orderLines.quantity})` })
    .from(orderLines)
    .where(inArray(orderLines.orderId, sql`(SELECT id FROM ${orders} WHERE ${unpaidOrders(buyer)})`))
    .groupBy(orderLines.productId);

/**
 * Condition of the batch that writes an order: the account may hold it (too-many.ts says the same in TypeScript).
 * @param buyer the account's id
 * @param lines the order's lines as JSON: `productId` and `quantity` of each
 * @param total the order's, paise
 */
export function mayHold(buyer: SQL, lines: string, total: Paise, limits: UnpaidLimits): SQL {
  const times = sql`(1 + ${isTrusted(buyer)})`;
  const held = sql`coalesce(held.pieces, 0)`;
  const share = sql`CAST((${products.stock} + ${held}) * ${limits.stockPercent} / 100 AS INTEGER)`;
  return sql`(EXISTS (SELECT 1 FROM ${users} WHERE ${eq(users.id, buyer)} AND limits_lifted = 1)
    OR ${unpaidTotal(buyer)} + ${total} <= ${limits.total} * ${times}
    AND NOT EXISTS (
      SELECT 1 FROM json_each(${lines}) AS line
      JOIN ${products} ON ${products.id} = line.value ->> 'productId'
      LEFT JOIN (
        SELECT product_id, sum(quantity) AS pieces FROM ${orderLines}
        WHERE order_id IN (SELECT id FROM ${orders} WHERE ${unpaidOrders(buyer)}) GROUP BY product_id
      ) AS held ON held.product_id = ${products.id}
      WHERE ${held} + (line.value ->> 'quantity') > ${times} * max(${limits.units}, ${share})))`;
}
