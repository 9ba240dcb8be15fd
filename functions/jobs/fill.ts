/**
 * Fills old rows with what a newer release stores beside each row. No migration does that, since it would hold the write
 * lock for minutes (docs/operations.md, Migrations without downtime): a fill goes through a table in small pieces, the
 * newest rows first, and leaves the lock to others between them. Its position is in the table `fills`, so a run goes on
 * where the last one ended. Readers cope with rows that are not filled yet.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, isUnavailable, lastResults } from '#db/client.ts';
import { fills } from '#db/schema/index.ts';
import { afterPiece, afterWait, firstPace } from './fill-pace.ts';

/**
 * @property name its row in `fills`. Never renamed
 * @property table whose rows are filled; it has a `rowid`
 * @property fill statements for the rows of `isInPiece`, a condition on `rowid`. They leave filled rows as they are,
 * since a run that was interrupted, and one at the same time, do a piece again
 */
export type Fill = { name: string; table: SQLiteTable; fill(db: Db, isInPiece: SQL): BatchItem<'sqlite'>[] };

/** Pieces in a row that a busy database may refuse. */
const mostRefused = 10;

type Progress = { position: number; bottom: number; top: number };

/** The highest `rowid` of a table and one more. */
const topOf = (table: SQLiteTable): SQL<number> =>
  sql<number>`(SELECT coalesce(max(rowid), 0) + 1 FROM ${table})`;

/** The part of a fill that is done, from 0 to 1. */
const shareOf = ({ position, bottom, top }: Progress): number =>
  top > bottom ? (top - position) / (top - bottom) : 1;

/** Returns where the fill goes on; undefined when it has finished. */
async function begin(db: Db, { name, table }: Fill): Promise<Progress | undefined> {
  const { position, bottom, top, finishedAt } = fills;
  const read = () =>
    db.read.select({ position, bottom, top, finishedAt }).from(fills).where(eq(fills.name, name));
  let [row] = await read();
  if (!row) {
    await db.write.run(sql`
      INSERT INTO ${fills} (name, top, position, bottom)
      SELECT ${name}, top, top, 1 FROM (SELECT ${topOf(table)} AS top) WHERE true ON CONFLICT DO NOTHING`);
    [row] = await read();
  }
  return row && row.finishedAt === null ? row : undefined;
}

/** Fills the next rows. @returns the new position, which another run may have moved further */
async function fillPiece(db: Db, { name, fill }: Fill, { position, bottom }: Progress, rows: number) {
  const from = Math.max(bottom, position - rows);
  const move = db.write
    .update(fills)
    .set({
      position: sql`min(${fills.position}, ${from})`,
      finishedAt: sql`iif(min(${fills.position}, ${from}) <= ${fills.bottom}, unixepoch() * 1000, NULL)`,
    })
    .where(eq(fills.name, name))
    .returning({ position: fills.position });
  const isInPiece = sql`rowid >= ${from} AND rowid < ${position}`;
  const [first, ...rest] = [...fill(db, isInPiece), move] as const;
  const results = await db.write.batch([first ?? move, ...rest]);
  return lastResults(results, [move])[0][0]?.position ?? from;
}

/** A small write: it takes as long as others wait for the lock. @returns ms */
async function timeOfWrite(db: Db, { name }: Fill): Promise<number> {
  const began = Date.now();
  await db.write.run(sql`UPDATE ${fills} SET name = name WHERE name = ${name}`);
  return Date.now() - began;
}

const rest = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Goes on with a fill, at a pace that leaves the lock to others (fill-pace.ts).
 * @param until UTC ms, after which no piece begins
 * @param onProgress receives the part that is done, from 0 to 1, after each piece
 * @returns whether all rows are filled
 */
export async function runFill(
  db: Db,
  one: Fill,
  until: number,
  onProgress: (done: number) => void = () => {},
): Promise<boolean> {
  const progress = await begin(db, one);
  let pace = firstPace;
  let refused = 0;
  while (progress && progress.position > progress.bottom) {
    if (Date.now() >= until) return false;
    const began = Date.now();
    try {
      const next = afterWait(pace, await timeOfWrite(db, one));
      pace = next.pace;
      if (next.goes) {
        const pieceBegan = Date.now();
        progress.position = await fillPiece(db, one, progress, pace.rows);
        pace = afterPiece(pace, Date.now() - pieceBegan);
        onProgress(shareOf(progress));
      }
      refused = 0;
    } catch (error) {
      refused += 1;
      // The database is busy: others come first.
      if (!isUnavailable(error) || refused === mostRefused) throw error;
      pace = afterPiece(pace, Date.now() - began);
    }
    await rest(pace.rest);
  }
  return true;
}
