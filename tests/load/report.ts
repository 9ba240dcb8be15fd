/** What the programs say at their end: numbers in a table. */

import { complain, say } from '#tools/lib/log.ts';
import { percentile } from '#tools/lib/numbers.ts';
import { descendants } from '../bench/memory.ts';
import type { Try } from './buyers.ts';

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

/** How often each came, most frequent first: `200 ×187, 503 ×12`. */
export function counts(things: readonly (string | number)[]): string {
  const groups = Map.groupBy(things, String);
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return sorted.map(([name, those]) => `${name} ×${those.length}`).join(', ') || 'none';
}

/** A try's status, or why there was none. */
export const statusOf = ({ status, code }: Try): string =>
  status === 'no answer' ? `no answer (${code})` : String(status);

/** Two columns, the first as wide as its widest. */
export function table(rows: readonly [name: string, value: string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

/** Most memory that workerd and sqld, as our descendants, have held so far; on Linux only. */
export const peakMemory = (): string =>
  descendants(process.pid)
    .filter(({ name }) => /^(workerd|sqld)$/.test(name))
    .map(({ name, peak }) => `${name} ${Math.round(peak)} MB`)
    .sort()
    .join(', ') || 'not measured here';

/** Violations of one invariant that are shown; one is enough to be wrong. */
const mostShown = 10;

/**
 * Prints each invariant with its violations, and what else is wrong.
 * @returns whether all is well
 */
export function printVerdict(found: Record<string, readonly string[]>, wrong: readonly string[]): boolean {
  say('\nInvariants:');
  for (const [name, violations] of Object.entries(found)) {
    say(`  ${violations.length ? 'BROKEN' : 'holds '}  ${name}`);
    for (const violation of violations.slice(0, mostShown)) complain(`          ${violation}`);
  }
  for (const [line, { length }] of Map.groupBy(wrong, String)) complain(`WRONG: ${line} (×${length})`);
  say('');
  return !wrong.length && Object.values(found).every((violations) => !violations.length);
}
