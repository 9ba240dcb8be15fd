/** Packing slips: the content and address of a parcel, without prices and email addresses. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import { hasPackingSlip } from '#features/desk/orders/order-rules.ts';
import { orderStatuses, unshipped } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import { toRupees } from '#lib/money.ts';
import { type Cursor, pageOf, pageSize } from './paging.ts';

/** @property orderId only this order, in any status that has a slip @property status only this unshipped status */
export type SlipFilter = { orderId?: string | undefined; status?: (typeof unshipped)[number] | undefined };

/** Statements that read the orders of a condition, the oldest first, and their lines. */
export const selectForSlips = (db: Db, isWanted: SQL | undefined) =>
  [
    db.read.select().from(orders).where(isWanted).orderBy(asc(orders.createdAt), asc(orders.id)),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, db.read.select({ id: orders.id }).from(orders).where(isWanted)))
      .orderBy(asc(orderLines.position)),
  ] as const;

/** Spaces of another width, as in an address that was copied from an email, are printed as spaces. */
const plainSpaces = <T extends Record<string, string>>(address: T) =>
  Object.fromEntries(Object.entries(address).map(([key, text]) => [key, text.replace(/\p{Zs}/gu, ' ')])) as T;

/** The slip of an order. `collect`: paise that the courier has to collect; null when the order is paid */
export const slipOf = (
  { address: { email: _, ...address }, ...order }: OrderRow,
  lines: OrderLine[] = [],
) => ({
  _id: order.id,
  reference: order.reference,
  date: new Date(order.createdAt).toISOString(),
  status: order.status,
  address: plainSpaces(address),
  lines: lines.map(({ productId, name, quantity }) => ({ _id: productId, name, quantity })),
  collect: order.paid ? null : order.total,
});

export const senderOf = ({ name, legal, care }: Store) => ({
  name,
  entity: legal.entity,
  address: legal.address,
  phone: care.phone,
});

/**
 * A page of packing slips, oldest order first.
 * @param store the sender
 */
export async function listPackingSlips(
  db: Db,
  store: Store,
  { orderId, status }: SlipFilter,
  cursor: Cursor | undefined,
) {
  const isWanted = orderId
    ? and(eq(orders.id, orderId), inArray(orders.status, orderStatuses.filter(hasPackingSlip)))
    : sql`${orders.id} IN (${idsToPack(status ? [status] : unshipped, cursor)})`;
  const [rows, lines] = await db.read.batch(selectForSlips(db, isWanted));
  const page = pageOf(rows, ({ createdAt: at, id }) => ({ at, id }));
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  return {
    from: senderOf(store),
    slips: page.rows.map((order) => {
      const { collect, ...slip } = slipOf(order, byOrder.get(order.id));
      return { ...slip, collect: collect === null ? null : toRupees(collect) };
    }),
    next: page.next,
  };
}

/** Ids of a page and of one more order, read in order from the index range of each status. */
function idsToPack(statuses: readonly string[], cursor: Cursor | undefined) {
  const { at, id } = cursor ?? { at: 0, id: '' };
  const oldestFirst = sql`ORDER BY created_at, id LIMIT ${pageSize + 1}`;
  const runs = statuses.map(
    (status) => sql`SELECT * FROM (SELECT id, created_at FROM ${orders} INDEXED BY orders_status
      WHERE status = ${status} AND (created_at, id) > (${at}, ${id}) ${oldestFirst})`,
  );
  return sql`SELECT id FROM (${sql.join(runs, sql` UNION ALL `)}) ${oldestFirst}`;
}
