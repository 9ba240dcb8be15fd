/** Reads an export and packs the files of its new products, in a Web Worker: the page stays usable meanwhile. */
import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js';
import { type FormColumn, readFormColumns } from 'shop-import/column-form';
import { ImportRefused } from 'shop-import/problem';
import type { Answers } from 'shop-import/read-catalogue';
import { readRecords } from 'shop-import/read-records';
import { refuseLarge, type Sheet } from 'shop-import/table';
import { openFile } from 'shop-import/workbook';
import type { ImportFacts } from '#domain/import/import-facts.ts';
import { newFiles } from '#domain/import/new-files.ts';
import { planRecords, type StoredPlan } from '#domain/import/plan-records.ts';
import { planRedirects, withRedirects } from '#domain/import/plan-redirects.ts';
import { type RecordReport, reportRecords } from '#domain/import/record-report.ts';
import type { ImportReport } from '#domain/import/report.ts';
import { salesFile } from '#domain/pricing/sales-file.ts';
import { formatYaml } from '#lib/content-style.ts';
import '#lib/schema.ts';

/** @property time in the name of the record (new-files.ts) */
export type ImportRequest = { file: File; facts: ImportFacts; time: string; answers: Answers };

/**
 * `failed`: an error that nobody foresaw. `records`: past orders, reviews, codes or subscribers.
 * `redirects`: what becomes of them, and the file `redirects.yaml` with those that are new.
 * @property columns of the file, for the form; none of a file that is no table
 * @property zip undefined where no product is new @property hasSales whether it has the file of sales
 */
export type ImportAnswer =
  | { state: 'running'; done: number; all: number }
  | { state: 'refused'; message: string; columns: FormColumn[] }
  | { state: 'failed' }
  | { state: 'redirects'; report: RecordReport; text: string }
  | { state: 'records'; plan: StoredPlan }
  | { state: 'done'; report: ImportReport; zip: Blob | undefined; hasSales: boolean; columns: FormColumn[] };

configure({ useWebWorkers: false });

const answer = (message: ImportAnswer): void => postMessage(message);

async function zipOf(files: ReadonlyMap<string, string>): Promise<Blob | undefined> {
  if (!files.size) return undefined;
  const zip = new ZipWriter(new BlobWriter('application/zip'));
  for (const [name, text] of files) await zip.add(name, new TextReader(text));
  return zip.close();
}

function columnsOf(input: Uint8Array | Sheet | undefined): FormColumn[] {
  try {
    return input ? readFormColumns(input) : [];
  } catch {
    return [];
  }
}

addEventListener('message', async ({ data: { file, facts, time, answers } }: MessageEvent<ImportRequest>) => {
  let input: Uint8Array | Sheet | undefined;
  try {
    refuseLarge(file.size);
    input = await openFile(new Uint8Array(await file.arrayBuffer()));
    const now = Date.now();
    const records = answers.columns ? undefined : readRecords(input);
    const names = new Map(facts.productNames);
    if (records?.kind === 'redirects') {
      const plan = planRedirects(records, names, facts.redirects);
      const redirects = withRedirects(facts.redirects.redirects, plan);
      return answer({
        state: 'redirects',
        report: reportRecords(plan, plan.results, true),
        text: formatYaml(facts.fields.redirects, { redirects }),
      });
    }
    if (records) {
      const { keepMonths } = facts;
      return answer({ state: 'records', plan: planRecords(records, { names, keepMonths, now }) });
    }
    const { report, files } = newFiles(input, facts, { time, now, answers }, (done, all) => {
      if (done % 20 === 0) answer({ state: 'running', done, all });
    });
    const hasSales = files.has(`content/${salesFile}`);
    answer({ state: 'done', report, zip: await zipOf(files), hasSales, columns: columnsOf(input) });
  } catch (error) {
    if (error instanceof ImportRefused)
      return answer({ state: 'refused', message: error.message, columns: columnsOf(input) });
    console.error(error);
    answer({ state: 'failed' });
  }
});
