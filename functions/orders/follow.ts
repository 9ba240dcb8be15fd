/**
 * The follower: what only the desk reads of a new order is written after it, for many orders at once
 * (docs/decisions/47-an-order-writes-little.md). These are its words for the search, and its part of the totals. The table
 * `followed` says how far the follower has come, so it goes on after a crash; a piece that two followers do at once counts
 * once.
 *
 * It runs after the answer to an order, each minute, and before the desk reads what it writes.
 */
import { getTableName, type SQL, sql } from 'drizzle-orm';
import { type Db, isPaused } from '#db/client.ts';
import { counted, followed, orders, orderWords, totals } from '#db/schema/index.ts';

const name = getTableName(orders);

/** Orders of a piece, which is one transaction. */
const pieceSize = 100;
/** After a piece a follower rests so many times as long as the piece took, ms: orders come first. */
const restShare = 3;
const longestRest = 1_000;
/** Time of a follower that a request has started, ms. */
const timeOfRun = 20_000;

type NewOrder = { rowid: number; id: string };
/** The last row of a piece; without an id the table is empty. */
type End = { rowid: number; id: string | null };

const position = sql`coalesce((SELECT position FROM ${followed} WHERE name = ${name}), 0)`;

/** Condition: the follower has not done the order yet. @param order `orders`, or its alias */
export const waitsForFollower = (order: string): SQL => {
  const row = sql.identifier(order);
  return sql`${row}.rowid > ${position} AND ${row}.counted = ${counted.later}`;
};

/** A query with one row: the number of orders that the follower has not done yet. */
export const countBehind = (db: Db) =>
  db.read.all<{ behind: number }>(
    sql`SELECT count(*) AS behind FROM ${orders} WHERE ${waitsForFollower(name)}`,
  );

/** Reads the next orders, and where the follower is when they are done. */
async function readPiece(db: Db) {
  const [[at], rows] = await db.read.batch([
    db.read.all<{ from: number; last: number | null; lastId: string | null; isMoved: number | null }>(sql`
      SELECT ${position} AS "from", (SELECT max(rowid) FROM ${orders}) AS last,
        (SELECT id FROM ${orders} WHERE rowid = (SELECT max(rowid) FROM ${orders})) AS lastId,
        (SELECT f.id IS NOT (SELECT id FROM ${orders} WHERE rowid = f.position) FROM ${followed} AS f WHERE f.name = ${name}) AS isMoved`),
    db.read.all<NewOrder>(sql`
      SELECT rowid, id FROM ${orders}
      WHERE ${waitsForFollower(name)} ORDER BY rowid LIMIT ${pieceSize}`),
  ]);
  const last = { rowid: at?.last ?? 0, id: at?.lastId ?? null };
  const end: End = rows.length < pieceSize ? last : (rows.at(-1) ?? last);
  return { rows, from: at?.from ?? 0, end, isMoved: Boolean(at?.isMoved) };
}

/** Writes what follows from these orders. Those that another follower has done meanwhile stay as they are. */
async function writePiece(db: Db, rows: readonly NewOrder[], end: End): Promise<void> {
  const { write } = db;
  // A list, not a query: SQLite passes it on into the parts of a view.
  const ids = rows.map(({ id }) => id);
  const add = (view: string) =>
    write.run(sql`
      INSERT INTO ${totals} (name, at, about, count, amount)
      SELECT name, at, about, sum(count), sum(amount) FROM ${sql.identifier(view)}
      WHERE order_id IN ${ids} AND counted = ${counted.later} GROUP BY 1, 2, 3
      ON CONFLICT (name, at, about) DO UPDATE SET count = count + excluded.count, amount = amount + excluded.amount`);
  await write.batch([
    add('order_totals'),
    add('line_totals'),
    write.run(sql`
      INSERT OR IGNORE INTO ${orderWords} (order_id, word)
      SELECT order_id, word FROM order_texts WHERE order_id IN ${ids}`),
    write.run(sql`
      UPDATE ${orders} SET counted = ${counted.yes} WHERE id IN ${ids} AND counted = ${counted.later}`),
    moveTo(db, end),
  ]);
}

/** Statement: the follower has done all rows up to this one. */
const moveTo = (db: Db, { rowid, id }: End) =>
  db.write.run(sql`
    INSERT INTO ${followed} (name, position, id) VALUES (${name}, ${rowid}, ${id})
    ON CONFLICT (name) DO UPDATE SET position = excluded.position, id = excluded.id WHERE excluded.position > position`);

/** Statement: begins again at the first order. */
const restart = (db: Db) =>
  db.write.run(sql`UPDATE ${followed} SET position = 0, id = NULL WHERE name = ${name}`);

/** Rests after what has begun then, UTC ms. */
const restAfter = (began: number) =>
  new Promise((resume) => setTimeout(resume, Math.min(longestRest, restShare * (Date.now() - began))));

/**
 * Does what the orders wait for, in pieces, with rests between them.
 * @param until UTC ms, after which no piece begins
 */
export async function followOrders(db: Db, until: number): Promise<void> {
  while (Date.now() < until) {
    const began = Date.now();
    const { rows, from, end, isMoved } = await readPiece(db);
    if (isMoved) await restart(db);
    else if (rows.length) await writePiece(db, rows, end);
    // Those of an older release are counted.
    else if (end.rowid > from) await moveTo(db, end);
    if (!isMoved && rows.length < pieceSize) break;
    await restAfter(began);
  }
}

/** Whether a request of this isolate follows the orders now, and whether others came meanwhile. */
let running = false;
let again = false;

/**
 * Follows the orders after an answer: one request of an isolate does it, also for others whose orders come meanwhile.
 */
export async function followAfterOrder(db: Db): Promise<void> {
  again = true;
  if (running) return;
  running = true;
  const until = Date.now() + timeOfRun;
  try {
    while (again && Date.now() < until) {
      again = false;
      const began = Date.now();
      await followOrders(db, until);
      if (again) await restAfter(began);
    }
  } finally {
    running = false;
  }
}

/** Time that a reader waits for the follower, ms. */
const timeOfReader = 2_000;

/**
 * For readers of what the follower writes, where it is behind ({@link countBehind}).
 * @returns the number of orders that are still behind: a pause of writing, or a sale, may leave some
 */
export async function catchUp(db: Db): Promise<number> {
  try {
    await followOrders(db, Date.now() + timeOfReader);
  } catch (error) {
    if (!isPaused(error)) throw error;
  }
  return (await countBehind(db))[0]?.behind ?? 0;
}
