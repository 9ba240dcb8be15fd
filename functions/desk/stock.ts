/**
 * Stock at the desk (docs/behaviour.md, "Stock at the desk"): the products, their stock changes besides orders, and
 * adjustments.
 */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { isLowOnStock, orderLines, orders, products, stockChanges, totals, users } from '#db/schema/index.ts';
import { salesDays } from '#domain/desk/figures.ts';
import { type ChosenReason, changeOf, type StockView, signed, stockReasons } from '#domain/stock/changes.ts';
import { isoTime } from '#lib/dates.ts';
import type { Operator } from '../http/operator.ts';
import { notFound, type Refusal, refusal } from '../lib/refusal.ts';
import { dayNumber, isCounting, isTotal } from '../lib/totals.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { afterCursor, type Cursor, pageOf, pageSize } from './paging.ts';
import { pausedByName } from './pause.ts';

const { id, name, stock, lowStock, opening, paused, retired, position } = products;
const stockColumns = { _id: id, name, stock, lowStock, opening, paused, retired, position };
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
  retired: sql`retired = 1`,
};

/** A page of products in the catalogue's order. @param now UTC ms */
export async function listStock(db: Db, view: StockView, cursor: Cursor | undefined, now: number) {
  const from = cursor ? sql`(position, id) > (${cursor.at}, ${cursor.id})` : sql`true`;
  const inView = and(views[view], from);
  const [rows, sold] = await db.read.batch([
    db.read
      .select(stockColumns)
      .from(products)
      .where(inView)
      .orderBy(position, id)
      .limit(pageSize + 1),
    recentSales(
      db,
      now,
      sql`SELECT id FROM ${products} WHERE ${inView} ORDER BY position, id LIMIT ${pageSize}`,
    ),
  ]);
  const page = pageOf(rows, ({ position, _id }) => ({ at: position, id: _id }));
  return { products: page.rows.map((row) => serialize(row, sold)), next: page.next };
}

/** A product with a page of its stock changes, newest first; `undefined` for an unknown one. */
export async function findProductStock(db: Db, productId: string, cursor: Cursor | undefined, now: number) {
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
      .where(and(eq(stockChanges.productId, productId), afterCursor(cursor, at, stockChanges.id)))
      .orderBy(desc(at), desc(stockChanges.id))
      .limit(pageSize + 1),
    recentSales(db, now, sql`SELECT ${productId}`),
  ]);
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  return (
    product && {
      product: { ...serialize(product, sold), pausedAt: isoTime(product.pausedAt) },
      changes: page.rows.map(({ id, at, reason, ...rest }) => ({
        _id: id,
        date: new Date(at).toISOString(),
        why: stockReasons[reason],
        ...rest,
      })),
      next: page.next,
    }
  );
}

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

/**
 * Products with their stock and their ledger: opening stock and changes, less the pieces of orders that have
 * taken them and were not cancelled. `toSend` counts sold pieces that have not left yet. @param which conditions on products `p`
 */
export const stockAndLedger = (which: SQL): SQL => sql`
  SELECT p.id, p.name, p.stock, p.opening + ${changesOf} - ${piecesOf('pieces')} AS ledger, ${piecesOf('to send')} AS toSend
  FROM ${products} p WHERE ${which}`;

/**
 * @property key idempotency key of the client: the same key twice is one change
 * @property pieces see {@link changeOf}
 * @property seen the stock that the operator saw; a count is refused when it is not current
 */
export type Adjustment = {
  key: string;
  productId: string;
  reason: ChosenReason;
  pieces: number;
  seen: number;
  note: string | null;
};

export const inPieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);

/** @param stock what it is, unchanged @param pieces that were to be removed */
export const belowZero = refusal(409, 'below_zero', (stock: number, pieces: number) => {
  const message = `Only ${inPieces(stock)} ${stock === 1 ? 'is' : 'are'} in stock; ${pieces} cannot be removed.`;
  return { message, stock, fields: { pieces: message } };
});

/** The stock of a kit is that of its parts. */
export const hasNoStock = refusal(
  409,
  'kit',
  'A kit has no stock of its own: it is built from its products. Please change theirs.',
);

/** @param stock what it is, unchanged @param seen what the operator saw */
const stockChanged = (stock: number, seen: number) =>
  conflict(
    `The stock has changed since you opened this: it is ${stock} now, not ${seen}. Please count again.`,
    { stock },
  );

/**
 * Changes the stock by a number of pieces, or to a counted number. One batch writes the change, the stock and the audit
 * entry. The table's CHECK refuses a stock below zero, regardless of concurrent orders. A count also sets the ledger: its
 * change is the difference from the ledger, which equals the stock unless something was written past the shop.
 * @param now UTC ms
 */
export async function adjustStock(
  db: Db,
  operator: Operator,
  adjustment: Adjustment,
  now: number,
): Promise<{ ok: true; stock: number } | Refusal> {
  const { key, productId, reason, pieces, seen, note } = adjustment;
  const change = changeOf(reason, pieces, seen);
  const recorded =
    reason === 'counted'
      ? sql`${pieces} - (SELECT ledger FROM (${stockAndLedger(sql`p.id = ${productId}`)}))`
      : sql`${change}`;
  const done = sql`EXISTS (SELECT 1 FROM ${stockChanges} WHERE id = ${key})`;
  // A repeated request violates the key's uniqueness, so its batch writes nothing.
  const isAllowed = reason === 'counted' ? sql`(stock = ${seen} OR ${done})` : sql`true`;
  const isNoKit = sql`part_ids IS NULL`;
  const current = db.write
    .select({ stock, partIds: products.partIds, done: sql<number>`${done}` })
    .from(products)
    .where(eq(id, productId));
  try {
    const [, , , [row]] = await db.write.batch([
      db.write.run(sql`
        INSERT INTO ${stockChanges} (id, product_id, at, change, reason, note, actor_id)
        SELECT ${key}, id, ${now}, ${recorded}, ${reason}, ${note}, ${operator.id}
        FROM ${products} WHERE id = ${productId} AND ${isNoKit} AND ${isAllowed}`),
      db.write.run(sql`
        UPDATE ${products} SET stock = stock + ${change},
          low_notified = iif(stock + ${change} > low_stock, NULL, low_notified)
        WHERE id = ${productId} AND ${done}`),
      writeAudit(
        db,
        operator,
        { action: 'stock', about: productId, detail: auditDetail(change, adjustment) },
        now,
        done,
      ),
      current,
    ]);
    if (!row) return notFound('This product');
    if (row.partIds) return hasNoStock();
    return row.done ? { ok: true, stock: row.stock } : stockChanged(row.stock, seen);
  } catch (error) {
    const broken = brokenConstraint(error);
    const [row] = broken ? await current : [];
    if (!row) throw error;
    if (broken?.includes('products_stock')) return belowZero(row.stock, pieces);
    if (row.done) return { ok: true, stock: row.stock };
    throw error;
  }
}

const auditDetail = (change: number, { reason, note }: Adjustment): string =>
  `${signed(change)}: ${stockReasons[reason]}${note ? ` (${note})` : ''}`;
