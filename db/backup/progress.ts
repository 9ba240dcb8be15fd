/** Progress messages: one line for each table, and more for large ones. */

/** Writes one line. */
export type Log = (line: string) => void;

/** Rows after which the progress of a large table is reported again. */
const every = 100_000;

/** A number with thousands separators. */
export const formatCount = (n: number): string => n.toLocaleString('en-IN');

/** @returns a function to call with the number of rows; its `end` reports the total */
export function newProgressLog(table: string, log: Log): { (rows: number): void; end(): void } {
  let passed = 0;
  const tick = (rows: number) => {
    const reported = Math.floor(passed / every);
    passed += rows;
    if (Math.floor(passed / every) > reported) log(`${table}: ${formatCount(passed)} rows so far`);
  };
  return Object.assign(tick, { end: () => log(`${table}: ${formatCount(passed)} rows`) });
}
