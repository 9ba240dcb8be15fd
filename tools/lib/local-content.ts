/** Under `npm start`, changes of the desk are written into the files of content. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#db/client.ts';
import { writeChanges } from '#domain/catalogue/write-changes.ts';
import { type ContentStore, writeContent } from '#functions/catalogue/write-content.ts';
import { contentFiles, contentRoot } from '#tools/lib/content.ts';
import { isShuttingDown } from '#tools/lib/lifetime.ts';
import { describeError, logError } from '#tools/lib/log.ts';

/** How often it looks for changes, ms. */
const pause = 1_000;

/** The files of a folder. All that changes is written, or nothing. */
export const localContent =
  (folder = contentRoot): ContentStore =>
  async (changes) => {
    const files = contentFiles(folder);
    const { texts, failed } = writeChanges((name) => files.read(name), changes);
    const paths = [...texts].map(([name, text]) => [join(folder, name), text] as const);
    for (const [path, text] of paths) writeFileSync(`${path}.new`, text);
    for (const [path] of paths) renameSync(`${path}.new`, path);
    return { commit: null, failed };
  };

/** Writes the changes of a running shop, one second after they were made. */
export function writeLocalChanges(databaseUrl: string): void {
  const run = async () => {
    try {
      await writeContent(connect({ url: databaseUrl }), localContent(), Date.now());
    } catch (error) {
      if (!isShuttingDown()) logError(`The desk's changes could not be written: ${describeError(error)}`);
    }
    setTimeout(run, pause).unref();
  };
  void run();
}
