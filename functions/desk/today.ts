/** The overview of today: waiting work, flags, low stock, sales and best sellers. */
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  isLowOnStock,
  isUndo,
  isUndone,
  orderEvents,
  orders,
  products,
  refunds,
  reviews,
  tickets,
} from '#db/schema/index.ts';
import { longTransitDays, salesDays } from '#features/desk/today/figures.ts';
import { unshipped } from '#features/orders/order.ts';
import { dayOf, endOfDay, indianOffset, isoTime, oneDay } from '#lib/dates.ts';
import { toRupees } from '#lib/money.ts';
import { selectBestSellers, serializeBestSellers } from './best-sellers.ts';
import { openFlags, serializeFlag } from './flags.ts';
import { countHeldEmails } from './held-emails.ts';

/** Orders that count as sales. @param period a condition on `created_at` */
const isSale = (period: SQL): SQL =>
  sql`${period} AND sample = 0 AND status NOT IN ('Payment Pending', 'Cancelled', 'Returned')`;

/** The sales of a period. @param from UTC ms, inclusive @param to UTC ms, exclusive */
const salesBetween = (db: Db, from: number, to: number) =>
  db.read
    .select({ orders: count(), total: sql<number>`coalesce(sum(total), 0)` })
    .from(orders)
    .where(isSale(sql`created_at >= ${from} AND created_at < ${to}`));

/** The unshipped order that was placed first. */
const oldestToPack = (db: Db) => {
  const first = unshipped.map(
    (status) => sql`(SELECT id FROM ${orders} WHERE status = ${status} ORDER BY created_at, id LIMIT 1)`,
  );
  const { id, reference, createdAt } = orders;
  return db.read
    .select({ _id: id, reference, createdAt })
    .from(orders)
    .where(sql`id IN (${sql.join(first, sql`, `)})`)
    .orderBy(asc(createdAt))
    .limit(1);
};

/** Cash that couriers have to hand in: of parcels that left and are not paid. */
const cashToCollect = (db: Db) =>
  db.read
    .select({ orders: count(), total: sql<number>`coalesce(sum(total), 0)` })
    .from(orders)
    .where(
      and(
        eq(orders.paymentMethod, 'cod'),
        sql`paid = 0 AND sample = 0`,
        inArray(orders.status, ['Shipped', 'Out for Delivery', 'Delivered']),
      ),
    );

/**
 * Parcels that were shipped before a time and have not arrived, longest on their way first.
 * @param before UTC ms. The order was placed before it too, which the index finds.
 */
const inTransitSince = (db: Db, before: number) => {
  const { id, reference, createdAt, courier } = orders;
  // The full name `orders.id`: drizzle omits the table where a query selects from one table.
  const shipped = sql<number>`(SELECT max(at) FROM ${orderEvents} WHERE order_id = orders.id AND to_status = 'Shipped' AND NOT ${isUndo(sql`id`)})`;
  return db.read
    .select({ _id: id, reference, courier, shipped, all: sql<number>`count(*) OVER ()` })
    .from(orders)
    .where(
      and(
        inArray(orders.status, ['Shipped', 'Out for Delivery']),
        sql`${createdAt} < ${before} AND sample = 0 AND ${shipped} < ${before}`,
      ),
    )
    .orderBy(shipped, id)
    .limit(20);
};

