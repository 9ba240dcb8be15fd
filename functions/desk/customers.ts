/**
 * The desk's list of customers (docs/desk.md, "Customers"): who has ordered, the newest order first. It is read from the index
 * of orders by time, where an order stands for its customer if it is their newest one. A search collects the customers from
 * indexes: of the words of orders, and of names, email addresses and phones.
 */

import { type SQL, sql } from 'drizzle-orm';
import { cleanLine } from 'shop-import/clean-line';
import { isSale, orders, users } from '#db/schema/index.ts';
import { mailAddress } from '#domain/accounts/guest-email.ts';
import { maxCounted } from '#domain/customers/customer.ts';
import { searchWords } from '#domain/orders/search-words.ts';
import { cleanEmail } from '#lib/clean.ts';
import { customerIds } from '../guests/customer.ts';
import type { DeskCall } from '../lib/call.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { catchUp, countBehind } from '../orders/follow.ts';
import { fewMatches, startsWith, wordMatches } from './order-words.ts';
import { afterCursor, type Cursor, type Paged, pageOf, pageSize } from './paging.ts';

/** Matches of a word, and people of a name or address, that a search looks at: each needs its newest order. */
const maxMatches = 500;

/** The condition on order `o` that its customer `u` has no newer one. */
const isNewest = (() => {
  const newer = sql`(newer.created_at, newer.id) > (o.created_at, o.id)`;
  return sql`NOT EXISTS (SELECT 1 FROM ${orders} AS newer WHERE newer.user_id = o.user_id AND ${newer})
    AND NOT EXISTS (SELECT 1 FROM ${users} AS other CROSS JOIN ${orders} AS newer ON newer.user_id = other.id
      WHERE u.guest = 1 AND other.guest = 1 AND other.email = u.email AND other.id <> u.id AND ${newer})`;
})();

/** A page of all customers with an order, and one more. */
const everybody = (cursor: Cursor | undefined): SQL => sql`
  SELECT o.user_id AS id, o.created_at AS at, o.id AS order_id, o.id AS "key"
  FROM ${orders} AS o INDEXED BY orders_created CROSS JOIN ${users} AS u ON u.id = o.user_id
  WHERE ${afterCursor(cursor, sql`o.created_at`, sql`o.id`)} AND ${isNewest}
  ORDER BY o.created_at DESC, o.id DESC LIMIT ${pageSize + 1}`;

/** The condition on an order that a word is of the name, the email address or the phone. The index of words has more of it. */
function isOfPerson(word: string): SQL {
  const name = sql`' ' || replace(lower(${fullNameIn(sql`address`)}), '-', ' ')`;
  return sql`(instr(${name}, ' ' || lower(${word})) OR instr(address ->> 'phone', ${word})
    OR substr(lower(address ->> 'email'), 1, length(${word})) = lower(${word}))`;
}

/** People whose own name, email address or phone fits the text: at most one more than are sorted, of each. */
function ownMatches(text: string, words: readonly string[]): SQL[] {
  const email = cleanEmail(text);
  const [word = ''] = words;
  const limited = (where: SQL) =>
    sql`SELECT * FROM (SELECT id AS user_id FROM ${users} WHERE ${where} LIMIT ${maxMatches + 1})`;
  return [
    limited(startsWith(sql`lower(name)`, text)),
    limited(sql`${startsWith(sql`email`, email)} AND guest = 0`),
    limited(sql`${startsWith(sql`email`, email)} AND guest = 1`),
    limited(sql`phone = ${word} AND guest = 1`),
  ];
}

/** The id of the newest order of customer `u`. Accounts apart: the index has their orders by time. */
const newestOrderId = (() => {
  const first = sql`ORDER BY n.created_at DESC, n.id DESC LIMIT 1`;
  return sql`iif(u.guest = 1,
    (SELECT n.id FROM ${users} AS other CROSS JOIN ${orders} AS n ON n.user_id = other.id
      WHERE other.guest = 1 AND other.email = u.email ${first}),
    (SELECT n.id FROM ${orders} AS n WHERE n.user_id = u.id ${first}))`;
})();

