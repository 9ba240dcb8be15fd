/**
 * `npm run restore -- FILE`: a backup into a database that is empty, and stays the one that it was if the file
 * is damaged. libSQL lets others take the lock from a transaction after five seconds, so it goes in many; a mark
 * stands in the database meanwhile, and goes when all has been read back and agrees with the file.
 */
import type { Client } from '@libsql/client/web';
import type { DatabaseAddress } from '../client.ts';
import { addressFromEnvironment, runAsCommand, UsageError } from '../command.ts';
import { inWords, openWhole } from './connection.ts';
import { checkFile } from './file.ts';
import { fill } from './fill.ts';
import { checksumOf, type End, type Header, Sums, writeRow } from './format.ts';
import { count, type Log } from './report.ts';
import { pagesOf, schemaOf, tablesOf } from './tables.ts';
import { finish, takeEmpty, unfinished } from './unfinished.ts';

/** Tables, rows, then what watches over rows or is made from them: no trigger acts on what it has seen before. */
async function bringBack(client: Client, file: string, { schema, tables }: Header, log: Log): Promise<void> {
  const shadows = new Set(tables.filter(({ shadow }) => shadow).map(({ name }) => name));
  const made = (...types: string[]) =>
    schema.filter(({ type }) => types.includes(type)).map(({ sql }) => sql);
  await client.migrate(
    schema.filter(({ type, name }) => type === 'table' && !shadows.has(name)).map(({ sql }) => sql),
  );
  await fill(client, file, tables, log);
  for (const index of made('index')) await client.migrate([index]);
  const rest = made('view', 'trigger');
  if (rest.length) await client.migrate(rest);
}

const sorted = (schema: Header['schema']): string[] =>
  schema.map(({ type, name, sql }) => `${type} ${name}: ${sql}`).sort();

/** Reads everything back, in one transaction. @throws Error when it is not what the file says */
async function compare(client: Client, header: Header, end: End): Promise<void> {
  const tx = await client.transaction('read');
  try {
    const schema = (await schemaOf(tx)).filter(({ name }) => name !== unfinished);
    if (sorted(schema).join() !== sorted(header.schema).join())
      throw new Error('the schema is not what the file has');
    const sums = new Sums();
    for (const table of (await tablesOf(tx)).filter(({ name }) => name !== unfinished)) {
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
 * @returns rows, and a checksum of everything, the same that the backup said
 * @throws UsageError for a damaged file or a database that is not empty, and then nothing was changed; for a
 * restore that was broken off, which leaves a database that no other restore takes
 */
export async function restore(
  to: DatabaseAddress,
  file: string,
  log: Log = () => {},
): Promise<{ rows: number; checksum: string }> {
  const { header, end } = await checkFile(file);
  log(`The file is whole; it was taken at ${header.takenAt}.`);
  const client = openWhole(to);
  let begun = false;
  try {
    await takeEmpty(client);
    begun = true;
    await bringBack(client, file, header, log);
    log('Reading everything back …');
    await compare(client, header, end);
    await client.execute(finish);
  } catch (error) {
    const { message } = inWords(error);
    if (!begun) throw inWords(error);
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
  console.log(`Restored and read back: ${count(rows)} rows, checksum ${checksum}`);
});
