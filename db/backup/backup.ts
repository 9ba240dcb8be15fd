/**
 * `npm run backup -- FILE`: everything that a database holds, as it was at one moment, in one file.
 *
 * All is read in one read transaction, which holds up nobody: writes go on, and the file does not see them.
 * libSQL's own `/dump` is not used, since it is not exact (a real 5.0 comes back as an integer).
 */
import type { Transaction } from '@libsql/client/web';
import type { DatabaseAddress } from '../client.ts';
import { addressFromEnvironment, runAsCommand, UsageError } from '../command.ts';
import { inWords, openWhole } from './connection.ts';
import { writeFile } from './file.ts';
import { checksumOf, type End, type Header, Sums, sha256, writeRow } from './format.ts';
import { count, type Log, ticker } from './report.ts';
import { pagesOf, schemaOf, tablesOf } from './tables.ts';
import { unfinished } from './unfinished.ts';

/** The lines of the file, each with its end. */
async function* linesOf(tx: Transaction, log: Log): AsyncGenerator<string, End> {
  const schema = await schemaOf(tx);
  if (schema.some(({ name }) => name === unfinished))
    throw new UsageError('This database was restored by half: there is nothing in it to keep.');
  const tables = await tablesOf(tx);
  const header: Header = { backup: 'libsql', version: 1, takenAt: new Date().toISOString(), schema, tables };
  const first = JSON.stringify({ header });
  yield `${first}\n`;
  const sums = new Sums();
  for (const table of tables) {
    sums.begin(table.name);
    yield `${JSON.stringify({ table: table.name })}\n`;
    const tick = ticker(table.name, log);
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
 * @returns rows, and a checksum of everything, the same that a restore says
 * @throws UsageError for a file that is there, a token that is refused, a snapshot that did not last; and then
 * there is no new file
 */
export async function backup(
  from: DatabaseAddress,
  file: string,
  log: Log = () => {},
): Promise<{ rows: number; checksum: string }> {
  const client = openWhole(from);
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
    throw inWords(error);
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
  console.log(`${file}: ${count(rows)} rows, checksum ${checksum}`);
});
