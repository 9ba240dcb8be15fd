/** The shelf against the books: what a product began with, what changed it, and what orders took. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, stockChanges } from '#db/schema/index.ts';
import { type Difference, writesOfCount } from '#features/desk/reconcile.ts';
import type { Operator } from '../../http/operator.ts';
import { noteDown } from '../audit.ts';
import { type Cursor, pageOf } from '../paging.ts';
import { roughly } from './orders.ts';

/** Products of one request: all the lines that were ever ordered of each are added up. */
const atOnce = 5;

type Row = { id: string; name: string; stock: number; books: number; toSend: number; seen: string };

/** Lines by their product, then each one's order: a left join keeps that order. @param which conditions and limit */
const shelf = (which: SQL): SQL => sql`
  SELECT id, name, stock, stock || '/' || books AS seen, books, toSend FROM (
    SELECT p.id, p.name, p.stock,
      p.opening + (SELECT coalesce(sum(change), 0) FROM ${stockChanges} WHERE product_id = p.id)
        - sum(CASE WHEN o.status <> 'Cancelled' THEN l.quantity ELSE 0 END) AS books,
      sum(CASE WHEN o.status IN ('Payment Pending', 'Order Placed', 'Packing') THEN l.quantity ELSE 0 END) AS toSend
    FROM ${products} p LEFT JOIN ${orderLines} l ON l.product_id = p.id LEFT JOIN ${orders} o ON o.id = l.order_id
    WHERE ${which}
  ) AS page`;

const onlyProduct = (id: string): SQL => shelf(sql`p.id = ${id} GROUP BY p.id`);

const answer = ({ id, name, stock, books, toSend, seen }: Row): Difference => ({
  rule: 'stock',
  about: id,
  name,
  place: { screen: 'stock', id },
  expected: String(books),
  found: String(stock),
  // Every movement that is written down fits; when the other one was, nothing tells.
  since: null,
  fix: 'Count what lies on the shelf and can be sold; stock and books are set to that.',
  writes: writesOfCount({ books, stock, toSend }, Math.max(0, books)),
  seen,
  pieces: { books, stock, toSend },
});

const differing = (rows: readonly Row[]): Difference[] =>
  rows.filter(({ stock, books }) => stock !== books).map(answer);

/** Nothing is written. @param cursor from where to go on */
export async function checkStock(db: Db, cursor: Cursor | undefined) {
  const rows = await db.read.all<Row>(
    shelf(sql`p.id > ${cursor?.id ?? ''} GROUP BY p.id ORDER BY p.id LIMIT ${atOnce + 1}`),
  );
  const page = pageOf(rows, ({ id }) => ({ at: 0, id }), atOnce);
  return {
    differences: differing(page.rows),
    looked: page.rows.length,
    total: cursor ? null : await roughly(db, sql`${products}`),
    next: page.next,
  };
}

/** @property seen stock and books as they were found @property counted pieces on the shelf that can be sold */
export type Counted = { productId: string; seen: string; counted: number };

type Mended = { ok: boolean; name: string; differences: Difference[] };

/**
 * Sets stock and books to what was counted, if both are still as they were found: a change that says by how
 * much the books were wrong (by nothing, when the stock alone was), the stock, and the audit, or nothing.
 * @param now UTC ms @returns undefined when there is no such product
 */
export async function mendStock(
  db: Db,
  operator: Operator,
  { productId, seen, counted }: Counted,
  now: number,
): Promise<Mended | undefined> {
  const mark = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${stockChanges} WHERE id = ${mark})`;
  const [stock, books] = seen.split('/').map(Number);
  const detail = `stock ${stock} → ${counted}, books ${books} → ${counted}`;
  const results = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${stockChanges} (id, product_id, at, change, reason, note, actor_id)
      SELECT ${mark}, id, ${now}, ${counted} - books, 'reconciled',
             'The stock said ' || stock || ', the books ' || books || '.', ${operator.id}
      FROM (${onlyProduct(productId)}) WHERE seen = ${seen} AND stock <> books`),
    db.write.run(sql`UPDATE ${products} SET stock = ${counted} WHERE id = ${productId} AND ${done}`),
    noteDown(db, operator, { action: 'reconciled', about: productId, detail }, now, done),
    db.write.all<Row & { done: number }>(
      sql`SELECT *, ${done} AS done FROM (${onlyProduct(productId)})`,
    ) as never,
  ]);
  const [row] = results.at(-1) as unknown as (Row & { done: number })[];
  return row && { ok: row.done === 1, name: row.name, differences: differing([row]) };
}
