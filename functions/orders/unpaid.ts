/**
 * What an account holds unpaid, and its limits (content/store.yaml, `limits.unpaid`): orders that wait for their
 * payment, and cash on delivery orders until they are delivered. An account costs nothing, so without limits one
 * person could reserve the whole stock.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, users } from '#db/schema/index.ts';
import { ended } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import type { Paise } from '#lib/money.ts';
import { countedTogether } from './counted-together.ts';

export type UnpaidLimits = Store['limits']['unpaid'];

/**
 * The unpaid orders of an account.
 * @property trusted it has a paid or delivered order, so its limits are doubled
 * @property lifted an operator has lifted its limits
 * @property total of its unpaid orders, paise
 * @property pieces in its unpaid orders, by product
 */
export type Unpaid = {
  trusted: boolean;
  lifted: boolean;
  total: Paise;
  pieces: ReadonlyMap<string, number>;
};

/** An account without orders. */
export const noUnpaid: Unpaid = { trusted: false, lifted: false, total: 0, pieces: new Map() };

const unpaidOrders = (buyer: SQL) =>
  sql`user_id IN ${countedTogether(buyer)} AND paid = 0 AND status NOT IN ${ended}`;

/** Condition: it is an account with a paid or delivered order that was not cancelled or returned. Never a guest. */
export const isTrusted = (buyer: SQL): SQL<number> => sql<number>`EXISTS (SELECT 1 FROM ${orders}
  WHERE user_id = ${buyer} AND (paid = 1 OR status = 'Delivered') AND status NOT IN ('Cancelled', 'Returned')
  AND NOT EXISTS (SELECT 1 FROM ${users} AS me WHERE me.id = ${buyer} AND me.guest = 1))`;

const unpaidTotal = (buyer: SQL): SQL<number> =>
  sql<number>`coalesce((SELECT sum(total) FROM ${orders} WHERE ${unpaidOrders(buyer)}), 0)`;

/** Columns about an account. @param buyer its id */
export const unpaidColumns = (buyer: SQL) => ({
  trusted: isTrusted(buyer),
  lifted: sql<number>`${users.limitsLifted}`,
  unpaidTotal: unpaidTotal(buyer),
});

/** Statement: the pieces in the account's unpaid orders, by product. @param buyer the account's id */
export const unpaidPieces = (db: Db, buyer: SQL) =>
  db.read
    .select({ id: orderLines.productId, pieces: sql<number>`sum(${orderLines.quantity})` })
    .from(orderLines)
    .where(inArray(orderLines.orderId, sql`(SELECT id FROM ${orders} WHERE ${unpaidOrders(buyer)})`))
    .groupBy(orderLines.productId);

/**
 * Condition for the batch that writes an order: the account may hold it. The same rule as in
 * checkout/unpaid-excess.ts.
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
