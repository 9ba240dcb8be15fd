/** Parts of statements that write many rows at once. */
import { type SQL, sql } from 'drizzle-orm';

/** A whole number: the client sends numbers as floats, which SQLite divides without rounding, and does not find in lists. */
export const whole = (n: number): SQL => sql`CAST(${n} AS INTEGER)`;

/** The beginning of a statement whose table `number` has a row `n` for each number of a range. @param to is not among them */
export const numbers = (from: number, to: number): SQL => sql`WITH RECURSIVE number(n) AS (
  SELECT ${whole(from)} UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${whole(to)})`;

/** Runs a statement for each part of a range. @param atOnce rows of one statement, few enough for the time limit of a call */
export async function inParts(
  [from, to]: readonly [number, number],
  atOnce: number,
  write: (from: number, to: number) => PromiseLike<unknown>,
): Promise<void> {
  for (let first = from; first < to; first += atOnce) await write(first, Math.min(first + atOnce, to));
}
