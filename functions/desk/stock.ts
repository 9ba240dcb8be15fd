/** Stock at the desk (docs/desk.md, "Stock at the desk"): the products, and their stock changes besides orders. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  isLowOnStock,
  orderLines,
  orders,
  products,
  stockAlerts,
  stockChanges,
  totals,
  users,
} from '#db/schema/index.ts';
import { salesDays } from '#domain/desk/figures.ts';
import { type StockView, stockReasons } from '#domain/stock/changes.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { dayNumber, isCounting, isTotal } from '../lib/totals.ts';
import { waitsForFollower } from '../orders/follow.ts';
import { list } from './list.ts';
import { type Paged, pageSize } from './paging.ts';
import { pausedByName } from './pause.ts';

const { id, name, sku, barcode, category, stock, tracked, lowStock, opening, paused, retired, position } =
  products;
/** Columns of an item by which people find it. */
const codeColumns = { id, name, sku, barcode, category, stock, tracked };
const stockColumns = { ...codeColumns, lowStock, opening, paused, retired };
type Row = Pick<typeof products.$inferSelect, 'id' | 'stock' | 'lowStock' | 'retired'>;
type Sold = readonly { id: string; pieces: number }[];

/** Pieces sold in the last 30 days, by product. @param which query for the products */
const recentSales = (db: Db, now: number, which: SQL) => {
  const days = Array.from({ length: salesDays }, (_, n) => dayNumber(now) - n);
  return db.read
    .select({ id: totals.about, pieces: sql<number>`sum(${totals.count})` })
    .from(totals)
    .where(sql`name IN ('sold', 'delivered') AND at IN ${days} AND about IN (${which})`)
    .groupBy(totals.about);
};

/** An item with what was sold of it. */
const withSales = <T extends Row>(row: T, sold: Sold) => ({
  ...row,
  low: !row.retired && row.stock <= row.lowStock,
  sold: sold.find(({ id }) => id === row.id)?.pieces ?? 0,
});

const views: Record<StockView, SQL> = {
  sold: sql`retired = 0`,
  low: isLowOnStock,
  out: sql`retired = 0 AND stock = 0`,
  paused: sql`retired = 0 AND paused IS NOT NULL`,
  retired: sql`retired = 1`,
};

/** Words of a search that count. */
const maxWords = 8;

/** @property q each of its words is in the name, the id, the SKU or the barcode @property category undefined for all */
type StockFilter = { show: StockView; q: string; category?: string | undefined };

const isIn = (word: string): SQL =>
  sql`instr(lower(name || ' ' || id || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, '')), lower(${word})) > 0`;

/** Products in the catalogue's order. */
const stockList = list({
  from: ({ db }) => db.read.select({ ...stockColumns, position }).from(products),
  order: { position, id },
  isOldestFirst: () => true,
  where: ({ show, q, category: asked }: StockFilter) =>
    and(
      views[show],
      asked === undefined ? undefined : eq(category, asked),
      ...q.split(/\s+/).filter(Boolean).slice(0, maxWords).map(isIn),
    ),
  row: ({ position: _, ...row }) => row,
});

/** A page of products with what was sold of them; the first page also has all categories. */
export async function listStock(call: DeskCall, query: StockFilter & Paged) {
  const { db, now } = call;
  const [rows, sold, categories] = await db.read.batch([
    stockList.statement(call, query),
    recentSales(
      db,
      now,
      sql`SELECT id FROM ${products} WHERE ${stockList.condition(query)} ORDER BY position, id LIMIT ${pageSize}`,
    ),
    db.read
      .selectDistinct({ category })
      .from(products)
      .where(sql`retired = 0 AND ${query.after === undefined}`)
      .orderBy(category),
  ]);
  const page = stockList.page(call, rows);
  return {
    ...page,
    rows: page.rows.map((row) => withSales(row, sold)),
    categories: categories.map(({ category }) => category),
  };
}

/** Items of a page of {@link listItems}: about 120 KB. */
const itemPageSize = 1000;

