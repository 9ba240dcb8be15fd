/** What lies on the shelf, what changed it besides orders, and how operators correct it. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db } from '#db/client.ts';
import { orderLines, orders, products, stockChanges, users } from '#db/schema/index.ts';
import { type ChosenReason, changeOf, type StockView, signed, stockReasons } from '#features/desk/stock.ts';
import { lowStock, salesDays } from '#features/desk/today.ts';
import { oneDay } from '#lib/dates.ts';
import type { Operator } from '../http/operator.ts';
import { noteDown } from './audit.ts';
import { beyond, type Cursor, pageOf, pageSize } from './paging.ts';

const { id, name, stock, opening, retired, position } = products;
const shown = { _id: id, name, stock, opening, retired, position };
type Row = { _id: string; name: string; stock: number; opening: number; retired: boolean; position: number };

/** Pieces sold in the last 30 days, by product. A cross join keeps its order: the days' orders, then their lines. */
const soldLately = (db: Db, now: number) =>
  db.read
    .select({ id: orderLines.productId, pieces: sql<number>`sum(${orderLines.quantity})` })
    .from(orders)
    .crossJoin(orderLines)
    .where(
      sql`order_id = ${orders.id} AND created_at >= ${now - salesDays * oneDay} AND sample = 0
          AND status NOT IN ('Payment Pending', 'Cancelled', 'Returned')`,
    )
    .groupBy(orderLines.productId);

const answer = ({ position, ...row }: Row, sold: readonly { id: string; pieces: number }[]) => ({
  ...row,
  low: !row.retired && row.stock <= lowStock,
  sold: sold.find(({ id }) => id === row._id)?.pieces ?? 0,
});

const views: Record<StockView, SQL> = {
  sold: sql`retired = 0`,
  low: sql`retired = 0 AND stock <= ${lowStock}`,
  retired: sql`retired = 1`,
};

/** In the order in which editors have put them. @param now UTC ms */
export async function listStock(db: Db, view: StockView, cursor: Cursor | undefined, now: number) {
  const from = cursor ? sql`(position, id) > (${cursor.at}, ${cursor.id})` : sql`true`;
  const [rows, sold] = await db.read.batch([
    db.read
      .select(shown)
      .from(products)
      .where(and(views[view], from))
      .orderBy(position, id)
      .limit(pageSize + 1),
    soldLately(db, now),
  ]);
  const page = pageOf(rows, ({ position, _id }) => ({ at: position, id: _id }));
  return { products: page.rows.map((row) => answer(row, sold)), next: page.next };
}

/** One product with what changed its stock, newest first; undefined for an unknown one. */
export async function findStock(db: Db, productId: string, cursor: Cursor | undefined, now: number) {
  const { at, change, reason, note } = stockChanges;
  const [[product], rows, sold] = await db.read.batch([
    db.read.select(shown).from(products).where(eq(id, productId)),
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
      .where(and(eq(stockChanges.productId, productId), beyond(cursor, at, stockChanges.id)))
      .orderBy(desc(at), desc(stockChanges.id))
      .limit(pageSize + 1),
    soldLately(db, now),
  ]);
  const page = pageOf(rows, ({ at, id }) => ({ at, id }));
  return (
    product && {
      product: answer(product, sold),
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

/**
 * @property key made by whoever asks: the same one twice is one change
 * @property pieces see {@link changeOf}
 * @property seen the stock before; a count holds only where it is still that
 */
export type Adjustment = {
  key: string;
  productId: string;
  reason: ChosenReason;
  pieces: number;
  seen: number;
  note: string | null;
};

type Adjusted =
  | { ok: true; stock: number }
  | { ok: false; code: 'not_found' }
  /** @property stock what it is, unchanged */
  | { ok: false; code: 'changed' | 'below_zero'; stock: number };

/**
 * Changes the stock by what came or went, or to what was counted: row, stock and audit together, or nothing.
 * Less than nothing is refused by the table itself (CHECK), whatever orders do meanwhile. @param now UTC ms
 */
export async function adjustStock(
  db: Db,
  operator: Operator,
  wanted: Adjustment,
  now: number,
): Promise<Adjusted> {
  const { key, productId, reason, pieces, seen, note } = wanted;
  const change = changeOf(reason, pieces, seen);
  const done = sql`EXISTS (SELECT 1 FROM ${stockChanges} WHERE id = ${key})`;
  // Asked again after a lost answer, the row's key is taken: that breaks its uniqueness, and the batch ends.
  const may = reason === 'counted' ? sql`(stock = ${seen} OR ${done})` : sql`true`;
  const current = db.write
    .select({ stock, done: sql<number>`${done}` })
    .from(products)
    .where(eq(id, productId));
  try {
    const [, , , [row]] = await db.write.batch([
      db.write.run(sql`
        INSERT INTO ${stockChanges} (id, product_id, at, change, reason, note, actor_id)
        SELECT ${key}, id, ${now}, ${change}, ${reason}, ${note}, ${operator.id}
        FROM ${products} WHERE id = ${productId} AND ${may}`),
      db.write.run(sql`UPDATE ${products} SET stock = stock + ${change} WHERE id = ${productId} AND ${done}`),
      noteDown(
        db,
        operator,
        { action: 'stock', about: productId, detail: inWords(change, wanted) },
        now,
        done,
      ),
      current,
    ]);
    if (!row) return { ok: false, code: 'not_found' };
    return row.done ? { ok: true, stock: row.stock } : { ok: false, code: 'changed', stock: row.stock };
  } catch (error) {
    const broken = brokenConstraint(error);
    const [row] = broken ? await current : [];
    if (!row) throw error;
    if (broken?.includes('products_stock')) return { ok: false, code: 'below_zero', stock: row.stock };
    if (row.done) return { ok: true, stock: row.stock };
    throw error;
  }
}

const inWords = (change: number, { reason, note }: Adjustment): string =>
  `${signed(change)}: ${stockReasons[reason]}${note ? ` (${note})` : ''}`;
