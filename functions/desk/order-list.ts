/**
 * The desk's list of orders (docs/desk.md, "Orders at the desk"). Every filter reads a page from an index that
 * ends in the list's order, so the 100,000th order costs as much as the first. A search reads the index of words, as
 * long as they do not match too many orders.
 */

import { type SQL, sql } from 'drizzle-orm';
import {
  fills,
  isOrdersPayment,
  isPaidOnDelivery,
  isUnconfirmed,
  orderEvents,
  orderLines,
  orders,
  payments,
  reductions,
  refunds,
} from '#db/schema/index.ts';
import { isForeignPayment } from '#db/schema/payments.ts';
import { orderLimit } from '#domain/orders/bulk-constants.ts';
import type { ConfirmReason } from '#domain/orders/confirmation.ts';
import type { OrderFilter } from '#domain/orders/filters.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/order.ts';
import { cashStatuses, isOldestFirst, type StatusFilter, statusesOf } from '#domain/orders/order-rules.ts';
import { searchWords } from '#domain/orders/search-words.ts';
import { type OrderPaymentMethod, orderPaymentMethods } from '#domain/payments/payment-methods.ts';
import { parseOwed } from '#domain/shipping/outstanding.ts';
import { keysOf } from '#lib/keys.ts';
import { pick } from '#lib/pick.ts';
import type { OrderUrl } from '../guests/order-link.ts';
import type { DeskCall } from '../lib/call.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { askToConfirm } from '../orders/confirmation.ts';
import { catchUp, countBehind } from '../orders/follow.ts';
import { undeliveredBefore } from '../orders/undelivered.ts';
import { fewMatches, hasWords, highestCharacter, maxMatches, wordMatches } from './order-words.ts';
import { isOwed } from './outstanding-cash.ts';
import { after, type Cursor, type Paged, pageOf, pageSize } from './paging.ts';

/** The latest time that a date can hold. */
const endOfTime = 8_640_000_000_000_000;

/** The condition for the period, and for the rows after the cursor. */
function inPeriodAfterCursor(filter: OrderFilter, cursor: Cursor | undefined): SQL {
  const { from = 0, to = endOfTime } = filter;
  if (isOldestFirst(filter.status)) {
    const { at, id } = cursor && cursor.at >= from ? cursor : { at: from, id: '' };
    return sql`(created_at, id) > (${at}, ${id}) AND created_at < ${to}`;
  }
  const { at, id } = cursor && cursor.at < to ? cursor : { at: to, id: '' };
  return sql`(created_at, id) < (${at}, ${id}) AND created_at >= ${from}`;
}

const oneOrAll = <T>(value: T | undefined, all: readonly T[]): readonly T[] =>
  value === undefined ? all : [value];

/** Part of an index. @property where an equality on its leading columns, so that its rows are ordered by time */
type IndexRange = { index: string; where: SQL };

/** Cash to collect, as Today counts it. `+`: the status is read from the index by another condition. */
const isToCollect = sql`${isPaidOnDelivery} AND paid = 0 AND sample = 0 AND +status IN ${[...cashStatuses]}`;

const ofStatus = (status: StatusFilter): SQL => {
  const is = sql`status IN ${[...statusesOf(status)]}`;
  if (status === 'unconfirmed') return isUnconfirmed;
  return status === 'unshipped' ? sql`${is} AND NOT (${isUnconfirmed})` : is;
};

/** The condition of each filter on a row. The search and the period are parts of `pageQuery`. */
const conditions = {
  status: ({ status }) => ofStatus(status),
  method: ({ method }) => sql`payment_method = ${method}`,
  paid: ({ paid }) => (paid === 'collect' ? isToCollect : sql`paid = ${paid === 'yes' ? 1 : 0}`),
  account: ({ account }) => sql`user_id = ${account}`,
  owed: ({ owed }) => isOwed(parseOwed(owed)),
} satisfies Record<Exclude<keyof OrderFilter, 'q' | 'from' | 'to'>, (filter: Required<OrderFilter>) => SQL>;

