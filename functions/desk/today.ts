/** The overview of today: waiting work, flags, low stock and sales. */
import { count, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUndone, orderEvents, orders, products, refunds, reviews, tickets } from '#db/schema/index.ts';
import { lowStock, salesDays } from '#features/desk/today/figures.ts';
import { unshipped } from '#features/orders/order.ts';
import { dayOf, indianOffset, oneDay } from '#lib/dates.ts';
import { toRupees } from '#lib/money.ts';
import { openFlags, serializeFlag } from './flags.ts';
import { countHeldEmails } from './held-emails.ts';

/** @param now UTC ms */
export async function readToday(db: Db, now: number) {
  const first = Math.floor((now + indianOffset) / oneDay) - salesDays + 1;
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
      .where(sql`retired = 0 AND stock <= ${lowStock}`)
      .orderBy(products.stock, products.id)
      .limit(20),
    db.read.select({ count: count() }).from(tickets).where(sql`status = 'open'`),
    db.read
      .select({ day: indianDay, orders: count(), total: sql<number>`sum(total)` })
      .from(orders)
      .where(
        sql`created_at >= ${first * oneDay - indianOffset} AND sample = 0
            AND status NOT IN ('Payment Pending', 'Cancelled', 'Returned')`,
      )
      .groupBy(indianDay),
    openFlags(db),
    countHeldEmails(db),
    countPromises(db, first * oneDay - indianOffset, now),
    db.read.select({ count: count() }).from(reviews).where(sql`reported_at > 0`),
    db.read.select({ count: count() }).from(reviews).where(sql`objection_at > 0 AND decided_at IS NULL`),
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
  };
}

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
