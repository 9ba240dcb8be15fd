/**
 * `npm run restore -- FILE`: restores a backup into an empty database, which stays unchanged if the file is damaged.
 * libSQL lets others take the write lock from a transaction after five seconds, so a restore uses many transactions. A
 * mark is in the database until everything has been read back and compared with the file.
 */
import type { Client } from '@libsql/client/web';
import type { DatabaseAddress } from '../client.ts';
import { addressFromEnvironment, runAsCommand, UsageError } from '../command.ts';
import { openExact, toUsageError } from './connection.ts';
import { checkFile } from './file.ts';
import { Checksums, checksumOf, type End, type Header, writeRow } from './format.ts';
import { insertRows } from './insert-rows.ts';
import { formatCount, type Log } from './progress.ts';
import { claimEmptyDatabase, removeRestoreMark, restoreMark } from './restore-mark.ts';
import { pagesOf, schemaOf, tablesOf } from './tables.ts';

/** Creates tables, inserts rows, then creates indexes, views and triggers, so that no trigger runs for old rows. */
async function restoreRows(
  client: Client,
  file: string,
  { schema, tables }: Header,
  log: Log,
): Promise<void> {
  const shadows = new Set(tables.filter(({ shadow }) => shadow).map(({ name }) => name));
  const made = (...types: string[]) =>
    schema.filter(({ type }) => types.includes(type)).map(({ sql }) => sql);
  await client.migrate(
    schema.filter(({ type, name }) => type === 'table' && !shadows.has(name)).map(({ sql }) => sql),
  );
  await insertRows(client, file, tables, log);
  for (const index of made('index')) await client.migrate([index]);
  const rest = made('view', 'trigger');
  if (rest.length) await client.migrate(rest);
}

const sorted = (schema: Header['schema']): string[] =>
  schema.map(({ type, name, sql }) => `${type} ${name}: ${sql}`).sort();

/** Reads everything back in one transaction. @throws Error when it differs from the file */
async function compare(client: Client, header: Header, end: End): Promise<void> {
  const tx = await client.transaction('read');
  try {
    const schema = (await schemaOf(tx)).filter(({ name }) => name !== restoreMark);
    if (sorted(schema).join() !== sorted(header.schema).join())
      throw new Error('the schema is not what the file has');
    const sums = new Checksums();
    for (const table of (await tablesOf(tx)).filter(({ name }) => name !== restoreMark)) {
      sums.begin(table.name);
      for await (const page of pagesOf(tx, table))
        for (const row of page) sums.add(table.name, writeRow(row));
    }
    const found = sums.result();
    for (const [name, { sha256 }] of Object.entries(end.tables))
      if (found[name]?.sha256 !== sha256) throw new Error(`${name} is not what the file has`);
  } finally {
    tx.close();
  }
}

/**
 * Fills an empty database from a file, and reads it back.
 * @returns the number of rows, and a checksum of everything, the same as the backup reported
 * @throws UsageError for a damaged file or a database that is not empty, and then nothing was changed; for a restore
 * that failed in the middle, which leaves a marked database that no other restore accepts
 */
export async function restore(
  to: DatabaseAddress,
  file: string,
  log: Log = () => {},
): Promise<{ rows: number; checksum: string }> {
  const { header, end } = await checkFile(file);
  log(`The file is whole; it was taken at ${header.takenAt}.`);
  const client = openExact(to);
  let begun = false;
  try {
    await claimEmptyDatabase(client);
    begun = true;
    await restoreRows(client, file, header, log);
    log('Reading everything back …');
    await compare(client, header, end);
    await client.execute(removeRestoreMark);
  } catch (error) {
    const { message } = toUsageError(error);
    if (!begun) throw toUsageError(error);
    throw new UsageError(
      `The restore was broken off: ${message}. The database is not whole: delete it, and restore into a new one.`,
      { cause: error },
    );
  } finally {
    client.close();
  }
  return checksumOf(end);
}

runAsCommand(import.meta.url, async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length) throw new UsageError('Usage: npm run restore -- FILE');
  const { rows, checksum } = await restore(addressFromEnvironment(), file, console.log);
  console.log(`Restored and read back: ${formatCount(rows)} rows, checksum ${checksum}`);
});
