/**
 * Changes of the stock by operators: of one product, of a list of products, and undoing a list (docs/desk.md, "Stock
 * at the desk"). Each is one batch: all of it happens, or nothing. The table's CHECK refuses a stock below zero, regardless
 * of concurrent orders.
 */
import { type SQL, sql } from 'drizzle-orm';
import { brokenConstraint, type Db, lastResults } from '#db/client.ts';
import { products, stockChanges } from '#db/schema/index.ts';
import { type ChosenReason, changeOf, signed, stockReasons } from '#domain/stock/changes.ts';
import type { DeskCall, Operator } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { writeAudit } from './audit.ts';
import { conflict } from './conflict.ts';
import { ledger } from './stock.ts';

/** @property pieces see {@link changeOf} @property seen the stock that the operator saw; a count needs the current one */
type Line = { productId: string; pieces: number; seen: number };

/**
 * A change of the stock of one product, or of several.
 * @property key idempotency key of the client: the same key twice is one change
 */
type StockChange<Lines> = { key: string; reason: ChosenReason; note: string | null } & Lines;
export type Adjustment = StockChange<Line>;
export type ListChange = StockChange<{ lines: readonly Line[] }>;

export const inPieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);
const ofProducts = (count: number): string => (count === 1 ? '1 product' : `${count} products`);

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

/** What is always in stock has no pieces to change. */
export const notCounted = refusal(
  409,
  'not_counted',
  'The stock of this product is not counted: it is always in stock.',
);

/** A product as it is, unchanged. */
type Current = { id: string; name: string; stock: number };

/** Names of products, at most five, each with what is wrong. */
function named<T extends Current>(rows: readonly T[], say: (row: T) => string): string {
  const first = rows.slice(0, 5).map((row) => `${row.name} (${say(row)})`);
  return [...first, ...(rows.length > 5 ? [`and ${rows.length - 5} more`] : [])].join(', ');
}

/** A list that would make stock negative. @param rows the products, with the pieces that were to be removed */
export const listBelowZero = refusal(
  409,
  'below_zero',
  (rows: readonly (Current & { removed: number })[]) => ({
    message: `Nothing was changed, since there are too few pieces of ${ofProducts(rows.length)}: ${named(rows, ({ stock, removed }) => `${stock} in stock, ${removed} to remove`)}.`,
    products: rows.map(({ id, stock }) => ({ id, stock })),
  }),
);

/** @param missing ids that no product has */
export const unknownProducts = refusal(409, 'unknown_products', (missing: readonly string[]) => ({
  message: `Nothing was changed, since the shop has no product of these ids: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}.`,
  missing: [...missing],
}));

/** Refused: the stock is no longer what the operator saw. */
const stockChanged = (stock: number, seen: number) =>
  conflict(
    `The stock has changed since you opened this: it is ${stock} now, not ${seen}. Please count again.`,
    { stock },
  );
const listChanged = (rows: readonly (Current & { seen: number })[]) =>
  conflict(
    `Nothing was changed, since the stock of ${ofProducts(rows.length)} is no longer what you saw: ${named(rows, ({ stock, seen }) => `${stock} now, not ${seen}`)}. Please look at these again.`,
    { products: rows.map(({ id, stock }) => ({ id, stock })) },
  );

/** @property entry id of its row in `stock_changes` @property change pieces, positive or negative */
type Entry = Line & { entry: string; change: number };

/** Changes the stock of a product, and when there is something to sell again, the job may warn again. */
const addToStock = (change: SQL): SQL => sql`stock = stock + ${change},
  low_notified = iif(stock + ${change} > low_stock, NULL, low_notified)`;

/**
 * One batch writes the changes, the stock and the audit entry, if each product exists and, for a count, has the stock that
 * was seen. A count also sets the ledger: its change is the difference from the ledger, which equals the stock unless
 * something was written past the shop. @param audited the audit entry's object @param now UTC ms
 */
