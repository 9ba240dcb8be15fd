/** The products that sold most, and how many of their units came back. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, reductions } from '#db/schema/index.ts';
import { toRupees } from '#lib/money.ts';

/** Products of the list. */
const most = 10;

const returnedOfLine = sql`coalesce((SELECT sum(quantity) FROM ${reductions} AS given
  WHERE given.order_id = ${orderLines.orderId} AND given.position = ${orderLines.position} AND given.kind = 'returned'), 0)`;

/**
 * The query, for a batch. `arrived` counts units of orders that were delivered or came back, `returned` those of them
 * that came back. A parcel that came back undelivered is not counted. The cross join fixes the join order: orders, then their lines. @param since UTC ms
 */
export const selectBestSellers = (db: Db, since: number) =>
  db.read
    .select({
      _id: orderLines.productId,
      name: sql<string>`(SELECT name FROM ${products} WHERE id = product_id)`,
      sold: sql<number>`sum(quantity)`,
      /** paise, after discounts */
      amount: sql<number>`sum(price * quantity - ${orderLines.discount})`,
      arrived: sql<number>`sum(iif(status IN ('Delivered', 'Returned'), quantity, 0))`,
      returned: sql<number>`sum(CASE status WHEN 'Returned' THEN quantity WHEN 'Delivered' THEN ${returnedOfLine} ELSE 0 END)`,
    })
    .from(orders)
    .crossJoin(orderLines)
    .where(
      sql`order_id = ${orders.id} AND created_at >= ${since} AND sample = 0
          AND status NOT IN ('Payment Pending', 'Cancelled') AND undelivered = 0`,
    )
    .groupBy(orderLines.productId)
    .orderBy(sql`sum(quantity) DESC, product_id`)
    .limit(most);

/** Amounts become rupees. */
export const serializeBestSellers = (rows: Awaited<ReturnType<typeof selectBestSellers>>) =>
  rows.map(({ amount, ...row }) => ({ ...row, amount: toRupees(amount) }));
