/**
 * The desk's list of orders. Whatever it is narrowed to, it is read from an index in its own order, a page
 * at a time: the 100,000th order costs what the first one does. A search takes what it finds by an index
 * of its own, as long as that is not more than anybody would read.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, refunds, searched } from '#db/schema/index.ts';
import type { RefundStatus } from '#db/schema/payments.ts';
import { readSearch, type Search, type StatusFilter, statusesOf } from '#features/desk/orders.ts';
import {
  type OrderStatus,
  orderStatuses,
  type PaymentMethod,
  paymentMethods,
} from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';
import { type Cursor, pageOf, pageSize } from './paging.ts';

/** @property account a person's id @property from, to UTC ms: at or after, and before */
export type OrderFilter = {
  q?: string | undefined;
  status?: StatusFilter | undefined;
  method?: PaymentMethod | undefined;
  paid?: boolean | undefined;
  account?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

/** Orders that a search sorts at once; when it finds more, the list is walked instead, newest first. */
const mostFound = 1000;

/** After every order that there will be. */
const endOfTime = 8_640_000_000_000_000;

/** SQLite's greatest character: nothing that begins with a text comes after text and this. */
const last = sql.raw('char(1114111)');
const columns: Record<Search['by'], { index: string; column: SQL }> = {
  reference: { index: 'orders_reference', column: sql.raw('reference') },
  email: { index: 'orders_email', column: searched.email },
  phone: { index: 'orders_phone', column: searched.phone },
  name: { index: 'orders_name', column: searched.name },
};

/** Begins with the text; lower case is made by the same function that made the index. */
function begins({ by, text }: Search): SQL {
  const { column } = columns[by];
  const wanted = by === 'email' || by === 'name' ? sql`lower(${text})` : sql`${text}`;
  return sql`${column} >= ${wanted} AND ${column} < ${wanted} || ${last}`;
}

/** Between the days, and after the page before. */
function within({ from, to = endOfTime }: OrderFilter, cursor: Cursor | undefined): SQL {
  const { at, id } = cursor && cursor.at < to ? cursor : { at: to, id: '' };
  const since = from === undefined ? sql`` : sql` AND created_at >= ${from}`;
  return sql`(created_at, id) < (${at}, ${id})${since}`;
}

const one = <T>(value: T | undefined, all: readonly T[]): readonly T[] =>
  value === undefined ? all : [value];

/** @property where what is equal in all rows that the index then has in order of time */
type Run = { index: string; where: SQL };

/** Stretches of an index that hold all orders of a filter, each of them newest first. */
function runsOf({ status, method, paid, account }: OrderFilter): Run[] {
  const statuses = status ? statusesOf(status) : undefined;
  if (account !== undefined)
    return [{ index: 'orders_user', where: asks({ status, method, paid, account }) }];
  if (method !== undefined || paid !== undefined)
    return one(method, paymentMethods).flatMap((method) =>
      one(paid, [true, false]).flatMap((paid) =>
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

/** What a filter asks of a row, whichever index found it. */
function asks({ status, method, paid, account }: OrderFilter): SQL {
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

/** Ids of a page, and of one order more when there is one, from the filter's own stretches. */
const walked = (filter: OrderFilter, rest: SQL): SQL =>
  sql`SELECT id FROM (${sql.join(
    runsOf(filter).map(
      ({ index, where }) => sql`SELECT * FROM (
        SELECT id, created_at FROM ${orders} INDEXED BY ${sql.identifier(index)}
        WHERE ${where} AND ${rest} ${newestFirst})`,
    ),
    sql` UNION ALL `,
  )}) ${newestFirst}`;

/** What a search finds by its own index, one row more than are sorted. */
const found = (search: Search): SQL =>
  sql`SELECT id AS found FROM ${orders} INDEXED BY ${sql.identifier(columns[search.by].index)}
    WHERE ${begins(search)} LIMIT ${mostFound + 1}`;

/** The same page, out of what a search has found. */
const picked = (search: Search, filter: OrderFilter, rest: SQL): SQL =>
  sql`SELECT id FROM (${found(search)}) CROSS JOIN ${orders} ON id = found
    WHERE ${asks(filter)} AND ${rest} ${newestFirst}`;

/**
 * A page of the list, and one row more when there is one.
 * @param crowded the search finds more than are sorted at once
 */
function pageQuery(filter: OrderFilter, cursor: Cursor | undefined, crowded = false): SQL {
  const search = readSearch(filter.q ?? '');
  const rest = within(filter, cursor);
  const ids =
    search && !crowded
      ? picked(search, filter, rest)
      : walked(filter, search ? sql`${rest} AND ${begins(search)}` : rest);
  return sql`
    SELECT o.id, o.reference, o.created_at AS at, o.status, o.paid, o.payment_method AS method, o.total,
           o.sample, o.tracking_id AS trackingId, o.courier,
           trim((o.address ->> 'firstName') || ' ' || (o.address ->> 'lastName')) AS name,
           o.address ->> 'city' AS city, o.address ->> 'phone' AS phone,
           (SELECT sum(quantity) FROM ${orderLines} WHERE order_id = o.id) AS pieces,
           (SELECT count(*) FROM ${orderEvents} WHERE order_id = o.id) AS seen,
           (SELECT status FROM ${refunds} WHERE order_id = o.id ORDER BY created_at DESC LIMIT 1) AS refund
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
  refund: RefundStatus | null;
};

/** The newest orders of a filter, or those after a page. */
export async function listOrders(db: Db, filter: OrderFilter, cursor: Cursor | undefined) {
  const search = readSearch(filter.q ?? '');
  const [rows, [hits]] = await db.read.batch([
    db.read.all<Row>(pageQuery(filter, cursor)),
    db.read.all<{ count: number }>(
      search ? sql`SELECT count(*) AS count FROM (${found(search)})` : sql`SELECT 0 AS count`,
    ),
  ]);
  const crowded = (hits?.count ?? 0) > mostFound;
  const all = crowded ? await db.read.all<Row>(pageQuery(filter, cursor, true)) : rows;
  const page = pageOf(all, ({ at, id }) => ({ at, id }));
  return { orders: page.rows.map(answer), next: page.next };
}

/** Amounts are rupees. */
const answer = ({ id, at, total, paid, sample, method, courier, ...row }: Row) => ({
  _id: id,
  ...row,
  date: new Date(at).toISOString(),
  amount: toRupees(total),
  payment: Boolean(paid),
  paymentMethod: method,
  courierPartner: courier,
  sample: Boolean(sample),
});