/** The filter as a condition on a row. */
function matchesFilter(filter: OrderFilter): SQL {
  const given = keysOf(conditions).filter((name) => filter[name] !== undefined);
  const each = given.map((name) => conditions[name](filter as Required<OrderFilter>));
  return sql.join([sql`true`, ...each], sql` AND `);
}

/** The ranges of indexes that together hold all orders of a filter. */
function indexRanges(filter: OrderFilter): IndexRange[] {
  const { status, method, paid, account, owed } = filter;
  const statuses = status && statusesOf(status);
  const also = status === 'unshipped' ? sql` AND NOT (${isUnconfirmed})` : sql``;
  const range = (index: string, of?: OrderFilter) => ({
    index,
    where: sql`${matchesFilter({ ...filter, ...of })}${also}`,
  });
  if (account !== undefined) return [range('orders_user')];
  if (status === 'unconfirmed') return [range('orders_unconfirmed')];
  if (paid === 'collect')
    return (statuses ?? cashStatuses).map((status) => range('orders_paying', { status }));
  if (owed !== undefined) return [range('orders_paying')];
  if (method !== undefined || paid !== undefined)
    return oneOrAll(method, orderPaymentMethods).flatMap((method) =>
      oneOrAll(paid, ['yes', 'no'] as const).flatMap((paid) =>
        (statuses ?? orderStatuses).map((status) => range('orders_paying', { method, paid, status })),
      ),
    );
  return statuses?.map((status) => range('orders_status', { status })) ?? [range('orders_created')];
}

/** @param orders the table, where another one has an `id` too */
const inOrder = ({ status }: OrderFilter, orders?: SQL): SQL => {
  const of = orders ? sql`${orders}.` : sql``;
  return isOldestFirst(status)
    ? sql`ORDER BY ${of}created_at, ${of}id`
    : sql`ORDER BY ${of}created_at DESC, ${of}id DESC`;
};

/** Orders that a page of a search reads, where each of its words has too many matches. */
const maxRead = 3000;
/** How many it looks at: each range of an index may have all of them. */
const mostLooked = (filter: OrderFilter): number => Math.ceil(maxRead / indexRanges(filter).length);

/** The first orders of the filter's index ranges, in the list's order. Those of one range are read one by one. */
const fromIndexes = (filter: OrderFilter, cursor: Cursor | undefined, most: number): SQL => {
  const first = sql`${inOrder(filter)} LIMIT ${most}`;
  const [one, ...others] = indexRanges(filter).map(
    ({ index, where }) => sql`SELECT id, created_at FROM ${orders} INDEXED BY ${sql.identifier(index)}
        WHERE ${where} AND ${inPeriodAfterCursor(filter, cursor)} ${first}`,
  );
  if (!one || !others.length) return one ?? sql`SELECT id, created_at FROM ${orders} WHERE false`;
  const all = [one, ...others].map((range) => sql`SELECT * FROM (${range})`);
  return sql`SELECT id, created_at FROM (${sql.join(all, sql` UNION ALL `)}) ${first}`;
};

/** Ids of a page and of one more order, from the filter's index ranges. */
const idsFromIndexes = (filter: OrderFilter, cursor: Cursor | undefined, words: readonly string[]): SQL => {
  if (!words.length) return sql`SELECT id FROM (${fromIndexes(filter, cursor, pageSize + 1)})`;
  // They come in order. To sort them again would read all of them, also where the first ones are a page.
  return sql`SELECT id FROM (${fromIndexes(filter, cursor, mostLooked(filter))})
    WHERE ${sql.join(hasWords(words), sql` AND `)} LIMIT ${pageSize + 1}`;
};

/** The last of the orders that such a page looks at; none where these are all that are left. */
const lastLooked = (filter: OrderFilter, cursor: Cursor | undefined): SQL =>
  sql`SELECT id, created_at AS at FROM (${fromIndexes(filter, cursor, mostLooked(filter))})
    LIMIT 1 OFFSET ${mostLooked(filter) - 1}`;

