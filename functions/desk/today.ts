/** The overview of today: waiting work, flags, low stock, sales and best sellers. */
import { asc, count, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  isLowOnStock,
  isSale,
  isUnconfirmed,
  isUndo,
  orderEvents,
  orders,
  products,
  refunds,
  returns,
  reviews,
  ticketAnswers,
  tickets,
  totals,
} from '#db/schema/index.ts';
import { lateBefore } from '#domain/delivery/promise.ts';
import { longTransitDays, salesDays } from '#domain/desk/figures.ts';
import { type OrderStatus, unshipped } from '#domain/orders/order.ts';
import { dayOf, indianOffset, oneDay, oneHour } from '#lib/dates.ts';
import type { DeskCall } from '../lib/call.ts';
import { rules } from '../lib/delivery.ts';
import { store } from '../lib/store.ts';
import { dayNumber, hourNumber, isTotal, startOfHour, stillCounting } from '../lib/totals.ts';
import { catchUp, countBehind } from '../orders/follow.ts';
import { selectBestSellers } from './best-sellers.ts';
import { openFlags, titledFlag } from './flags.ts';
import { countHeldEmails } from './held-emails.ts';
import { countPhotoReviews } from './reviews.ts';

/**
 * Statement: how much work of each kind waits longer than the shop's texts promise: messages and requests for a return
 * (`care.replyHours` of the store settings), and refunds (`refunds.businessDays`). @param now UTC ms
 */
function countLate(db: Db, now: number) {
  const unanswered = now - store.care.replyHours * oneHour;
  const unsent = lateBefore(rules, now, store.refunds.businessDays);
  return db.read.all<{ messages: number; returns: number; refunds: number }>(sql`
    SELECT
      (SELECT count(*) FROM ${tickets} AS t WHERE t.status = 'open' AND t.created_at < ${unanswered}
        AND NOT EXISTS (SELECT 1 FROM ${ticketAnswers} WHERE ticket_id = t.id)) AS messages,
      (SELECT count(*) FROM ${returns} WHERE status = 'Requested' AND created_at < ${unanswered}) AS returns,
      (SELECT count(*) FROM ${refunds} WHERE status IN ('due', 'failed') AND created_at < ${unsent}) AS refunds`);
}

/** The columns for sums of sales. */
const salesColumns = {
  orders: sql<number>`coalesce(sum(${totals.count}), 0)`,
  total: sql<number>`coalesce(sum(${totals.amount}), 0)`,
};

/** The sales of whole hours. @param from number of the first hour @param to of the hour after the last one */
const salesInHours = (db: Db, from: number, to: number) =>
  db.read
    .select(salesColumns)
    .from(totals)
    .where(sql`name = 'sales of hours' AND at >= ${from} AND at < ${to}`);

/** The sales of a part of an hour. @param from UTC ms, inclusive @param to UTC ms, exclusive */
const salesBetween = (db: Db, from: number, to: number) =>
  db.read
    .select({ orders: count(), total: sql<number>`coalesce(sum(total), 0)` })
    .from(orders)
    .where(
      sql`created_at >= ${from} AND created_at < ${to} AND sample = 0
        AND status NOT IN ('Payment Pending', 'Cancelled', 'Returned') AND ${isSale}`,
    );

/** The unshipped order that was placed first, and need not be confirmed. */
const oldestToPack = (db: Db) => {
  const first = unshipped.map(
    (status) =>
      sql`(SELECT id FROM ${orders} WHERE status = ${status} AND NOT (${isUnconfirmed}) ORDER BY created_at, id LIMIT 1)`,
  );
  const { id, reference, createdAt } = orders;
  return db.read
    .select({ id, reference, createdAt })
    .from(orders)
    .where(sql`id IN (${sql.join(first, sql`, `)})`)
    .orderBy(asc(createdAt))
    .limit(1);
};

