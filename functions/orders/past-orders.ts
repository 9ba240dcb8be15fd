/** Orders of an earlier shop, found by the email address of their buyer. They are history: nothing changes them. */
import { desc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { pastOrders } from '#db/schema/index.ts';
import { type ApiPastOrder, maxPastOrders, pastItem, pastSumText } from '#domain/orders/past-order.ts';

/** The newest. @param email an address in lower case, or a query for one in parentheses */
export const selectPastOrders = (db: Db, email: string | SQL) =>
  db.read
    .select()
    .from(pastOrders)
    .where(sql`email = ${email}`)
    .orderBy(desc(pastOrders.at))
    .limit(maxPastOrders);

export const serializePastOrder = ({
  id,
  number,
  at,
  total,
  status,
  lines,
}: typeof pastOrders.$inferSelect): ApiPastOrder => ({
  ...{ id, number, at, status },
  total: pastSumText(total),
  items: lines.map(pastItem),
});
