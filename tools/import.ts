/**
 * npm run import -- FILE: reads the export of another shop (Shopify's CSV and products.json, WooCommerce's CSV, or any CSV
 * with headings), says what comes over, and writes the whole report into .cache/import.html. With --write it writes the
 * products into content/ (docs/moving-in.md).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCatalogue } from 'shop-import/read-catalogue';
import { importLimits, isRefused, planImport } from '#domain/import/plan.ts';
import { picturesOf } from '#domain/import/product-file.ts';
import { reportImport, reportText } from '#domain/import/report.ts';
import { reportHtml } from '#domain/import/report-page.ts';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { readGivenFile, runCommand } from '#tools/lib/command.ts';
import { contentFiles, contentRoot, root } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { downloader, hostsOf } from '#tools/shop-import/download.ts';
import { pictureFiles } from '#tools/shop-import/picture-files.ts';
import { readShop } from '#tools/shop-import/shop.ts';
import { type PictureSource, writeImport } from '#tools/shop-import/write-import.ts';

const usage =
  'Usage: npm run import -- FILE [--write] [--replace-samples] [--pictures download|none|FOLDER|ZIP]';

/** @throws Failure */
function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        write: { type: 'boolean', default: false },
        'replace-samples': { type: 'boolean', default: false },
        pictures: { type: 'string', default: 'download' },
      },
    });
    const [file, ...more] = positionals;
    if (!file || more.length) throw new Failure(usage);
    return { file, ...values };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${(error as Error).message}\n${usage}`);
  }
}

/** @param addresses of all pictures in the export */
async function pictureSource(from: string, addresses: readonly string[]): Promise<PictureSource | undefined> {
  if (from === 'none') return undefined;
  return from === 'download' ? downloader(hostsOf(addresses)) : pictureFiles(resolve(from));
}

/** Says how far it is, each time that another tenth is done. */
function logProgress(done: number, all: number): void {
  if (Math.floor((done * 10) / all) > Math.floor(((done - 1) * 10) / all))
    logInfo(`${done} of ${all} products`);
}

await runCommand(async () => {
  const { file, write, pictures, 'replace-samples': replaceSamples } = readOptions();
  const plan = readGivenFile(file, (bytes) =>
    planImport(readCatalogue(bytes, importLimits), readShop(contentRoot, replaceSamples)),
  );
  if (plan.products.every(({ product }) => isRefused(product)))
    throw new Failure(
      `${basename(file)}: no product can be imported.\n${reportText(reportImport(plan, new Map(), true))}`,
    );
  const addresses = plan.products.flatMap(({ product }) => picturesOf(product).map(({ address }) => address));
  const outcomes = await writeImport(plan, {
    content: contentRoot,
    isDry: !write,
    replaceSamples,
    pictures: write ? await pictureSource(pictures, addresses) : undefined,
    onProgress: write ? logProgress : () => {},
  });
  const report = reportImport(plan, outcomes, !write);
  const page = join(root, '.cache', 'import.html');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(page, reportHtml(report, basename(file)));
  logInfo(`${reportText(report)}\n\nEvery product: ${page}`);
  if (!write) return logInfo('Nothing has been changed. With --write, the products come into content/.');
  const { laws } = mistakesIn(contentFiles());
  if (laws.length) throw new Failure(`The shop cannot be built yet:\n${laws.slice(0, 20).join('\n')}`);
  logInfo('The shop can be built: npm start shows it, npm run content lists what it still lacks.');
});
