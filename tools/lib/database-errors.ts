/** Turns errors of the local database into a one-line Failure that says what is wrong and what to do. */
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { Failure } from '#tools/lib/log.ts';

/** Free bytes that a shop needs to start, and to run for a while. */
const leastSpace = 32 * 1024 ** 2;
/** Bytes below which an error of the disk means that the disk is full. */
const noSpace = 1024 ** 2;

function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const full = (folder: string): Failure =>
  new Failure(
    `The disk of ${folder} is full: free at least ${leastSpace / 1024 ** 2} MB, or choose a folder on another disk (DATA_DIR=… npm start).`,
  );

const damaged = (folder: string, reason: string): Failure =>
  new Failure(
    `The database in ${folder} is damaged (${reason}): move this folder away, then restore a backup (docs/operations.md) or start with an empty shop.`,
  );

/** @throws Failure when too little is free on the disk of this folder */
export function checkSpace(folder: string): void {
  if (freeSpace(folder) < leastSpace) throw full(folder);
}

/** The code and message of an error, with those of its causes. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code = '' } = error as NodeJS.ErrnoException;
  return `${code} ${error.message}\n${textOf(error.cause)}`;
}

/**
 * Returns a Failure for an error of the server or of a statement that is caused by the disk or the files; any other
 * error as it is. @param folder the server's folder
 */
export function toDatabaseFailure(error: unknown, folder: string): unknown {
  if (error instanceof Failure) return error;
  const text = textOf(error);
  if (/SQLITE_FULL|disk is full|No space left|ENOSPC/.test(text)) return full(folder);
  if (/SQLITE_IOERR|disk I\/O error/.test(text))
    return freeSpace(folder) < noSpace
      ? full(folder)
      : new Failure(
          `The disk of ${folder} cannot be read or written: check the disk, then restore a backup.`,
        );
  if (/SQLITE_(READONLY|CANTOPEN|PERM)|Permission denied|Read-only|unable to open|readonly/.test(text))
    return new Failure(
      `The files in ${folder} cannot be opened for writing: change their owner or permissions (chown, chmod), or choose another folder (DATA_DIR=… npm start).`,
    );
  const [reason] = /disk image is malformed|not a database/.exec(text) ?? [];
  return reason ? damaged(folder, reason) : error;
}

/**
 * The same for a server that did not start.
 * @param output its output; its own errors begin with "Error:" and describe what is wrong with its files
 */
export function toServerFailure(output: readonly string[], folder: string): Failure {
  const line = output.find((one) => one.startsWith('Error: '));
  const message = line?.replace(/^Error: (Internal Error: )?/, '').replaceAll('`', '');
  if (!message) return new Failure(`The database server did not start: ${output.join(' ') || 'no output'}`);
  const failure = toDatabaseFailure(new Error(message), folder);
  return failure instanceof Failure ? failure : damaged(folder, message);
}

/** A file beside the database with the number of its migrations. */
const migratedFile = 'migrated';

/** Records the number of migrations that {@link checkDatabase} compares at the next start. */
export const recordMigrationCount = (folder: string, count: number): void =>
  writeFileSync(join(folder, migratedFile), `${count}\n`);

/**
 * Checks the whole database (0.1 s for 100 MB). A damaged or missing log leaves an older or empty database that is
 * consistent in itself; it then has fewer migrations than were recorded.
 * @param folder the server's folder. @returns the number of migrations that were applied
 * @throws Failure when the database is damaged
 */
export async function checkDatabase(url: string, folder: string): Promise<number> {
  const { read } = connect({ url }, { until: Number.POSITIVE_INFINITY, callTimeout: 60_000 });
  const [found] = await read.all<{ quick_check: string }>(sql`PRAGMA quick_check(1)`);
  if (found?.quick_check !== 'ok')
    throw damaged(folder, found?.quick_check.split('\n').at(-1) ?? 'no answer');
  const tables = await read.all(sql`SELECT 1 FROM sqlite_schema WHERE name = 'migrations'`);
  const [counted] = tables.length
    ? await read.all<{ n: number }>(sql`SELECT count(*) AS n FROM migrations`)
    : [];
  const count = counted?.n ?? 0;
  const file = join(folder, migratedFile);
  if (existsSync(file) && count < Number(readFileSync(file, 'utf8')))
    throw damaged(folder, 'a part of it is missing');
  return count;
}
