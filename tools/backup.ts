/**
 * `npm run backup -- FILE`: writes all data of a database, as of one moment, into one file of SQL statements. `-` writes them
 * to the standard output, for a program that encrypts them.
 *
 * libSQL's server writes them (`GET /dump`) in one read transaction, which blocks no writer
 * (docs/decisions/16-libsql-dumps.md). The last line is a checksum (tools/lib/backup-file.ts).
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type DatabaseAddress, withOwnToken } from '#db/client.ts';
import { checksumLine, isRow } from '#tools/lib/backup-file.ts';
import { addressFromEnvironment, fileParameter, readLines, runCommand } from '#tools/lib/command.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';

/** @throws Failure */
async function dump(address: DatabaseAddress): Promise<Readable> {
  const { url, authToken } = withOwnToken(address);
  const headers = authToken ? { Authorization: `Bearer ${authToken}` } : undefined;
  const { body, status } = await fetch(new URL('/dump', url), { headers });
  if (status === 401 || status === 403) throw new Failure('The database refuses DATABASE_AUTH_TOKEN.');
  if (status !== 200 || !body) throw new Failure(`The database answers ${status} instead of a dump.`);
  return Readable.fromWeb(body as ReadableStream).setEncoding('utf8');
}

/**
 * The lines of a backup.
 * @returns the number of rows @throws Failure for a refused token, or a dump that breaks off
 */
async function* backupLines(from: DatabaseAddress): AsyncGenerator<string, number> {
  const hash = createHash('sha256');
  let rows = 0;
  let last = '';
  for await (const line of readLines(await dump(from))) {
    yield `${line}\n`;
    hash.update(line).update('\n');
    if (isRow(line)) rows += 1;
    last = line;
  }
  if (last !== 'COMMIT;') throw new Failure('The dump was interrupted. Try again.');
  yield checksumLine(rows, hash);
  return rows;
}

/**
 * Copies a database into a new file, which only its owner may read.
 * @returns the number of rows
 * @throws Failure for an existing file, a refused token, or a dump that breaks off; then there is no new file
 */
export async function backup(from: DatabaseAddress, file: string): Promise<number> {
  if (existsSync(file)) throw new Failure(`${file} already exists: a backup never overwrites a file.`);
  const part = `${file}.part`;
  let rows = 0;
  async function* counted(): AsyncGenerator<string> {
    rows = yield* backupLines(from);
  }
  try {
    await pipeline(counted(), createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return rows;
}

if (import.meta.main)
  await runCommand(async () => {
    const file = fileParameter('npm run backup');
    if (file === '-') await pipeline(backupLines(addressFromEnvironment()), process.stdout);
    else logInfo(`${file}: ${await backup(addressFromEnvironment(), file)} rows`);
  });
