/** Packing slips: what goes into a parcel and where it goes, without what is nobody else's business. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders } from '#db/schema/index.ts';
import { hasSlip } from '#features/desk/orders.ts';
import { orderStatuses, unshipped } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import { toRupees } from '#lib/money.ts';
import { type Cursor, pageOf, pageSize } from './paging.ts';

/** @property orderId only this one, packed or not @property status one of those that wait for being packed */
export type Wanted = { orderId?: string | undefined; status?: (typeof unshipped)[number] | undefined };

/**
 * Slips of what is to be packed: the oldest first, as it is packed.
 * @param store who sends it
 */
export async function slips(db: Db, store: Store, { orderId, status }: Wanted, cursor: Cursor | undefined) {
  const wanted = orderId
    ? and(eq(orders.id, orderId), inArray(orders.status, orderStatuses.filter(hasSlip)))
    : sql`${orders.id} IN (${waiting(status ? [status] : unshipped, cursor)})`;
  const [rows, lines] = await db.read.batch([
    db.read.select().from(orders).where(wanted).orderBy(asc(orders.createdAt), asc(orders.id)),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, db.read.select({ id: orders.id }).from(orders).where(wanted)))
      .orderBy(asc(orderLines.position)),
  ]);
  const page = pageOf(rows, ({ createdAt: at, id }) => ({ at, id }));
  const byOrder = Map.groupBy(lines, (line) => line.orderId);
  const { name, legal, care } = store;
  return {
    from: { name, entity: legal.entity, address: legal.address, phone: care.phone },
    slips: page.rows.map(({ address: { email: _, ...address }, ...order }) => ({
      _id: order.id,
      reference: order.reference,
      date: new Date(order.createdAt).toISOString(),
      status: order.status,
      address,
      lines: (byOrder.get(order.id) ?? []).map(({ productId, name, quantity }) => ({
        _id: productId,
        name,
        quantity,
      })),
      /** Rupees that the courier has to collect; null when there is nothing left to pay. */
      collect: order.paid ? null : toRupees(order.total),
    })),
    next: page.next,
  };
}

/** Ids of a page, and of one order more, from the stretch of each status; they are few, and read in order. */
function waiting(statuses: readonly string[], cursor: Cursor | undefined) {
  const { at, id } = cursor ?? { at: 0, id: '' };
  const oldestFirst = sql`ORDER BY created_at, id LIMIT ${pageSize + 1}`;
  const runs = statuses.map(
    (status) => sql`SELECT * FROM (SELECT id, created_at FROM ${orders} INDEXED BY orders_status
      WHERE status = ${status} AND (created_at, id) > (${at}, ${id}) ${oldestFirst})`,
  );
  return sql`SELECT id FROM (${sql.join(runs, sql` UNION ALL `)}) ${oldestFirst}`;
}
