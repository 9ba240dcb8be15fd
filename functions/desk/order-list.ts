/**
 * The desk's list of orders. Every filter reads a page from an index that ends in the list's order, so the 100,000th
 * order costs as much as the first. A search reads its own index, as long as it does not match too many orders.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orderSearch, orders, refunds } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import { readSearch, type Search, type StatusFilter, statusesOf } from '#features/desk/orders/order-rules.ts';
import {
  type OrderStatus,
  orderStatuses,
  type PaymentMethod,
  paymentMethods,
} from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';
import { undeliveredBefore } from '../orders/undelivered.ts';
import { type Cursor, pageOf, pageSize } from './paging.ts';

/** @property account an account's id @property from UTC ms, inclusive @property to UTC ms, exclusive */
export type OrderFilter = {
  q?: string | undefined;
  status?: StatusFilter | undefined;
  method?: PaymentMethod | undefined;
  paid?: boolean | undefined;
  account?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

/** Matches that a search sorts at once. With more, the list is read newest first and filtered by the search. */
const maxMatches = 1000;

/** The latest time that a date can hold. */
const endOfTime = 8_640_000_000_000_000;

/** The highest character: every text with a prefix sorts before the prefix followed by it. */
const highestCharacter = sql.raw('char(1114111)');
const searchColumns: Record<Search['by'], { index: string; column: SQL }> = {
  reference: { index: 'orders_reference', column: sql.raw('reference') },
  email: { index: 'orders_email', column: orderSearch.email },
  phone: { index: 'orders_phone', column: orderSearch.phone },
  name: { index: 'orders_name', column: orderSearch.name },
};

/** The condition that a column begins with the text. `lower()` is the function that the index uses. */
function startsWith({ by, text }: Search): SQL {
  const { column } = searchColumns[by];
  const prefix = by === 'email' || by === 'name' ? sql`lower(${text})` : sql`${text}`;
  return sql`${column} >= ${prefix} AND ${column} < ${prefix} || ${highestCharacter}`;
}

/** The condition for the period, and for the rows after the cursor. */
function inPeriodAfterCursor({ from, to = endOfTime }: OrderFilter, cursor: Cursor | undefined): SQL {
  const { at, id } = cursor && cursor.at < to ? cursor : { at: to, id: '' };
  const since = from === undefined ? sql`` : sql` AND created_at >= ${from}`;
  return sql`(created_at, id) < (${at}, ${id})${since}`;
}

const oneOrAll = <T>(value: T | undefined, all: readonly T[]): readonly T[] =>
  value === undefined ? all : [value];

/** Part of an index. @property where an equality on its leading columns, so that its rows are ordered by time */
type IndexRange = { index: string; where: SQL };

/** The ranges of indexes that together hold all orders of a filter. */
function indexRanges({ status, method, paid, account }: OrderFilter): IndexRange[] {
  const statuses = status ? statusesOf(status) : undefined;
  if (account !== undefined)
    return [{ index: 'orders_user', where: matchesFilter({ status, method, paid, account }) }];
  if (method !== undefined || paid !== undefined)
    return oneOrAll(method, paymentMethods).flatMap((method) =>
      oneOrAll(paid, [true, false]).flatMap((paid) =>
        (statuses ?? orderStatuses).map((status) => ({
          index: 'orders_paying',
          where: sql`payment_method = ${method} AND paid = ${paid ? 1 : 0} AND status = ${status}`,
        })),
      ),
    );
  return statuses
    ? statuses.map((status) => ({ index: 'orders_status', where: sql`status = ${status}` }))
    : [{ index: 'orders_created', where: sql`true` }];
}

/** The filter as a condition on a row. */
function matchesFilter({ status, method, paid, account }: OrderFilter): SQL {
  return sql.join(
    [
      sql`true`,
      ...(status ? [sql`status IN ${[...statusesOf(status)]}`] : []),
      ...(method === undefined ? [] : [sql`payment_method = ${method}`]),
      ...(paid === undefined ? [] : [sql`paid = ${paid ? 1 : 0}`]),
      ...(account === undefined ? [] : [sql`user_id = ${account}`]),
    ],
    sql` AND `,
  );
}

const newestFirst = sql`ORDER BY created_at DESC, id DESC LIMIT ${pageSize + 1}`;

/** Ids of a page and of one more order, from the filter's index ranges. */
const idsFromIndexes = (filter: OrderFilter, alsoWhere: SQL): SQL =>
  sql`SELECT id FROM (${sql.join(
    indexRanges(filter).map(
      ({ index, where }) => sql`SELECT * FROM (
        SELECT id, created_at FROM ${orders} INDEXED BY ${sql.identifier(index)}
        WHERE ${where} AND ${alsoWhere} ${newestFirst})`,
    ),
    sql` UNION ALL `,
  )}) ${newestFirst}`;

/** Matches of a search by its own index, at most one more than are sorted. */
const searchMatches = (search: Search): SQL =>
  sql`SELECT id AS match_id FROM ${orders} INDEXED BY ${sql.identifier(searchColumns[search.by].index)}
    WHERE ${startsWith(search)} LIMIT ${maxMatches + 1}`;

/** Ids of a page and of one more order, from the matches of a search. */
const idsFromSearch = (search: Search, filter: OrderFilter, alsoWhere: SQL): SQL =>
  sql`SELECT id FROM (${searchMatches(search)}) CROSS JOIN ${orders} ON id = match_id
    WHERE ${matchesFilter(filter)} AND ${alsoWhere} ${newestFirst}`;

/**
 * A page of the list and one more row.
 * @param tooManyMatches the search matches more orders than are sorted at once
 */
function pageQuery(filter: OrderFilter, cursor: Cursor | undefined, tooManyMatches = false): SQL {
  const search = readSearch(filter.q ?? '');
  const alsoWhere = inPeriodAfterCursor(filter, cursor);
  const ids =
    search && !tooManyMatches
      ? idsFromSearch(search, filter, alsoWhere)
      : idsFromIndexes(filter, search ? sql`${alsoWhere} AND ${startsWith(search)}` : alsoWhere);
  return sql`
    SELECT o.id, o.reference, o.created_at AS at, o.status, o.paid, o.payment_method AS method, o.total,
           o.sample, o.tracking_id AS trackingId, o.courier,
           trim((o.address ->> 'firstName') || ' ' || (o.address ->> 'lastName')) AS name,
           o.address ->> 'city' AS city, o.address ->> 'phone' AS phone,
           (SELECT sum(quantity) FROM ${orderLines} WHERE order_id = o.id) AS pieces,
           (SELECT count(*) FROM ${orderEvents} WHERE order_id = o.id) AS seen,
           ${undeliveredBefore(sql`o.id`, sql`o.address ->> 'phone'`)} AS undelivered,
           (SELECT status FROM ${refunds} WHERE order_id = o.id ORDER BY status = 'done', created_at DESC LIMIT 1) AS refund
    FROM (${ids}) AS page CROSS JOIN ${orders} AS o ON o.id = page.id
    ORDER BY o.created_at DESC, o.id DESC`;
}

type Row = {
  id: string;
  reference: string;
  at: number;
  status: OrderStatus;
  paid: number;
  method: PaymentMethod;
  total: number;
  sample: number;
  trackingId: string | null;
  courier: string | null;
  name: string;
  city: string;
  phone: string;
  pieces: number | null;
  seen: number;
  /** Other parcels to this phone number that came back undelivered. */
  undelivered: number;
  refund: RefundStatus | null;
};

/** A page of the orders of a filter, newest first. */
export async function listOrders(db: Db, filter: OrderFilter, cursor: Cursor | undefined) {
  const search = readSearch(filter.q ?? '');
  const [rows, [hits]] = await db.read.batch([
    db.read.all<Row>(pageQuery(filter, cursor)),
    db.read.all<{ count: number }>(
      search ? sql`SELECT count(*) AS count FROM (${searchMatches(search)})` : sql`SELECT 0 AS count`,
    ),
  ]);
  const tooManyMatches = (hits?.count ?? 0) > maxMatches;
  const all = tooManyMatches ? await db.read.all<Row>(pageQuery(filter, cursor, true)) : rows;
  const page = pageOf(all, ({ at, id }) => ({ at, id }));
  return { orders: page.rows.map(serialize), next: page.next };
}

/** Amounts are rupees. */
const serialize = ({ id, at, total, paid, sample, method, courier, ...row }: Row) => ({
  _id: id,
  ...row,
  date: new Date(at).toISOString(),
  amount: toRupees(total),
  payment: Boolean(paid),
  paymentMethod: method,
  courierPartner: courier,
  sample: Boolean(sample),
});