/** Orders whose number, id, email address or tracking number is the word: found without the index of words. */
const keyMatches = (word: string): SQL =>
  sql`SELECT id AS match_id FROM ${orders} WHERE reference = 'ORD-' || ${word}
    UNION ALL SELECT id FROM ${orders} WHERE id >= lower(${word}) AND id < lower(${word}) || ${highestCharacter} AND length(${word}) >= 8
    UNION ALL SELECT id FROM ${orders} WHERE lower(address ->> 'email') = lower(${word})
    UNION ALL SELECT id FROM ${orders} WHERE tracking_id IS NOT NULL AND tracking_id IN (${word}, upper(${word}))`;

/** While older orders still get their words (functions/jobs/fills.ts). */
const isIndexing = sql`SELECT 1 AS "is" WHERE EXISTS (SELECT 1 FROM ${orders} WHERE created_at > 0) AND
  (SELECT count(*) FROM ${fills} WHERE name IN ('order_words', 'order_words_more') AND finished_at IS NOT NULL) < 2`;

/** Ids of a page and of one more order, from the matches of a word. */
const idsFromMatches = (matches: SQL, filter: OrderFilter, alsoWhere: SQL): SQL =>
  sql`SELECT id FROM (SELECT DISTINCT match_id FROM (${matches})) CROSS JOIN ${orders} ON id = match_id
    WHERE ${matchesFilter(filter)} AND ${alsoWhere} ${inOrder(filter)} LIMIT ${pageSize + 1}`;

/** Condition: everything that was paid has been sent back. */
const isRefunded = sql`(SELECT sum(amount) FROM ${refunds} INDEXED BY refunds_order WHERE order_id = o.id AND status = 'done' AND reason <> 'postage'
    AND NOT (${isForeignPayment}))
  >= coalesce((SELECT amount FROM ${payments} AS p WHERE ${isOrdersPayment}), o.total)`;

/** Condition: everything came back, and any of it was exchanged (`orderState` of src/domain/orders/order-state.ts). */
const isExchanged = sql`EXISTS (SELECT 1 FROM ${refunds} INDEXED BY refunds_order WHERE order_id = o.id AND transfer = 'exchange')
  AND (SELECT sum(quantity) FROM ${reductions} WHERE order_id = o.id AND kind = 'returned')
    >= (SELECT sum(quantity) FROM ${orderLines} WHERE order_id = o.id)`;

/**
 * A page of the list and one more row.
 * @param rarest the word of the search whose matches are sorted; undefined if each has too many
 * @param alsoByKeys whether a word may also be a whole key of an order that has no words yet
 */
function pageQuery(
  filter: OrderFilter,
  cursor: Cursor | undefined,
  words: readonly string[],
  rarest?: string,
  alsoByKeys = false,
): SQL {
  const others = words.filter((word) => word !== rarest);
  const matches = (word: string) =>
    alsoByKeys ? sql`SELECT * FROM (${fewMatches(word)}) UNION ALL ${keyMatches(word)}` : fewMatches(word);
  const ids =
    rarest === undefined
      ? idsFromIndexes(filter, cursor, words)
      : idsFromMatches(
          matches(rarest),
          filter,
          sql.join([inPeriodAfterCursor(filter, cursor), ...hasWords(others)], sql` AND `),
        );
  return sql`
    SELECT o.id, o.reference, o.created_at AS createdAt, o.status, o.paid, o.payment_method AS paymentMethod, o.total,
           o.sample, o.tracking_id AS trackingId, o.courier, o.tags,
           ${fullNameIn(sql`o.address`)} AS name,
           o.address ->> 'city' AS city, o.address ->> 'phone' AS phone,
           (SELECT sum(quantity) FROM ${orderLines} WHERE order_id = o.id) AS pieces,
           (SELECT count(*) FROM ${orderEvents} WHERE order_id = o.id) AS seen,
           ${undeliveredBefore(sql`o.id`, sql`o.address ->> 'phone'`)} AS undelivered,
           o.undelivered AS cameBack, ${isRefunded} AS refunded, ${isExchanged} AS exchanged, o.link_version AS linkVersion,
           iif(o.confirmed_at IS NULL AND o.status = 'Order Placed', o.confirm_reason, NULL) AS toConfirm
    FROM (${ids}) AS page CROSS JOIN ${orders} AS o ON o.id = page.id
    ${inOrder(filter, sql`o`)}`;
}

