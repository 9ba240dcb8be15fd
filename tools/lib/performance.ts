/**
 * docs/performance.md: written by `npm run audit` and `npm run bench`, each its own part, between two marks.
 * What stands outside the marks is written by hand and stays.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';

export type PerformancePart = 'audit' | 'bench';

/** The page, with one part of it written anew. @throws Error when the part's marks are not there */
export function withPart(page: string, part: PerformancePart, text: string): string {
  const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** Writes one part of docs/performance.md. @param text Markdown */
export function writePart(part: PerformancePart, text: string): void {
  const file = join(root, 'docs', 'performance.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), part, text));
}

/** A Markdown table; the first column reads from the left, figures from the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, column) => (column ? '--:' : '---')));
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** What figures were taken on: processors, memory, system, Node. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${first?.model ?? 'unknown processor'}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}
