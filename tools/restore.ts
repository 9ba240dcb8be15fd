/**
 * `npm run restore -- FILE [NEW.db]`: restores a backup. Without DATABASE_URL into the empty folder DATA_DIR, whose shop does
 * not run; with NEW.db into a file of SQLite, which a provider takes; with DATABASE_URL into an empty database at that
 * address.
 *
 * A file is made without a server: a server's log gets each change of a page, which for keys in no order is thirty times
 * the data (docs/decisions/16-libsql-dumps.md).
 */
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BatchCond, type BatchStep, ClientError, openHttp, type Stream } from '@libsql/hrana-client';
import { type DatabaseAddress, withOwnToken } from '#db/client.ts';
import { type CheckedBackup, checkBackup, statementsOf } from '#tools/lib/backup-file.ts';
import { addressFromEnvironment, runCommand } from '#tools/lib/command.ts';
import { Failure, type Log, logInfo } from '#tools/lib/log.ts';

/** Characters of one call. */
const callSize = 1_000_000;
/** The database in relation to its backup, with its indexes; and with the log of the server that opens it. */
const sizes = { database: 1.6, withLog: 3.4, overHttp: 35 };
/** Memory for building a database, KiB: with it pages are written once. */
const buildMemory = 256 * 1024;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en-IN')} MB`;

/** The statements in pieces of a call. */
async function* calls(file: string): AsyncGenerator<string[]> {
  let pending: string[] = [];
  let size = 0;
  for await (const statement of statementsOf(file)) {
    if (size > callSize) {
      yield pending;
      pending = [];
      size = 0;
    }
    pending.push(statement);
    size += statement.length;
  }
  yield pending;
}

/**
 * Executes statements until one fails. Not as one text (`sequence`), in which libSQL's server skips a statement that it
 * cannot parse. @throws ClientError of the statement that failed
 */
async function execute(stream: Stream, statements: readonly string[]): Promise<void> {
  const batch = stream.batch();
  let last: BatchStep | undefined;
  const results = statements.map((statement) => {
    const step = batch.step();
    if (last) step.condition(BatchCond.ok(last));
    last = step;
    return step.run(statement);
  });
  await Promise.all([batch.execute(), ...results]);
}

/**
 * Fills an empty database from a file, in one transaction.
 * @returns the number of rows
 * @throws Failure for a database that is not empty, a refused token, or a file that is not a whole backup; then nothing
 * was changed
 */
export async function restore(to: DatabaseAddress, file: string): Promise<number> {
  const { rows } = await checkBackup(file);
  const { url, authToken } = withOwnToken(to);
  const stream = openHttp(url, authToken).openStream();
  try {
    const first = await stream.queryValue(
      "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE 'libsql!_%' ESCAPE '!'",
    );
    if (first.value)
      throw new Failure(`This database is not empty (it has ${first.value}): restore into a new one.`);
    for await (const statements of calls(file)) await execute(stream, statements);
    return rows;
  } catch (error) {
    throw error instanceof ClientError ? new Failure(`Nothing was restored: ${error.message}`) : error;
  } finally {
    stream.close();
  }
}

/** @throws Failure when the disk of the folder has less than this, bytes */
function checkFree(folder: string, needed: number, log: Log): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  log(`Needed on the disk of ${folder}: about ${megabytes(needed)}; free: ${megabytes(free)}.`);
  if (free < needed)
    throw new Failure('That is too little: free disk space, or choose a folder on another disk.');
}

function logChecked({ rows, checked, bytes }: CheckedBackup, log: Log): void {
  log(`The file is complete: ${rows} rows, ${megabytes(bytes)}.`);
  if (!checked)
    log('It is from an earlier release and has no checksum, so a changed byte would not be noticed.');
}

/** Builds the database of a checked backup as a new file, compact, and reads it through. @throws Failure */
async function build(backup: string, target: string): Promise<void> {
  const database = new DatabaseSync(target);
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    database.exec(`PRAGMA cache_size = -${buildMemory}`);
    for await (const statements of calls(backup)) database.exec(statements.join('\n'));
    const [check] = database.prepare('PRAGMA quick_check').all() as { quick_check: string }[];
    if (check?.quick_check !== 'ok') throw new Error(check?.quick_check);
    if (database.prepare('PRAGMA foreign_key_check').all().length)
      throw new Error('some rows refer to rows that do not exist');
    database.exec('PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL');
    database.close();
  } catch (error) {
    if (database.isOpen) database.close();
    rmSync(target, { force: true });
    throw new Failure(`Nothing was restored: ${(error as Error).message}`);
  }
}

/**
 * Restores into a new file of SQLite, for a provider that takes one.
 * @returns the number of rows @throws Failure, and then there is no file
 */
export async function restoreToFile(target: string, file: string, log: Log): Promise<number> {
  if (existsSync(target)) throw new Failure(`${target} already exists: a restore never overwrites a file.`);
  const checked = await checkBackup(file);
  logChecked(checked, log);
  checkFree(dirname(target), checked.bytes * sizes.database, log);
  await build(file, target);
  return checked.rows;
}

/**
 * Restores into the folder of a shop on this machine, which does not run and has no database yet.
 * @returns the number of rows @throws Failure, and then the folder has no database
 */
export async function restoreToFolder(dataDir: string, file: string, log: Log): Promise<number> {
  const folder = join(dataDir, 'sqld');
  if (existsSync(folder))
    throw new Failure(
      `${dataDir} has a database already: restore into a new folder (DATA_DIR=… npm run restore -- FILE).`,
    );
  const checked = await checkBackup(file);
  logChecked(checked, log);
  mkdirSync(dataDir, { recursive: true });
  checkFree(dataDir, checked.bytes * sizes.withLog, log);
  log('Half of that is for the log, which the database server creates at its first start.');
  const place = join(folder, 'dbs', 'default');
  mkdirSync(place, { recursive: true });
  try {
    await build(file, join(place, 'data'));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return checked.rows;
}

if (import.meta.main)
  await runCommand(async () => {
    const [file, target, ...more] = process.argv.slice(2);
    if (!file || more.length) throw new Failure('Usage: npm run restore -- FILE [NEW.db]');
    const { DATABASE_URL, DATA_DIR = '.data' } = process.env;
    if (target) logInfo(`${target}: ${await restoreToFile(target, file, logInfo)} rows`);
    else if (!DATABASE_URL) logInfo(`Restored: ${await restoreToFolder(DATA_DIR, file, logInfo)} rows`);
    else {
      const checked = await checkBackup(file);
      logChecked(checked, logInfo);
      const needed = megabytes(checked.bytes * sizes.overHttp);
      logInfo(
        `The server needs up to ${needed} for its log during the restore. A file needs far less: npm run restore -- ${file} NEW.db`,
      );
      logInfo(`Restored: ${await restore(addressFromEnvironment(), file)} rows`);
    }
  });
