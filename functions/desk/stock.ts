/** Stock at the desk (docs/desk.md, "Stock at the desk"): the products, and their stock changes besides orders. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isLowOnStock, orderLines, orders, products, stockChanges, totals, users } from '#db/schema/index.ts';
import { salesDays } from '#domain/desk/figures.ts';
import { type StockView, stockReasons } from '#domain/stock/changes.ts';
import { isoTime } from '#lib/dates.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { dayNumber, isCounting, isTotal } from '../lib/totals.ts';
import { afterCursor, type Paged, pageOf, pageSize } from './paging.ts';
import { pausedByName } from './pause.ts';

const { id, name, sku, barcode, category, stock, lowStock, opening, paused, retired, position } = products;
/** Columns of an item by which people find it. */
const codeColumns = { _id: id, name, sku, barcode, category, stock };
const stockColumns = { ...codeColumns, lowStock, opening, paused, retired, position };
type Row = Pick<
  typeof products.$inferSelect,
  'name' | 'stock' | 'lowStock' | 'opening' | 'paused' | 'retired' | 'position'
> & { _id: string };

/** Pieces sold in the last 30 days, by product. @param which query for the products */
const recentSales = (db: Db, now: number, which: SQL) => {
  const days = Array.from({ length: salesDays }, (_, n) => dayNumber(now) - n);
  return db.read
    .select({ id: totals.about, pieces: sql<number>`sum(${totals.count})` })
    .from(totals)
    .where(sql`name IN ('sold', 'delivered') AND at IN ${days} AND about IN (${which})`)
    .groupBy(totals.about);
};

const serialize = <T extends Row>(
  { position, ...row }: T,
  sold: readonly { id: string; pieces: number }[],
) => ({
  ...row,
  low: !row.retired && row.stock <= row.lowStock,
  sold: sold.find(({ id }) => id === row._id)?.pieces ?? 0,
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
type StockFilter = { show: StockView; q: string; category?: string | undefined } & Paged;

const isIn = (word: string): SQL =>
  sql`instr(lower(name || ' ' || id || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, '')), lower(${word})) > 0`;

/** A page of products in the catalogue's order; the first page also has all categories. */
export async function listStock({ db, now }: DeskCall, { show, q, category: asked, after }: StockFilter) {
  const listed = and(
    views[show],
    asked === undefined ? undefined : eq(category, asked),
    ...q.split(/\s+/).filter(Boolean).slice(0, maxWords).map(isIn),
    after && sql`(position, id) > (${after.at}, ${after.id})`,
  );
  const [rows, sold, categories] = await db.read.batch([
    db.read
      .select(stockColumns)
      .from(products)
      .where(listed)
      .orderBy(position, id)
      .limit(pageSize + 1),
    recentSales(
      db,
      now,
      sql`SELECT id FROM ${products} WHERE ${listed} ORDER BY position, id LIMIT ${pageSize}`,
    ),
    db.read
      .selectDistinct({ category })
      .from(products)
      .where(sql`retired = 0 AND ${after === undefined}`)
      .orderBy(category),
  ]);
  const page = pageOf(rows, ({ position, _id }) => ({ at: position, id: _id }));
  return {
    products: page.rows.map((row) => serialize(row, sold)),
    categories: categories.map(({ category }) => category),
    next: page.next,
  };
}

/** Items of a page of {@link listItems}: about 120 KB. */
const itemPageSize = 1000;

/** All that is sold, by id, with codes and stock: lists of pieces are compared with it. */
export async function listItems({ db }: DeskCall, { after }: Paged) {
  const rows = await db.read
    .select({ ...codeColumns, isKit: sql<number>`part_ids IS NOT NULL` })
    .from(products)
    .where(and(sql`id > ${after?.id ?? ''}`, eq(retired, false)))
    .orderBy(id)
    .limit(itemPageSize + 1);
  const page = pageOf(rows, ({ _id }) => ({ at: 0, id: _id }), itemPageSize);
  return { items: page.rows.map((item) => ({ ...item, isKit: Boolean(item.isKit) })), next: page.next };
}

/** A product with a page of its stock changes, newest first. */
export async function readProductStock(
  { db, now }: DeskCall,
  { productId, after }: { productId: string } & Paged,
) {
  const { at, change, reason, note } = stockChanges;
  const [[product], rows, sold] = await db.read.batch([
    db.read
      .select({ ...stockColumns, pausedAt: products.pausedAt, pausedBy: pausedByName })
      .from(products)
      .where(eq(id, productId)),
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
      .from(stockChanges)
      .where(and(eq(stockChanges.productId, productId), afterCursor(after, at, stockChanges.id)))
      .orderBy(desc(at), desc(stockChanges.id))
      .limit(pageSize + 1),
    recentSales(db, now, sql`SELECT ${productId}`),
  ]);
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  if (!product) return notFound('This product');
  return {
    product: { ...serialize(product, sold), pausedAt: isoTime(product.pausedAt) },
    changes: page.rows.map(({ id, at, reason, ...rest }) => ({
      _id: id,
      date: new Date(at).toISOString(),
      why: stockReasons[reason],
      ...rest,
    })),
    next: page.next,
  };
}

refuses(readProductStock, notFound);

/** Condition on orders `o`: it may wait for its payment without its pieces (functions/orders/holds.ts). */
const hasPieces = sql`(o.reserved = 1 OR o.status <> 'Payment Pending')`;

/** Conditions on orders `o` whose pieces count: all that took them, and those of them that have not left yet. */
const countedPieces = {
  pieces: sql`o.status <> 'Cancelled' AND ${hasPieces}`,
  'to send': sql`o.status IN ('Payment Pending', 'Order Placed', 'Packing') AND ${hasPieces}`,
};

/** The total of a product `p`; counted from its lines while old orders are still being counted. */
const piecesOf = (name: keyof typeof countedPieces): SQL => sql`CASE WHEN ${isCounting('orders')}
  THEN (SELECT coalesce(sum(l.quantity), 0) FROM ${orderLines} l JOIN ${orders} o ON o.id = l.order_id
    WHERE l.product_id = p.id AND ${countedPieces[name]})
  ELSE coalesce((SELECT count FROM ${totals} WHERE ${isTotal(name)} AND about = p.id), 0) END`;

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