async function changeStock(
  db: Db,
  operator: Operator,
  { reason, note }: Pick<Adjustment, 'reason' | 'note'>,
  entries: readonly Entry[],
  audited: string,
  now: number,
) {
  const [first] = entries;
  const isCount = reason === 'counted';
  const done = sql`EXISTS (SELECT 1 FROM ${stockChanges} WHERE id = ${first?.entry ?? ''})`;
  const given = sql`(SELECT value ->> 'entry' AS entry, value ->> 'productId' AS id, value ->> 'change' AS change,
    value ->> 'pieces' AS pieces, value ->> 'seen' AS seen FROM json_each(${JSON.stringify(entries)}))`;
  const recorded = isCount ? sql`line.pieces - ${ledger}` : sql`line.change`;
  const isOther = sql`(stored.id IS NULL OR stored.part_ids IS NOT NULL OR stored.tracked = 0
    ${isCount ? sql`OR stored.stock <> line.seen` : sql``})`;
  const current = db.write
    .select({
      id: products.id,
      name: products.name,
      stock: products.stock,
      isKit: sql<number>`part_ids IS NOT NULL`,
      tracked: products.tracked,
      done: sql<number>`${done}`,
    })
    .from(products)
    .where(
      sql`id IN (SELECT value FROM json_each(${JSON.stringify(entries.map(({ productId }) => productId))}))`,
    );
  const sum = entries.reduce((total, { change }) => total + change, 0);
  const detail = `${signed(sum)}: ${stockReasons[reason]}${note ? ` (${note})` : ''}`;
  try {
    // A repeated request violates the uniqueness of its entries, so its batch writes nothing.
    const results = await db.write.batch([
      db.write.run(sql`
        WITH line AS MATERIALIZED ${given}
        INSERT INTO ${stockChanges} (id, product_id, at, change, reason, note, actor_id)
        SELECT line.entry, p.id, ${now}, ${recorded}, ${reason}, ${note}, ${operator.id}
        FROM line CROSS JOIN ${products} AS p ON p.id = line.id
        WHERE ${done} OR NOT EXISTS (
          SELECT 1 FROM line LEFT JOIN ${products} AS stored ON stored.id = line.id WHERE ${isOther})`),
      db.write.run(sql`
        UPDATE ${products} SET ${addToStock(sql`line.change`)}
        FROM ${given} AS line WHERE ${products.id} = line.id AND ${done}`),
      writeAudit(db, operator, { action: 'stock', about: audited, detail }, now, done),
      current,
    ] as const);
    const [rows] = lastResults(results, [current] as const);
    return { isDone: Boolean(rows[0]?.done), isBelowZero: false, rows };
  } catch (error) {
    const broken = brokenConstraint(error);
    const rows = broken ? await current : [];
    const isBelowZero = broken?.includes('products_stock') ?? false;
    if (!isBelowZero && !rows[0]?.done) throw error;
    return { isDone: !isBelowZero, isBelowZero, rows };
  }
}

/** Changes the stock of a product by a number of pieces, or to a counted number. */
export async function adjustStock(
  { db, operator, now }: DeskCall,
  { key, productId, pieces, seen, ...rest }: Adjustment,
): Promise<{ ok: true; stock: number } | Refusal> {
  const change = changeOf(rest.reason, pieces, seen);
  const entries = [{ entry: key, productId, pieces, seen, change }];
  const { isDone, isBelowZero, rows } = await changeStock(db, operator, rest, entries, productId, now);
  const [row] = rows;
  if (!row) return notFound('This product');
  if (row.isKit) return hasNoStock();
  if (!row.tracked) return notCounted();
  if (isBelowZero) return belowZero(row.stock, pieces);
  return isDone ? { ok: true, stock: row.stock } : stockChanged(row.stock, seen);
}
refuses(adjustStock, notFound, conflict, belowZero, hasNoStock, notCounted);

/** Changes the stock of all products of a list, or of none. */
export async function changeStockOfList(
  { db, operator, now }: DeskCall,
  { key, lines, ...rest }: ListChange,
): Promise<{ ok: true; message: string } | Refusal> {
  const entries = lines.map(
    (line): Entry => ({
      ...line,
      entry: `${key}/${line.productId}`,
      change: changeOf(rest.reason, line.pieces, line.seen),
    }),
  );
  const about = ofProducts(lines.length);
  const { isDone, isBelowZero, rows } = await changeStock(db, operator, rest, entries, about, now);
  if (isDone) return { ok: true, message: `The stock of ${about} was changed.` };
  if (rows.some(({ isKit }) => isKit)) return hasNoStock();
  if (rows.some(({ tracked }) => !tracked)) return notCounted();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const missing = lines.filter(({ productId }) => !byId.has(productId));
  if (missing.length) return unknownProducts(missing.map(({ productId }) => productId));
  const current = entries.flatMap(({ productId, seen, change }) => {
    const row = byId.get(productId);
    return row ? [{ ...row, seen, removed: -change }] : [];
  });
  return isBelowZero
    ? listBelowZero(current.filter(({ stock, removed }) => stock < removed))
    : listChanged(current.filter(({ stock, seen }) => stock !== seen));
}
refuses(changeStockOfList, conflict, listBelowZero, unknownProducts, hasNoStock, notCounted);