/** @param now UTC ms */
export async function readToday(db: Db, now: number) {
  const first = Math.floor((now + indianOffset) / oneDay) - salesDays + 1;
  const midnight = endOfDay(now) - oneDay;
  const since = first * oneDay - indianOffset;
  // The driver binds numbers as floats; without the cast, every moment would be a day of its own.
  const indianDay = sql<number>`CAST((${orders.createdAt} + ${indianOffset}) / ${oneDay} AS INTEGER)`;
  const [
    [pack],
    [pay],
    [refund],
    low,
    [open],
    sales,
    openFlagRows,
    [held],
    [promises],
    [reported],
    [objected],
    [today],
    [weekBefore],
    [oldest],
    [cash],
    inTransit,
    bestSellers,
  ] = await db.read.batch([
    db.read
      .select({ count: count() })
      .from(orders)
      .where(inArray(orders.status, [...unshipped])),
    db.read.select({ count: count() }).from(orders).where(sql`status = 'Payment Pending'`),
    db.read
      .select({ count: count() })
      .from(refunds)
      .where(inArray(refunds.status, ['due', 'failed'])),
    db.read
      .select({ _id: products.id, name: products.name, stock: products.stock })
      .from(products)
      .where(isLowOnStock)
      .orderBy(products.stock, products.id)
      .limit(20),
    db.read.select({ count: count() }).from(tickets).where(sql`status = 'open'`),
    db.read
      .select({ day: indianDay, orders: count(), total: sql<number>`sum(total)` })
      .from(orders)
      .where(isSale(sql`created_at >= ${since}`))
      .groupBy(indianDay),
    openFlags(db),
    countHeldEmails(db),
    countPromises(db, since, now),
    db.read.select({ count: count() }).from(reviews).where(sql`reported_at > 0`),
    db.read.select({ count: count() }).from(reviews).where(sql`objection_at > 0 AND decided_at IS NULL`),
    salesBetween(db, midnight, now + 1),
    salesBetween(db, midnight - 7 * oneDay, now + 1 - 7 * oneDay),
    oldestToPack(db),
    cashToCollect(db),
    inTransitSince(db, now - longTransitDays * oneDay),
    selectBestSellers(db, since),
  ]);
  const byDay = new Map(sales.map((row) => [row.day, row]));
  return {
    toPack: pack?.count ?? 0,
    awaitingPayment: pay?.count ?? 0,
    refundsDue: refund?.count ?? 0,
    openTickets: open?.count ?? 0,
    heldEmails: held?.count ?? 0,
    reportedReviews: reported?.count ?? 0,
    objectedReviews: objected?.count ?? 0,
    lowStock: low,
    flags: openFlagRows.map(serializeFlag),
    /** Oldest first, with days without a sale. */
    sales: Array.from({ length: salesDays }, (_, n) => {
      const row = byDay.get(first + n);
      return {
        day: dayOf((first + n) * oneDay - indianOffset),
        orders: row?.orders ?? 0,
        amount: toRupees(row?.total ?? 0),
      };
    }),
    promises: promises ?? { due: 0, kept: 0 },
    /** Today, and the same weekday a week before until the same time of day. */
    compared: { today: serializeSales(today), weekBefore: serializeSales(weekBefore) },
    until: isoTime(now - 7 * oneDay),
    oldestToPack: oldest
      ? { _id: oldest._id, reference: oldest.reference, date: isoTime(oldest.createdAt) }
      : null,
    cashToCollect: serializeSales(cash),
    longInTransit: {
      count: inTransit[0]?.all ?? 0,
      orders: inTransit.map(({ all: _, shipped, ...order }) => ({ ...order, shipped: isoTime(shipped) })),
    },
    bestSellers: serializeBestSellers(bestSellers),
  };
}

const serializeSales = (row: { orders: number; total: number } | undefined) => ({
  orders: row?.orders ?? 0,
  amount: toRupees(row?.total ?? 0),
});

/**
 * Orders whose promise is due (delivered, or the last promised day is over), and how many arrived in time. A parcel that
 * came back undelivered is not counted.
 * @param since UTC ms
 */
const countPromises = (db: Db, since: number, now: number) =>
  db.read
    .select({
      due: count(),
      kept: sql<number>`coalesce(sum(date((${orderEvents.at} + ${indianOffset}) / 1000, 'unixepoch') <= promised_to), 0)`,
    })
    .from(orders)
    .leftJoin(
      orderEvents,
      sql`${orderEvents.orderId} = ${orders.id} AND to_status = 'Delivered' AND NOT ${isUndone(orderEvents)}`,
    )
    .where(
      sql`created_at >= ${since} AND promised_to IS NOT NULL AND sample = 0
          AND status NOT IN ('Payment Pending', 'Cancelled')
          AND (${orderEvents.id} IS NOT NULL OR (promised_to < ${dayOf(now)} AND status <> 'Returned'))`,
    );
