/** A database that cannot be used: what is wrong with it and what helps, in one line for the person at the keyboard. */
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { Failure } from '#tools/lib/log.ts';

/** Bytes that a shop needs to start, and to run for a while. */
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

/** What an error says, its causes included. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code = '' } = error as NodeJS.ErrnoException;
  return `${code} ${error.message}\n${textOf(error.cause)}`;
}

/**
 * An error of the database server, or of a statement, as a Failure where its cause is the disk or the files.
 * @param folder the server's own
 */
export function explainDatabase(error: unknown, folder: string): unknown {
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
      `The files in ${folder} cannot be opened for writing: make them your own (chown, chmod), or choose another folder (DATA_DIR=… npm start).`,
    );
  const [reason] = /disk image is malformed|not a database/.exec(text) ?? [];
  return reason ? damaged(folder, reason) : error;
}

/**
 * The same for a server that did not come up.
 * @param output what it wrote; its own errors begin with "Error:" and say what it found in its files
 */
export function explainServer(output: readonly string[], folder: string): Failure {
  const line = output.find((one) => one.startsWith('Error: '));
  const said = line?.replace(/^Error: (Internal Error: )?/, '').replaceAll('`', '');
  if (!said)
    return new Failure(`The database server did not start: ${output.join(' ') || 'it said nothing'}`);
  const explained = explainDatabase(new Error(said), folder);
  return explained instanceof Failure ? explained : damaged(folder, said);
}

/** How many migrations this database has had, in a file beside it. */
const migratedFile = 'migrated';

/** Notes what {@link checkDatabase} goes by at the next start. @param count migrations */
export const noteMigrations = (folder: string, count: number): void =>
  writeFileSync(join(folder, migratedFile), `${count}\n`);

/**
 * Looks through the whole database (0.1 s for 100 MB). A log that is damaged or gone leaves an older database that
 * is whole in itself, or an empty one: there it knows fewer migrations than it had.
 * @param folder the server's own. @returns how many migrations it has had
 * @throws Failure when the database is damaged
 */
export async function checkDatabase(url: string, folder: string): Promise<number> {
  const { read } = connect({ url }, { until: Number.POSITIVE_INFINITY, patience: 60_000 });
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
