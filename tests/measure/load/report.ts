/** The report at the end of a run: figures in a table. */

import { logError, logInfo } from '#tools/lib/log.ts';
import { percentile } from '#tools/lib/numbers.ts';
import { shopProcesses } from '../memory.ts';
import type { Attempt } from './buyers.ts';

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

/** `p50 3.10 s, p95 …`, of ms. */
export function percentiles(ms: readonly number[]): string {
  const shares: [string, number][] = [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
    ['longest', 1],
  ];
  return shares.map(([name, share]) => `${name} ${seconds(percentile(ms, share))} s`).join(', ');
}

/** How often each occurred, most frequent first: `200 ×187, 503 ×12`. */
export function counts(things: readonly (string | number)[]): string {
  const groups = Map.groupBy(things, String);
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return sorted.map(([name, those]) => `${name} ×${those.length}`).join(', ') || 'none';
}

/** The status of an attempt, or why there was none. */
export const statusOf = ({ status, code }: Attempt): string =>
  status === 'no answer' ? `no answer (${code})` : String(status);

/** A table of two columns, in plain text. */
export function table(rows: readonly [name: string, value: string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

/** The peak memory of our workerd and sqld processes so far; on Linux only. */
export const peakMemory = (): string =>
  shopProcesses()
    .map(({ name, peak }) => `${name} ${Math.round(peak)} MB`)
    .sort()
    .join(', ') || 'not measured here';

/** How many violations of one invariant are printed. */
const mostShown = 10;

/**
 * Prints each invariant with its violations, and other problems.
 * @returns whether there are none
 */
export function printVerdict(found: Record<string, readonly string[]>, wrong: readonly string[]): boolean {
  logInfo('\nInvariants:');
  for (const [name, violations] of Object.entries(found)) {
    logInfo(`  ${violations.length ? 'BROKEN' : 'holds '}  ${name}`);
    for (const violation of violations.slice(0, mostShown)) logError(`          ${violation}`);
  }
  for (const [line, { length }] of Map.groupBy(wrong, String)) logError(`WRONG: ${line} (×${length})`);
  logInfo('');
  return !wrong.length && Object.values(found).every((violations) => !violations.length);
}
