/** Reads an export and packs the files of its new products, in a Web Worker: the page stays usable meanwhile. */
import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js';
import { ImportRefused } from 'shop-import/problem';
import { refuseLarge } from 'shop-import/table';
import type { ImportFacts } from '#domain/import/import-facts.ts';
import { newFiles } from '#domain/import/new-files.ts';
import type { ImportReport } from '#domain/import/report.ts';
import '#lib/schema.ts';

/** @property time in the name of the record (new-files.ts) */
export type ImportRequest = { file: File; facts: ImportFacts; time: string };

/** `failed`: an error that nobody foresaw. @property zip undefined where no product is new */
export type ImportAnswer =
  | { state: 'running'; done: number; all: number }
  | { state: 'refused'; message: string }
  | { state: 'failed' }
  | { state: 'done'; report: ImportReport; zip: Blob | undefined };

configure({ useWebWorkers: false });

const answer = (message: ImportAnswer): void => postMessage(message);

async function zipOf(files: ReadonlyMap<string, string>): Promise<Blob | undefined> {
  if (!files.size) return undefined;
  const zip = new ZipWriter(new BlobWriter('application/zip'));
  for (const [name, text] of files) await zip.add(name, new TextReader(text));
  return zip.close();
}

addEventListener('message', async ({ data: { file, facts, time } }: MessageEvent<ImportRequest>) => {
  try {
    refuseLarge(file.size);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { report, files } = newFiles(bytes, facts, { time, now: Date.now(), answers: {} }, (done, all) => {
      if (done % 20 === 0) answer({ state: 'running', done, all });
    });
    answer({ state: 'done', report, zip: await zipOf(files) });
  } catch (error) {
    if (error instanceof ImportRefused) return answer({ state: 'refused', message: error.message });
    console.error(error);
    answer({ state: 'failed' });
  }
});