/** The entries of a list: `/` comes before `0`, and no key has either. */
const isOfList = (key: string, prefix = ''): SQL =>
  sql`id > ${`${prefix}${key}/`} AND id < ${`${prefix}${key}0`}`;

/** Begins the ids of entries that undo others. */
const undoPrefix = 'undo:';

/** A list that stays. @param names products that were counted later */
export const countedSince = refusal(409, 'counted_since', (rows: readonly Current[]) => ({
  message: `Nothing was changed: ${ofProducts(rows.length)} of this list ${rows.length === 1 ? 'has' : 'have'} been counted since: ${named(rows, ({ stock }) => `${stock} in stock`)}. Please adjust the others by themselves.`,
}));

/** @property isCounted it was counted after the list @property isUndone the list was undone */
type ListRow = Current & { change: number; isCounted: number; isUndone: number };

/** The answer to undoing a list that is as these rows say; undefined while it can be undone. */
function stateOf(rows: readonly ListRow[]): { ok: true; message: string } | Refusal | undefined {
  if (!rows.length) return notFound('This list');
  if (rows[0]?.isUndone) return { ok: true, message: `Undone: the stock of ${ofProducts(rows.length)}.` };
  const counted = rows.filter(({ isCounted }) => isCounted);
  return counted.length ? countedSince(counted) : undefined;
}

const tooFew = (rows: readonly ListRow[]) =>
  rows.flatMap((row) => (row.stock < row.change ? [{ ...row, removed: row.change }] : []));

/**
 * Undoes a list by the opposite changes, once: all of them, or none where stock would fall below zero or a product of it was
 * counted later.
 */
export async function undoList(
  { db, operator, now }: DeskCall,
  { key }: { key: string },
): Promise<{ ok: true; message: string } | Refusal> {
  const laterCount = sql`EXISTS (SELECT 1 FROM ${stockChanges} AS later
    WHERE later.product_id = line.product_id AND later.reason = 'counted' AND later.rowid > line.place)`;
  const list = sql`(SELECT id, product_id, change, note, rowid AS place FROM ${stockChanges} WHERE ${isOfList(key)})`;
  const undone = sql`EXISTS (SELECT 1 FROM ${stockChanges} WHERE ${isOfList(key, undoPrefix)})`;
  const query = (from: Db['read' | 'write']) =>
    from.all<ListRow>(sql`
      SELECT p.id, p.name, p.stock, line.change, ${laterCount} AS isCounted, ${undone} AS isUndone
      FROM ${list} AS line CROSS JOIN ${products} AS p ON p.id = line.product_id`);
  const rows = await query(db.read);
  const early = stateOf(rows);
  if (early) return early;
  const current = query(db.write);
  const sum = rows.reduce((total, { change }) => total - change, 0);
  const about = ofProducts(rows.length);
  try {
    const results = await db.write.batch([
      db.write.run(sql`
        INSERT INTO ${stockChanges} (id, product_id, at, change, reason, note, actor_id)
        SELECT ${undoPrefix} || line.id, line.product_id, ${now}, -line.change, 'undone', line.note, ${operator.id}
        FROM ${list} AS line
        WHERE ${undone} OR NOT EXISTS (SELECT 1 FROM ${list} AS line WHERE ${laterCount})`),
      db.write.run(sql`
        UPDATE ${products} SET ${addToStock(sql`- line.change`)}
        FROM ${list} AS line WHERE ${products.id} = line.product_id AND ${undone}`),
      writeAudit(db, operator, { action: 'stock_undone', about, detail: signed(sum) }, now, undone),
      current,
    ] as const);
    const [after] = lastResults(results, [current] as const);
    return stateOf(after) ?? notFound('This list');
  } catch (error) {
    const broken = brokenConstraint(error);
    if (!broken) throw error;
    const after = await current;
    const state = broken.includes('products_stock') ? listBelowZero(tooFew(after)) : stateOf(after);
    if (!state) throw error;
    return state;
  }
}
refuses(undoList, notFound, countedSince, listBelowZero);
