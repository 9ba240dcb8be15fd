/**
 * `npm run backup -- FILE`: writes all data of a database, as of one moment, into one file.
 *
 * Everything is read in one read transaction, which blocks no writer; the file does not contain later writes.
 * libSQL's own `/dump` is not used, since it is not exact (a real 5.0 becomes an integer).
 */
import type { Transaction } from '@libsql/client/web';
import type { DatabaseAddress } from '../client.ts';
import { addressFromEnvironment, runAsCommand, UsageError } from '../command.ts';
import { openExact, toUsageError } from './connection.ts';
import { writeFile } from './file.ts';
import { Checksums, checksumOf, type End, type Header, sha256, writeRow } from './format.ts';
import { formatCount, type Log, newProgressLog } from './progress.ts';
import { restoreMark } from './restore-mark.ts';
import { pagesOf, schemaOf, tablesOf } from './tables.ts';

/** The lines of the file, with line breaks. */
async function* linesOf(tx: Transaction, log: Log): AsyncGenerator<string, End> {
  const schema = await schemaOf(tx);
  if (schema.some(({ name }) => name === restoreMark))
    throw new UsageError('This database is only partly restored: there is nothing in it to back up.');
  const tables = await tablesOf(tx);
  const header: Header = { backup: 'libsql', version: 1, takenAt: new Date().toISOString(), schema, tables };
  const first = JSON.stringify({ header });
  yield `${first}\n`;
  const sums = new Checksums();
  for (const table of tables) {
    sums.begin(table.name);
    yield `${JSON.stringify({ table: table.name })}\n`;
    const tick = newProgressLog(table.name, log);
    for await (const page of pagesOf(tx, table)) {
      const lines = page.map(writeRow);
      for (const line of lines) sums.add(table.name, line);
      yield `${lines.join('\n')}\n`;
      tick(page.length);
    }
    tick.end();
  }
  const end: End = { header: sha256(first), tables: sums.result() };
  yield `${JSON.stringify({ end })}\n`;
  return end;
}

/**
 * Copies a database into a new file, which only its owner may read.
 * @returns the number of rows, and a checksum of everything, the same as a restore reports
 * @throws UsageError for an existing file, a refused token, or a snapshot that expired; then there is no new file
 */
export async function backup(
  from: DatabaseAddress,
  file: string,
  log: Log = () => {},
): Promise<{ rows: number; checksum: string }> {
  const client = openExact(from);
  let end: End | undefined;
  try {
    const tx = await client.transaction('read');
    await writeFile(
      file,
      (async function* () {
        end = yield* linesOf(tx, log);
      })(),
    );
    tx.close();
  } catch (error) {
    throw toUsageError(error);
  } finally {
    client.close();
  }
  if (!end) throw new Error('the copy has no end');
  return checksumOf(end);
}

runAsCommand(import.meta.url, async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length) throw new UsageError('Usage: npm run backup -- FILE');
  const { rows, checksum } = await backup(addressFromEnvironment(), file, console.log);
  console.log(`${file}: ${formatCount(rows)} rows, checksum ${checksum}`);
});
