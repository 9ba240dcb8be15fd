/** Reads the totals that triggers keep (db/schema/totals.ts). */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { fills, totals } from '#db/schema/index.ts';
import { indianOffset, oneDay, oneHour } from '#lib/dates.ts';

/** Number of the Indian day since 1970. @param at UTC ms */
export const dayNumber = (at: number): number => Math.floor((at + indianOffset) / oneDay);

/** Number of the Indian hour since 1970. @param at UTC ms */
export const hourNumber = (at: number): number => Math.floor((at + indianOffset) / oneHour);

/** Beginning of an Indian hour, UTC ms. @param hour number of the hour */
export const startOfHour = (hour: number): number => hour * oneHour - indianOffset;

/** Condition: the totals of a name that no time divides. The driver binds numbers as floats, which the index finds too. */
export const isTotal = (name: string): SQL => sql`${eq(totals.name, name)} AND ${eq(totals.at, 0)}`;

/** Tables whose rows are counted. */
type Counted = 'orders' | 'reviews' | 'subscribers' | 'stock_changes';

/** The name of the fill that counts the old rows of a table (functions/jobs/fills.ts). */
export const countingOf = (table: Counted): string => `counted_${table}`;

/** Condition: old rows of a table are still being counted. */
export const isCounting = (table: Counted): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${fills} WHERE ${fills.name} = ${countingOf(table)} AND finished_at IS NOT NULL)`;

/** A query that has a row while old rows of a table are still being counted, for a batch. */
export const stillCounting = (db: Db, table: Counted) =>
  db.read.all<{ counting: 1 }>(sql`SELECT 1 AS counting WHERE ${isCounting(table)}`);

/** Totals of days and hours, which screens show for 30 days. The others are few. */
const daily = ['sales', 'promises', 'sold', 'delivered', 'returned', 'given back'];

/** Deletes old totals of days and hours. For a write batch. @param before UTC ms */
export function deleteOldTotals(db: Db, before: number) {
  const first = dayNumber(before);
  return db.write.run(sql`DELETE FROM ${totals}
    WHERE (name IN ${daily} AND at < ${first}) OR (name = 'sales of hours' AND at < ${first * 24})`);
}