type Row = {
  id: string;
  reference: string;
  createdAt: number;
  status: OrderStatus;
  paid: number;
  paymentMethod: OrderPaymentMethod;
  total: number;
  sample: number;
  trackingId: string | null;
  courier: string | null;
  /** JSON */
  tags: string;
  name: string;
  city: string;
  phone: string;
  pieces: number | null;
  seen: number;
  /** Other parcels to this phone number that came back undelivered. */
  undelivered: number;
  refunded: number | null;
  exchanged: number | null;
  /** Returned because the courier could not deliver it. */
  cameBack: number;
  /** Why its buyer is asked to confirm it, while it waits for that. */
  toConfirm: ConfirmReason | null;
  linkVersion: number;
};

/**
 * A page of the orders of a filter, in the order of its status (`isOldestFirst`).
 * @param orderUrl makes the links for the buyers who are asked to confirm
 * @returns `indexing`: a search does not find all orders yet
 */
export async function listOrders(call: DeskCall, request: OrderFilter & Paged, isCaughtUp = false) {
  const { db, urls } = call;
  const { after: cursor, ...filter } = request;
  const words = searchWords(filter.q ?? '');
  const [likelyRarest] = words;
  const [rows, found, [follower], ...counts] = await db.read.batch([
    db.read.all<Row>(pageQuery(filter, cursor, words, likelyRarest)),
    db.read.all(words.length ? isIndexing : sql`SELECT 1 WHERE false`),
    countBehind(db),
    ...words.map((word) =>
      db.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM (${wordMatches(word)})`),
    ),
  ]);
  const isBehind = words.length > 0 && Boolean(follower?.behind);
  if (isBehind && !isCaughtUp && !(await catchUp(db))) return listOrders(call, request, true);
  const rarest = words.find((_, n) => (counts[n]?.[0]?.count ?? 0) <= maxMatches);
  const indexing = isBehind || found.length > 0;
  const all =
    rarest === likelyRarest && !indexing
      ? rows
      : await db.read.all<Row>(pageQuery(filter, cursor, words, rarest, indexing));
  const page = pageOf(all, ({ createdAt, id }) => ({ at: createdAt, id }));
  // More may be further back than the page has looked.
  const [last] =
    page.next === null && words.length && rarest === undefined
      ? await db.read.all<Cursor>(lastLooked(filter, cursor))
      : [];
  const next = last ? `${last.at}.${last.id}` : page.next;
  return { rows: page.rows.map((row) => orderOf(row, urls.order)), next, indexing };
}

/**
 * What a selection needs of all orders of a filter, in the list's order.
 * @returns at most `limit` orders, and whether there are more
 */
export async function listMatching(call: DeskCall, filter: OrderFilter & Paged) {
  const found: Awaited<ReturnType<typeof listOrders>>['rows'] = [];
  let next: string | null | undefined;
  do {
    const page = await listOrders(call, { ...filter, after: after.parse(next ?? undefined) });
    found.push(...page.rows);
    next = page.next;
  } while (next && found.length < orderLimit);
  const rows = found
    .slice(0, orderLimit)
    .map((order) => pick(order, ['id', 'reference', 'status', 'seen', 'paid', 'paymentMethod']));
  return { rows, more: Boolean(next) || found.length > orderLimit };
}

/** A row with its own types, and the text for a buyer who is asked to confirm. */
const orderOf = (
  { refunded, exchanged, cameBack, toConfirm, tags, linkVersion, ...row }: Row,
  orderUrl: OrderUrl | undefined,
) => ({
  ...row,
  paid: Boolean(row.paid),
  tags: JSON.parse(tags) as string[],
  sample: Boolean(row.sample),
  refunded: Boolean(refunded),
  exchanged: Boolean(exchanged),
  cameBack: Boolean(cameBack),
  toConfirm: toConfirm && {
    reason: toConfirm,
    text: askToConfirm(row, orderUrl?.({ id: row.id, linkVersion })),
  },
});
