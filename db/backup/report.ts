/** Progress, for whoever waits: a line a table, and more of them for large ones. */

/** Takes one line. */
export type Log = (line: string) => void;

/** Rows after which a large table is told of again. */
const every = 100_000;

/** A number for people. */
export const count = (n: number): string => n.toLocaleString('en-IN');

/** Told of rows as they pass; `end` says how many there were. */
export function ticker(table: string, log: Log): { (rows: number): void; end(): void } {
  let passed = 0;
  const tick = (rows: number) => {
    const told = Math.floor(passed / every);
    passed += rows;
    if (Math.floor(passed / every) > told) log(`${table}: ${count(passed)} rows so far`);
  };
  return Object.assign(tick, { end: () => log(`${table}: ${count(passed)} rows`) });
}
