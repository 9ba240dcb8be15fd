/**
 * npm run prices -- FILE [--write]: changes the prices of a CSV file in `content/products` (docs/editing.md, "Change many
 * prices"). Without `--write` it only says what would change. All files are written, or none.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeProblem } from '#domain/import/problem.ts';
import type { PriceChange, PricedItem } from '#domain/pricing/price-list.ts';
import { listText } from '#domain/stock/coded-table.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { readGivenFile, runCommand } from '#tools/lib/command.ts';
import { contentFiles, contentRoot } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { planPrices } from '#tools/lib/price-files.ts';

const usage = 'Usage: npm run prices -- FILE [--write]';

function readParameters(): { path: string; write: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { write: { type: 'boolean' } },
    });
    const [path, ...more] = positionals;
    if (path && !more.length) return { path, write: values.write ?? false };
  } catch {
    // An unknown option.
  }
  throw new Failure(usage);
}

const text = (amount: Paise | null): string => (amount === null ? 'none' : formatPrice(amount));
const fromTo = (what: string, before: Paise | null, after: Paise | null): string[] =>
  before === after ? [] : [`${what} ${text(before)} → ${text(after)}`];

/** `glow-serum: price ₹599.00 → ₹539.00` */
const describe = ({ item, price, originalPrice, isLarge }: PriceChange<PricedItem>): string =>
  `${item._id}: ${[
    ...fromTo('price', item.price, price),
    ...fromTo('MRP', item.originalPrice, originalPrice),
    ...(isLarge ? ['MORE THAN HALF: please check it'] : []),
  ].join(', ')}`;

await runCommand(async () => {
  const { path, write } = readParameters();
  const { changes, same, problems, texts } = readGivenFile(path, (bytes) =>
    planPrices(contentFiles(), listText(bytes)),
  );
  for (const change of changes) logInfo(describe(change));
  if (problems.length)
    throw new Failure(
      `${problems.map(describeProblem).join('\n')}\n${basename(path)}: nothing has been changed. Please correct these rows, or delete them.`,
    );
  logInfo(`${changes.length} change, ${same} stay.`);
  if (!write) {
    logInfo('Nothing has been changed: add --write to change the files.');
    return;
  }
  const files = [...texts].map(([name, content]) => ({ path: join(contentRoot, name), content }));
  for (const { path, content } of files) writeFileSync(`${path}.new`, content);
  for (const { path } of files) renameSync(`${path}.new`, path);
  logInfo(
    `${files.length} files are changed. Look at them (git diff), and commit them together; git revert undoes it.`,
  );
});
