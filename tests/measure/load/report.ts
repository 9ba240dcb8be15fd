/** The report at the end of a run. */
import { readdirSync, readFileSync } from 'node:fs';
import { logError, logInfo } from '#tools/lib/log.ts';
import { percentile } from '#tools/lib/numbers.ts';
import type { Attempt } from './buyers.ts';

/** `p50 3.10 s, p95 …`, of ms. */
export const percentiles = (ms: readonly number[]): string =>
  Object.entries({ p50: 0.5, p95: 0.95, p99: 0.99, longest: 1 })
    .map(([name, share]) => `${name} ${(percentile(ms, share) / 1000).toFixed(2)} s`)
    .join(', ');

/** How often each occurred, most frequent first: `200 ×187, 503 ×12`. */
export const counts = (things: readonly (string | number)[]): string =>
  [...Map.groupBy(things, String)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, those]) => `${name} ×${those.length}`)
    .join(', ') || 'none';

/** The statuses of requests, or why there was no answer. */
export const statuses = (attempts: readonly Attempt[]): string =>
  counts(attempts.map(({ status, code }) => (status === 'no answer' ? `no answer (${code})` : status)));

/** Prints a table of two columns. */
export function printTable(rows: Record<string, string | number>): void {
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  for (const [name, value] of Object.entries(rows)) logInfo(`  ${name.padEnd(width)}  ${value}`);
}

/** The peak memory of our workerd and sqld so far, as Linux reports it. */
export function peakMemory(): string {
  if (process.platform !== 'linux') return 'not measured here';
  const peaks = readdirSync('/proc').flatMap((id) => {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
      const isOurs = Number(field('PPid')) === process.pid && /^(workerd|sqld)$/.test(field('Name'));
      return isOurs ? `${field('Name')} ${Math.round(Number(field('VmHWM')) / 1024)} MB` : [];
    } catch {
      // Not a process, or it has ended.
      return [];
    }
  });
  return peaks.sort().join(', ');
}

/** How many violations of one invariant are printed. */
const mostShown = 10;

/** Prints each invariant with its violations, and other problems. @returns whether there are none */
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
