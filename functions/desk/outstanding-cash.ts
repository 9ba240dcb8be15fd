/** Cash of delivered orders that is not recorded yet. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isPaidOnDelivery, orderEvents, orders } from '#db/schema/index.ts';
import {
  cashAges,
  daysOfAge,
  type Owed,
  outstandingCash,
  type UnpaidDelivery,
} from '#domain/shipping/outstanding.ts';
import { oneDay, startOfDay } from '#lib/dates.ts';
import type { DeskCall } from '../lib/call.ts';
import { selectTransfers, withDifference } from './remittance-transfers.ts';

/** When an order was delivered. The full name `orders.id`: drizzle omits the table where a query selects from one table. */
const deliveredAt = sql<number>`coalesce(
  (SELECT max(at) FROM ${orderEvents} WHERE order_id = orders.id AND to_status = 'Delivered'), orders.created_at)`;

/** Condition on an order: its cash is outstanding. Index `orders_paying` has its first part. */
export function isOwed({ courier, from, to }: Owed): SQL {
  const [first, last] = [from, to].map((day) => (day ? startOfDay(day) : undefined));
  const parts = [
    sql`${isPaidOnDelivery} AND paid = 0 AND status = 'Delivered' AND sample = 0`,
    ...(courier === undefined ? [] : [sql`coalesce(courier, '') = ${courier}`]),
    ...(first === undefined ? [] : [sql`${deliveredAt} >= ${first}`]),
    ...(last === undefined ? [] : [sql`${deliveredAt} < ${last + oneDay}`]),
  ];
  return sql.join(parts, sql` AND `);
}

/** Statement: delivered orders whose cash is outstanding. */
const selectOutstandingCash = (db: Db) =>
  db.read.all<UnpaidDelivery>(sql`
    SELECT courier, total AS amount, ${deliveredAt} AS deliveredAt
    FROM ${orders} INDEXED BY orders_paying WHERE ${isOwed({})}`);

/** The cash that couriers have to hand in, and their newest transfers. */
export async function readCash({ db, now }: DeskCall) {
  const [owed, transfers] = await db.read.batch([selectOutstandingCash(db), selectTransfers(db)]);
  return {
    couriers: outstandingCash(owed, now),
    /** The days of delivery of each age. */
    days: cashAges.map((age) => daysOfAge(age, now)),
    transfers: transfers.map(withDifference),
  };
}
