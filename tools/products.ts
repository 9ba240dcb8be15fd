/**
 * npm run products -- FILE [--write]: changes prices, statuses and categories in `content/products` as a CSV file says
 * (docs/editing.md, "Change many products"). Without `--write` it only says what would change. All files are written, or
 * none.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeProblem } from 'shop-import/problem';
import type { ProductChange } from '#domain/catalogue/product-list.ts';
import { listText } from '#domain/stock/coded-table.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { readGivenFile, runCommand } from '#tools/lib/command.ts';
import { contentFiles, contentRoot } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { planProducts } from '#tools/lib/product-files.ts';

const usage = 'Usage: npm run products -- FILE [--write]';

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
const fromTo = (what: string, before: string, after: string): string[] =>
  before === after ? [] : [`${what} ${before} → ${after}`];

/** `glow-serum: price ₹599.00 → ₹539.00, status draft → published` */
const describe = ({ item, price, originalPrice, status, category, isLarge }: ProductChange): string =>
  `${item.id}: ${[
    ...fromTo('price', text(item.price), text(price)),
    ...fromTo('MRP', text(item.originalPrice), text(originalPrice)),
    ...fromTo('status', item.status, status),
    ...fromTo('category', item.category, category),
    ...(isLarge ? ['MORE THAN HALF: please check it'] : []),
  ].join(', ')}`;

await runCommand(async () => {
  const { path, write } = readParameters();
  const { changes, same, problems, texts } = await readGivenFile(path, (bytes) =>
    planProducts(contentFiles(), listText(bytes)),
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
