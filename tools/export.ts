/**
 * npm run export [-- --format shopify|products|stock] [FILE]: the catalogue as a CSV file. The stock is that of the database of
 * `DATABASE_URL`, or of the shop that runs here; without one, the opening stock of the content.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { addressFromEnvironment, isUnreachable, runCommand } from '#tools/lib/command.ts';
import { contentFiles, root } from '#tools/lib/content.ts';
import {
  type ExportFormat,
  exportCatalogue,
  exportFormats,
  readStock,
  type Stock,
} from '#tools/lib/export-catalogue.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';

const formats = keysOf(exportFormats);
const usage = `Usage: npm run export [-- --format ${formats.join('|')}] [FILE]`;

function readParameters(): { format: ExportFormat; file: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { format: { type: 'string', default: 'shopify' } },
    });
    const format = formats.find((one) => one === values.format);
    if (format && positionals.length < 2) return { format, file: positionals[0] };
  } catch {
    // An unknown option.
  }
  throw new Failure(usage);
}

/** @returns undefined where no database is named, which only a list of stock needs */
async function findStock(format: ExportFormat): Promise<Stock | undefined> {
  if (format === 'products') return undefined;
  try {
    return await readStock(addressFromEnvironment());
  } catch (error) {
    // A shop that was killed leaves its address behind.
    const isStopped = error instanceof Failure || (!process.env.DATABASE_URL && isUnreachable(error));
    if (format === 'stock' || !isStopped) throw error;
    logInfo('No database is running, so the stock is the opening stock of the content.');
    return undefined;
  }
}

await runCommand(async () => {
  const { format, file } = readParameters();
  const path = resolve(file ?? join(root, '.cache', `${format}-${dayOf(Date.now())}.csv`));
  const text = exportCatalogue(contentFiles(), format, await findStock(format));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  logInfo(`${path}: ${exportFormats[format]}.`);
});
