/**
 * Parts of docs/performance.md that `npm run audit` and `npm run bench` write, between two marks. The rest is written by
 * hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';

/** Returns the page with the text of one part replaced. @throws Error when the page has no marks for this part */
export function withPart(page: string, part: string, text: string): string {
  const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`;
}

/** Replaces one part of a document. @param page such as `performance.md`, in docs/ @param text Markdown */
export function writePart(page: string, part: string, text: string): void {
  const file = join(root, 'docs', page);
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), part, text));
}

/** A Markdown table: the first column is aligned left, the others right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, column) => (column ? '--:' : '---')));
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** The machine on which figures were measured: processors, memory, system, Node. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${first?.model ?? 'unknown processor'}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}