/** All that is sold, by id, with codes and stock: lists of pieces are compared with it. */
export const listItems = list({
  from: ({ db }) =>
    db.read.select({ ...codeColumns, isKit: sql<number>`part_ids IS NOT NULL` }).from(products),
  order: { id },
  isOldestFirst: () => true,
  size: itemPageSize,
  where: () => eq(retired, false),
  row: (item) => ({ ...item, isKit: Boolean(item.isKit) }),
});

const { at, change, reason, note } = stockChanges;

/** The stock changes of a product, newest first. */
const changeList = list({
  from: ({ db }) =>
    db.read
      .select({
        id: stockChanges.id,
        at,
        change,
        reason,
        note,
        actor: sql<string | null>`(SELECT name FROM ${users} WHERE id = actor_id)`,
        orderId: stockChanges.orderId,
        order: sql<string | null>`(SELECT reference FROM ${orders} WHERE id = order_id)`,
      })
      .from(stockChanges),
  order: { at, id: stockChanges.id },
  where: ({ productId }: { productId: string }) => eq(stockChanges.productId, productId),
  row: ({ reason, ...row }) => ({ ...row, why: stockReasons[reason] }),
});

/** People who wait for a product that is sold out. */
const waiting = sql<number>`(SELECT count(*) FROM ${stockAlerts}
  WHERE ${stockAlerts.productId} = ${id} AND ${stockAlerts.endedAt} IS NULL)`;

/** A product with a page of its stock changes. */
export async function readProductStock(call: DeskCall, query: { productId: string } & Paged) {
  const { db, now } = call;
  const [[product], rows, sold] = await db.read.batch([
    db.read
      .select({ ...stockColumns, pausedAt: products.pausedAt, pausedBy: pausedByName, waiting })
      .from(products)
      .where(eq(id, query.productId)),
    changeList.statement(call, query),
    recentSales(db, now, sql`SELECT ${query.productId}`),
  ]);
  if (!product) return notFound('This product');
  return { product: withSales(product, sold), ...changeList.page(call, rows) };
}
refuses(readProductStock, notFound);

/** Condition on orders `o`: it may wait for its payment without its pieces (functions/orders/holds.ts). */
const hasPieces = sql`(o.reserved = 1 OR o.status <> 'Payment Pending')`;

/** Conditions on orders `o` whose pieces count: all that took them, and those of them that have not left yet. */
const countedPieces = {
  pieces: sql`o.status <> 'Cancelled' AND ${hasPieces}`,
  'to send': sql`o.status IN ('Payment Pending', 'Order Placed', 'Packing') AND ${hasPieces}`,
};

/** The total of a product `p`, with the orders that wait for the follower; counted from its lines while old orders are still being counted. */
const piecesOf = (name: keyof typeof countedPieces): SQL => sql`CASE WHEN ${isCounting('orders')}
  THEN (SELECT coalesce(sum(l.quantity), 0) FROM ${orderLines} l JOIN ${orders} o ON o.id = l.order_id
    WHERE l.product_id = p.id AND ${countedPieces[name]})
  ELSE coalesce((SELECT count FROM ${totals} WHERE ${isTotal(name)} AND about = p.id), 0)
    + (SELECT coalesce(sum(l.quantity), 0) FROM ${orders} o CROSS JOIN ${orderLines} l ON l.order_id = o.id
      WHERE ${waitsForFollower('o')} AND l.product_id = p.id AND ${countedPieces[name]}) END`;

const changesOf = sql`CASE WHEN ${isCounting('stock_changes')}
  THEN (SELECT coalesce(sum(change), 0) FROM ${stockChanges} WHERE product_id = p.id)
  ELSE coalesce((SELECT count FROM ${totals} WHERE ${isTotal('stock changes')} AND about = p.id), 0) END`;

/** The ledger of a product `p`. */
export const ledger: SQL = sql`(p.opening + ${changesOf} - ${piecesOf('pieces')})`;

/**
 * Products with their stock and their ledger: opening stock and changes, less the pieces of orders that have
 * taken them and were not cancelled. `toSend` counts sold pieces that have not left yet. @param which conditions on products `p`
 */
export const stockAndLedger = (which: SQL): SQL => sql`
  SELECT p.id, p.name, p.stock, ${ledger} AS ledger, ${piecesOf('to send')} AS toSend
  FROM ${products} p WHERE ${which}`;
