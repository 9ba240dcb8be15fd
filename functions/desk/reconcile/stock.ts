/** Compares each product's stock with the ledger: opening stock, changes and orders. */
import { type SQL, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { orderLines, orders, products, stockChanges } from '#db/schema/index.ts';
import { type Difference, writesOfStockCount } from '#features/desk/reconcile/rules.ts';
import type { Operator } from '../../http/operator.ts';
import { writeAudit } from '../audit.ts';
import { type Cursor, pageOf } from '../paging.ts';
import { approximateCount } from './orders.ts';

/** Products per request: every line that was ever ordered of each is added up. */
const batchSize = 5;

type Row = { id: string; name: string; stock: number; books: number; toSend: number; seen: string };

/** Products, then their lines, then the orders: left joins keep this join order. @param which conditions and limit */
const stockQuery = (which: SQL): SQL => sql`
  SELECT id, name, stock, stock || '/' || books AS seen, books, toSend FROM (
    SELECT p.id, p.name, p.stock,
      p.opening + (SELECT coalesce(sum(change), 0) FROM ${stockChanges} WHERE product_id = p.id)
        - sum(CASE WHEN o.status <> 'Cancelled' THEN l.quantity ELSE 0 END) AS books,
      sum(CASE WHEN o.status IN ('Payment Pending', 'Order Placed', 'Packing') THEN l.quantity ELSE 0 END) AS toSend
    FROM ${products} p LEFT JOIN ${orderLines} l ON l.product_id = p.id LEFT JOIN ${orders} o ON o.id = l.order_id
    WHERE ${which}
  ) AS page`;

const productQuery = (id: string): SQL => stockQuery(sql`p.id = ${id} GROUP BY p.id`);

const serialize = ({ id, name, stock, books, toSend, seen }: Row): Difference => ({
  rule: 'stock',
  about: id,
  name,
  place: { screen: 'stock', id },
  expected: String(books),
  found: String(stock),
  // The missing or extra change was not recorded, so its time is unknown.
  since: null,
  fix: 'Count the pieces that can be sold. Stock and ledger are set to that number.',
  writes: writesOfStockCount({ books, stock, toSend }, Math.max(0, books)),
  seen,
  pieces: { books, stock, toSend },
});

const differing = (rows: readonly Row[]): Difference[] =>
  rows.filter(({ stock, books }) => stock !== books).map(serialize);

/** Checks the next page of products. Writes nothing. */
export async function checkStock(db: Db, cursor: Cursor | undefined) {
  const rows = await db.read.all<Row>(
    stockQuery(sql`p.id > ${cursor?.id ?? ''} GROUP BY p.id ORDER BY p.id LIMIT ${batchSize + 1}`),
  );
  const page = pageOf(rows, ({ id }) => ({ at: 0, id }), batchSize);
  return {
    differences: differing(page.rows),
    looked: page.rows.length,
    total: cursor ? null : await approximateCount(db, sql`${products}`),
    next: page.next,
  };
}

/** @property seen stock and ledger when the difference was found @property counted pieces that can be sold */
export type StockCount = { productId: string; seen: string; counted: number };

type StockResult = { ok: boolean; name: string; differences: Difference[] };

/**
 * Sets stock and ledger to the counted number if both are unchanged. One batch writes the change that corrects the
 * ledger (0 when only the stock was wrong), the stock and the audit entry.
 * @param now UTC ms @returns `undefined` for an unknown product
 */
export async function repairStock(
  db: Db,
  operator: Operator,
  { productId, seen, counted }: StockCount,
  now: number,
): Promise<StockResult | undefined> {
  const mark = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${stockChanges} WHERE id = ${mark})`;
  const [stock, books] = seen.split('/').map(Number);
  const detail = `stock ${stock} → ${counted}, ledger ${books} → ${counted}`;
  const queries = [
    db.write.all<Row & { done: number }>(sql`SELECT *, ${done} AS done FROM (${productQuery(productId)})`),
  ] as const;
  const results = await db.write.batch([
    db.write.run(sql`
      INSERT INTO ${stockChanges} (id, product_id, at, change, reason, note, actor_id)
      SELECT ${mark}, id, ${now}, ${counted} - books, 'reconciled',
             'The stock was ' || stock || ', the ledger ' || books || '.', ${operator.id}
      FROM (${productQuery(productId)}) WHERE seen = ${seen} AND stock <> books`),
    db.write.run(sql`UPDATE ${products} SET stock = ${counted} WHERE id = ${productId} AND ${done}`),
    writeAudit(db, operator, { action: 'reconciled', about: productId, detail }, now, done),
    ...queries,
  ]);
  const [[row]] = lastResults(results, queries);
  return row && { ok: row.done === 1, name: row.name, differences: differing([row]) };
}
