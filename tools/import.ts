/**
 * npm run import -- FILE: reads the export of another shop (packages/shop-import lists the formats), says what comes over, and
 * writes the whole report into .cache/import.html. With --write it writes products and redirects into content/, and past orders,
 * reviews, codes and subscribers into the database (docs/moving-in.md).
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Answers, readCatalogue } from 'shop-import/read-catalogue';
import { type ImportedRecords, readRecords } from 'shop-import/read-records';
import { readMapping } from 'shop-import/table-fields';
import { openFile } from 'shop-import/workbook';
import { type ImportPlan, importLimits, isRefused, planImport } from '#domain/import/plan.ts';
import { picturesOf } from '#domain/import/product-file.ts';
import { recordText } from '#domain/import/record-report.ts';
import { reportImport, reportText } from '#domain/import/report.ts';
import { recordHtml, reportHtml } from '#domain/import/report-page.ts';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { readGivenFile, runCommand } from '#tools/lib/command.ts';
import { contentFiles, contentRoot, isPicture, root } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { downloader, hostsOf } from '#tools/shop-import/download.ts';
import { pictureFiles } from '#tools/shop-import/picture-files.ts';
import { importRecords } from '#tools/shop-import/records.ts';
import { readShop } from '#tools/shop-import/shop.ts';
import { type PictureSource, writeImport } from '#tools/shop-import/write-import.ts';

const usage = `Usage: npm run import -- FILE [--write] [--replace-samples] [--pictures download|none|FOLDER|ZIP]
  [--rate RUPEES|skip] [--stock PIECES|uncounted] [--columns HEADING=FIELD,…]`;

/** The pieces of each size and shade, or that they are not counted. @throws Failure */
function readPieces(text: string): NonNullable<Answers['stock']> {
  if (/^(uncounted|not[ -]counted)$/i.test(text)) return 'not counted';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Failure(`--stock: “${text}” is no number of pieces.\n${usage}`);
}

/** A number of an option. @throws Failure */
function positive(option: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Failure(`${option}: “${text}” is no number above 0.\n${usage}`);
}

/** @throws Failure */
function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        write: { type: 'boolean', default: false },
        'replace-samples': { type: 'boolean', default: false },
        pictures: { type: 'string', default: 'download' },
        rate: { type: 'string' },
        stock: { type: 'string' },
        columns: { type: 'string' },
      },
    });
    const [file, ...more] = positionals;
    if (!file || more.length) throw new Failure(usage);
    const { rate, stock, columns } = values;
    const answers: Answers = {
      ...(rate && rate !== 'skip' && { rate: positive('--rate', rate) }),
      ...(columns && { columns: readMapping(columns) }),
      ...(stock && { stock: readPieces(stock) }),
    };
    return { file, answers, skipsForeign: rate === 'skip', ...values };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${(error as Error).message}\n${usage}`);
  }
}

/** What only the owner knows, as sentences with the options that say it. */
function openQuestions(
  { catalogue, uncounted }: ImportPlan,
  answers: Answers,
  skipsForeign: boolean,
): string[] {
  const codes = catalogue.questions.currencies.join(', ');
  return [
    codes && answers.rate === undefined && !skipsForeign
      ? `Prices are in ${codes}. Say how many rupees one is, such as --rate 83.2, or leave these products out: --rate skip.`
      : '',
    uncounted
      ? `The file does not say the stock of ${uncounted} ${uncounted === 1 ? 'new product' : 'new products'}. Say it, such as --stock 20 for 20 pieces of each size and shade, or --stock uncounted for what is always in stock.`
      : '',
  ].filter(Boolean);
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

/** A copy of the content, in which a dry run writes. Pictures are links. */
function scratchCopy(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'import-'));
  const files = contentFiles();
  for (const name of files.names()) {
    const [from, to] = [join(contentRoot, name), join(path, name)];
    if (statSync(from).isDirectory()) continue;
    mkdirSync(dirname(to), { recursive: true });
    if (isPicture(name)) symlinkSync(from, to);
    else copyFileSync(from, to);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes the page with the whole report. @returns its path */
function writeReport(html: string): string {
  const page = join(root, '.cache', 'import.html');
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, html);
  return page;
}

/** Imports past orders, reviews, codes, subscribers or redirects. */
async function importOthers(file: string, records: ImportedRecords, write: boolean): Promise<void> {
  const report = await importRecords(records, contentRoot, !write);
  const page = writeReport(recordHtml(report, basename(file)));
  logInfo(`${recordText(report)}\n\nEvery row: ${page}`);
  if (!write) logInfo('\nNothing has been changed: with --write, they come into the shop.');
}

await runCommand(async () => {
  const options = readOptions();
  const { file, answers, skipsForeign, write, pictures, 'replace-samples': replaceSamples } = options;
  // Where somebody has said which column is which, the file is one of products.
  const records = answers.columns
    ? undefined
    : await readGivenFile(file, async (bytes) => readRecords(await openFile(bytes)));
  if (records) return importOthers(file, records, write);
  const plan = await readGivenFile(file, async (bytes) =>
    planImport(
      readCatalogue(await openFile(bytes), importLimits, answers),
      readShop(contentRoot, replaceSamples),
    ),
  );
  const questions = openQuestions(plan, answers, skipsForeign);
  if (plan.products.every(({ product }) => isRefused(product)))
    throw new Failure(
      [
        `${basename(file)}: no product can be imported.`,
        ...questions,
        reportText(reportImport(plan, new Map(), true)),
      ].join('\n'),
    );
  if (write && questions.length) throw new Failure(questions.join('\n'));
  const addresses = plan.products.flatMap(({ product }) => picturesOf(product).map(({ address }) => address));
  const scratch = write ? undefined : scratchCopy();
  const content = scratch?.path ?? contentRoot;
  try {
    const written = await writeImport(plan, {
      content,
      replaceSamples,
      pictures: write ? await pictureSource(pictures, addresses) : undefined,
      onProgress: write ? logProgress : () => {},
    });
    // A dry run asks for no pictures, so none is missing.
    const outcomes = new Map(
      [...written].map(([key, outcome]) => [key, write ? outcome : { ...outcome, gaps: [] }]),
    );
    const report = reportImport(plan, outcomes, !write);
    const page = writeReport(reportHtml(report, basename(file)));
    logInfo(`${reportText(report)}\n\nEvery product: ${page}`);
    for (const question of questions) logInfo(`\n${question}`);
    const { laws } = mistakesIn(contentFiles(content));
    if (laws.length)
      throw new Failure(
        `The shop cannot be built${write ? ' yet' : ' so'}:\n${laws.slice(0, 20).join('\n')}`,
      );
  } finally {
    scratch?.remove();
  }
  logInfo(
    write
      ? 'The shop can be built: npm start shows it, npm run content lists what it still lacks.'
      : 'The shop can be built so. Nothing has been changed: with --write, the products come into content/.',
  );
});
