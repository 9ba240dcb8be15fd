/**
 * npm run import -- FILE: reads the export of another shop (Shopify's CSV and products.json, WooCommerce's CSV, or any CSV
 * with headings), says what would come over, and writes the whole report into .cache/import.html. It changes nothing.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ImportRefused } from '#domain/import/problem.ts';
import { readCatalogue } from '#domain/import/read-catalogue.ts';
import { reportHtml, reportImport, reportText } from '#domain/import/report.ts';
import { fileParameter, runCommand } from '#tools/lib/command.ts';
import { root } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';

function readFile(path: string): Uint8Array {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Failure(`${path}: there is no such file.`);
  return readFileSync(path);
}

await runCommand(async () => {
  const path = fileParameter('npm run import');
  try {
    const report = reportImport(readCatalogue(readFile(path)));
    const page = join(root, '.cache', 'import.html');
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(page, reportHtml(report, basename(path)));
    logInfo(reportText(report));
    logInfo(`\nEvery product: ${page}\nNothing has been changed.`);
  } catch (error) {
    if (error instanceof ImportRefused) throw new Failure(`${basename(path)}: ${error.message}`);
    throw error;
  }
});