/** Cash orders that wait for being confirmed: of two days, since the job ends older ones. */
const countUnconfirmed = (db: Db) =>
  db.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM ${orders} INDEXED BY orders_unconfirmed
    WHERE ${isUnconfirmed} AND created_at > 0`);

/** Cash that couriers have to hand in: of parcels that left and are not paid. */
const cashToCollect = (db: Db) => db.read.select(salesColumns).from(totals).where(isTotal('cash'));

/** Parcels of a status that are looked at, those whose orders are oldest. */
const mostInTransit = 500;

/**
 * Parcels that were shipped before a time and have not arrived, longest on their way first.
 * @param before UTC ms. The order was placed before it too, which the index finds.
 */
const inTransitSince = (db: Db, before: number) => {
  const { id, reference, courier } = orders;
  // The full name `orders.id`: drizzle omits the table where a query selects from one table.
  const shipped = sql<number>`(SELECT max(at) FROM ${orderEvents} WHERE order_id = orders.id AND to_status = 'Shipped' AND NOT ${isUndo(sql`id`)})`;
  const oldest = (['Shipped', 'Out for Delivery'] satisfies OrderStatus[]).map(
    (status) => sql`SELECT id FROM (SELECT id FROM ${orders} INDEXED BY orders_status
      WHERE status = ${status} AND created_at < ${before} ORDER BY created_at, id LIMIT ${mostInTransit})`,
  );
  return db.read
    .select({ id, reference, courier, shipped, all: sql<number>`count(*) OVER ()` })
    .from(orders)
    .where(sql`id IN (${sql.join(oldest, sql` UNION ALL `)}) AND sample = 0 AND ${shipped} < ${before}`)
    .orderBy(shipped, id)
    .limit(20);
};

/** Amounts are paise. @param now UTC ms */
export async function readToday(call: Pick<DeskCall, 'db' | 'now'>, isCaughtUp = false) {
  const { db, now } = call;
  const first = dayNumber(now) - salesDays + 1;
  const midnight = dayNumber(now) * 24;
  const aWeekAgo = now - 7 * oneDay;
  const [
    [counting],
    statuses,
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
    [sameHour],
    [oldest],
    [cash],
    inTransit,
    bestSellers,
    [unconfirmed],
    [withPhotos],
    [late],
    [follower],
  ] = await db.read.batch([
    stillCounting(db, 'orders'),
    db.read.select({ status: totals.about, count: totals.count }).from(totals).where(isTotal('status')),
    db.read
      .select({ count: count() })
      .from(refunds)
      .where(inArray(refunds.status, ['due', 'failed'])),
    db.read
      .select({ id: products.id, name: products.name, stock: products.stock })
      .from(products)
      .where(isLowOnStock)
      .orderBy(products.stock, products.id)
      .limit(20),
    db.read.select({ count: count() }).from(tickets).where(sql`status = 'open'`),
    db.read
      .select({ day: totals.at, orders: totals.count, total: totals.amount })
      .from(totals)
      .where(sql`name = 'sales' AND at >= ${first}`),
    openFlags(db),
    countHeldEmails(db),
    countPromises(db, first, now),
    db.read.select({ count: count() }).from(reviews).where(sql`reported_at > 0`),
    db.read.select({ count: count() }).from(reviews).where(sql`objection_at > 0 AND decided_at IS NULL`),
    salesInHours(db, midnight, midnight + 24),
    salesInHours(db, midnight - 7 * 24, hourNumber(aWeekAgo)),
    salesBetween(db, startOfHour(hourNumber(aWeekAgo)), aWeekAgo + 1),
    oldestToPack(db),
    cashToCollect(db),
    inTransitSince(db, now - longTransitDays * oneDay),
    selectBestSellers(db, first),
    countUnconfirmed(db),
    countPhotoReviews(db),
    countLate(db, now),
    countBehind(db),
  ]);
  const isBehind = Boolean(follower?.behind);
  if (isBehind && !isCaughtUp && !(await catchUp(db))) return readToday(call, true);
  const toConfirm = unconfirmed?.count ?? 0;
  const byDay = new Map(sales.map((row) => [row.day, row]));
  const countOf = (...counted: readonly OrderStatus[]) =>
    statuses.reduce((sum, { status, count }) => sum + (counted.some((one) => one === status) ? count : 0), 0);
  return {
    /** Old orders, or the newest ones of a rush, are not counted yet, so the figures are not complete. */
    counting: isBehind || counting !== undefined,
    toPack: countOf(...unshipped) - toConfirm,
    toConfirm,
    awaitingPayment: countOf('Payment Pending'),
    refundsDue: refund?.count ?? 0,
    openTickets: open?.count ?? 0,
    /** What waits longer than the shop's texts promise. */
    late: late ?? { messages: 0, returns: 0, refunds: 0 },
    heldEmails: held?.count ?? 0,
    reportedReviews: reported?.count ?? 0,
    objectedReviews: objected?.count ?? 0,
    reviewsWithPhotos: withPhotos?.count ?? 0,
    lowStock: low,
    flags: openFlagRows.map(titledFlag),
    /** Oldest first, with days without a sale. */
    sales: Array.from({ length: salesDays }, (_, n) => {
      const row = byDay.get(first + n);
      return {
        day: dayOf((first + n) * oneDay - indianOffset),
        orders: row?.orders ?? 0,
        total: row?.total ?? 0,
      };
    }),
    promises: promises ?? { due: 0, kept: 0 },
    /** Today, and the same weekday a week before until the same time of day. */
    compared: { today: sumOf(today), weekBefore: sumOf(weekBefore, sameHour) },
    until: aWeekAgo,
    oldestToPack: oldest ?? null,
    cashToCollect: sumOf(cash),
    longInTransit: { count: inTransit[0]?.all ?? 0, orders: inTransit.map(({ all: _, ...order }) => order) },
    bestSellers,
  };
}

const sumOf = (...parts: readonly ({ orders: number; total: number } | undefined)[]) => ({
  orders: parts.reduce((sum, part) => sum + (part?.orders ?? 0), 0),
  total: parts.reduce((sum, part) => sum + (part?.total ?? 0), 0),
});

/**
 * Orders whose promise is due (delivered, or the last promised day is over), and how many arrived in time. A parcel that
 * came back undelivered is not counted. @param since number of the first day on which they were placed
 */
const countPromises = (db: Db, since: number, now: number) =>
  db.read
    .select({
      due: sql<number>`coalesce(sum(${totals.count}), 0)`,
      kept: sql<number>`coalesce(sum(iif(about = 'kept', ${totals.count}, 0)), 0)`,
    })
    .from(totals)
    .where(
      sql`name = 'promises' AND at >= ${since}
        AND (about IN ('kept', 'late') OR (about > '' AND about < ${dayOf(now)}))`,
    );