/** A page of the customers that a search finds, and one more. @param rarest the word whose matches are read */
function found(own: readonly SQL[], words: readonly string[], rarest: string, cursor: Cursor | undefined) {
  const byOrder = sql`SELECT user_id FROM (SELECT DISTINCT match_id FROM (${fewMatches(rarest, maxMatches)}))
    CROSS JOIN ${orders} ON id = match_id
    WHERE user_id IS NOT NULL AND ${sql.join(words.map(isOfPerson), sql` AND `)}`;
  return sql`
    SELECT id, at, order_id, "key" FROM (
      SELECT DISTINCT coalesce(o.user_id, u.id) AS id, coalesce(o.created_at, 0) AS at, o.id AS order_id,
        coalesce(o.id, u.id) AS "key"
      FROM (${sql.join([byOrder, ...own], sql` UNION `)}) AS someone CROSS JOIN ${users} AS u ON u.id = someone.user_id
        LEFT JOIN ${orders} AS o ON o.id = ${newestOrderId})
    WHERE ${afterCursor(cursor, sql`at`, sql`"key"`)} ORDER BY at DESC, "key" DESC LIMIT ${pageSize + 1}`;
}

type Row = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  guest: number;
  at: number;
  key: string;
  orderId: string | null;
  reference: string | null;
  orders: number;
};

/** What a page shows of each customer. */
const withDetails = (page: SQL): SQL => sql`
  SELECT u.id, coalesce(nullif(u.name, ''), ${fullNameIn(sql`o.address`)}, '') AS name, u.email, u.guest,
    coalesce(o.address ->> 'phone', u.phone) AS phone, page.at, page."key", o.id AS orderId, o.reference,
    (SELECT count(*) FROM (SELECT 1 FROM ${orders} WHERE user_id IN ${customerIds(sql`u.id`)} AND ${isSale}
      LIMIT ${maxCounted + 1})) AS orders
  FROM (${page}) AS page CROSS JOIN ${users} AS u ON u.id = page.id LEFT JOIN ${orders} AS o ON o.id = page.order_id
  ORDER BY page.at DESC, page."key" DESC`;

/**
 * A page of the customers, those with the newest order first.
 * @param q name, phone or email address; empty for everybody with an order
 * @returns `more`: the text fits so many that not all of them are listed
 */
export async function listCustomers(call: DeskCall, request: { q: string } & Paged, isCaughtUp = false) {
  const { db } = call;
  const { q, after: cursor } = request;
  const text = cleanLine(q);
  const words = searchWords(text);
  const [likelyRarest] = words;
  if (likelyRarest === undefined) {
    const rows = text ? [] : await db.read.all<Row>(withDetails(everybody(cursor)));
    return { ...pageOfRows(rows), more: false };
  }
  const own = ownMatches(text, words);
  const query = (rarest: string) => withDetails(found(own, words, rarest, cursor));
  const count = (matches: SQL) =>
    db.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM (${matches})`);
  const [rows, [follower], ...counts] = await db.read.batch([
    db.read.all<Row>(query(likelyRarest)),
    countBehind(db),
    ...words.map((word) => count(wordMatches(word, maxMatches))),
    ...own.map(count),
  ]);
  if (follower?.behind && !isCaughtUp && !(await catchUp(db))) return listCustomers(call, request, true);
  const isMany = counts.map(([row]) => (row?.count ?? 0) > maxMatches);
  const rarest = words.find((_, n) => !isMany[n]);
  const isLikely = rarest === undefined || rarest === likelyRarest;
  return {
    ...pageOfRows(isLikely ? rows : await db.read.all<Row>(query(rarest))),
    more: rarest === undefined || isMany.slice(words.length).some(Boolean),
  };
}

function pageOfRows(rows: readonly Row[]) {
  const page = pageOf(rows, ({ at, key }) => ({ at, id: key }));
  return { ...page, rows: page.rows.map(customerOf) };
}

/** @property orders without exchanges, counted to one more than `maxCounted` */
const customerOf = ({ key: _, at, orderId, reference, ...row }: Row) => ({
  ...row,
  email: mailAddress(row.email),
  guest: Boolean(row.guest),
  newest: orderId && reference ? { id: orderId, reference, createdAt: at } : null,
});
