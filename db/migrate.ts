/**
 * Applies the new migrations of db/migrations to a database, in order, and then its triggers and views (db/triggers.ts). Each
 * statement has a transaction of its own, so that a large table is never locked for longer than one index takes; a migration
 * that was interrupted goes on behind its last statement. In an empty database, where nobody waits, a migration is one
 * transaction.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BatchCond, type InStmt, openHttp, type Stream } from '@libsql/hrana-client';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type DatabaseAddress, withOwnToken } from './client.ts';
import { DatabaseIsNewer } from './database-is-newer.ts';
import { type Rule, readRules, ruleChanges, selectRules } from './triggers.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Hashes of files that were edited after a release had applied them, as they were then. Databases know these. */
const releasedHashes = readJson('./released-migrations.json') as Record<string, string>;

/**
 * @property name of its file
 * @property hash by which a database knows it
 * @property at the time of its creation, UTC ms
 * @property breaks why the Worker of the last release cannot run on the new schema; undefined when it can
 */
export type Migration = {
  name: string;
  hash: string;
  at: number;
  breaks: string | undefined;
  statements: string[];
};

const firstLine = /^-- The last release runs on this schema: (?:yes\.|no, because (?<reason>\S.*))\n/;

/**
 * What the first line of a migration says about the Worker of the last release.
 * @returns why it cannot run on the new schema; undefined when it can
 * @throws Error for a file without that line
 */
export function breaksLastRelease(name: string, text: string): string | undefined {
  const found = firstLine.exec(text);
  if (!found)
    throw new Error(
      `db/migrations/${name}.sql must begin with "-- The last release runs on this schema: yes." or "…: no, because …" (docs/operations.md).`,
    );
  return found.groups?.reason;
}

/** The migrations of this checkout, in order. @throws Error as {@link breaksLastRelease} */
export function readMigrations(): Migration[] {
  const { entries } = readJson('./migrations/meta/_journal.json') as { entries: { tag: string }[] };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, n) => {
    const name = entries[n]?.tag ?? '';
    return {
      name,
      hash: releasedHashes[name] ?? hash,
      at: folderMillis,
      breaks: breaksLastRelease(name, sql[0] ?? ''),
      statements: sql,
    };
  });
}

const withoutComments = (statement: string): string => statement.replace(/^\s*--.*\n/gm, '').trim();

/**
 * The statements of a migration, by transaction: each its own, except that what is dropped and made again under the same
 * name is never missing in between.
 */
export function transactionsOf(statements: readonly string[]): string[][] {
  const bare = statements.map(withoutComments);
  const transactions: string[][] = [];
  let last = -1;
  for (const [n, statement] of statements.entries()) {
    if (n <= last) transactions.at(-1)?.push(statement);
    else transactions.push([statement]);
    const [, dropped] = /^DROP \w+ `?(\w+)/.exec(bare[n] ?? '') ?? [];
    const again = new RegExp(`^(?:CREATE (?:\\w+ )+|ALTER TABLE \\S+ RENAME TO )\`?${dropped}\\b`);
    if (dropped)
      last = Math.max(
        last,
        bare.findLastIndex((other) => again.test(other)),
      );
  }
  return transactions;
}

/** Beside `migrations`, whose two columns older versions write by position. Newer versions tell older ones by it. */
const progressTable = `CREATE TABLE IF NOT EXISTS migration_progress
  (hash TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, breaks TEXT, transactions INTEGER NOT NULL)`;

const migrationsTable =
  'CREATE TABLE IF NOT EXISTS migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)';

type Row = Record<string, unknown>;
type Database = { read(statement: string): Promise<Row[]>; apply(statements: InStmt[]): Promise<void> };

/** Runs statements as one transaction that takes the write lock first. Foreign keys are checked when it has ended. */
async function runTransaction(stream: Stream, statements: readonly InStmt[]): Promise<void> {
  const batch = stream.batch();
  batch
    .step()
    .run('PRAGMA foreign_keys = OFF')
    .catch(() => {});
  let last = batch.step();
  const results = [last.run('BEGIN IMMEDIATE')];
  for (const statement of [...statements, 'COMMIT']) {
    const step = batch.step().condition(BatchCond.ok(last));
    results.push(step.run(statement));
    last = step;
  }
  batch
    .step()
    .condition(BatchCond.not(BatchCond.ok(last)))
    .run('ROLLBACK')
    .catch(() => {});
  batch
    .step()
    .run('PRAGMA foreign_keys = ON')
    .catch(() => {});
  const all = Promise.all(results);
  all.catch(() => {});
  await batch.execute();
  await all;
}

/** Tries of a transaction while others have the lock. */
const maxTries = 50;

function open(address: DatabaseAddress): Database {
  const { url, authToken } = withOwnToken(address);
  const client = openHttp(url, authToken);
  const onStream = async <T>(work: (stream: Stream) => Promise<T>): Promise<T> => {
    const stream = client.openStream();
    try {
      return await work(stream);
    } finally {
      stream.close();
    }
  };
  return {
    read: (statement) => onStream(async (stream) => (await stream.query(statement)).rows as unknown as Row[]),
    async apply(statements) {
      for (let attempt = 1; ; attempt++)
        try {
          return await onStream((stream) => runTransaction(stream, statements));
        } catch (error) {
          if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY') || attempt === maxTries)
            throw error;
          await new Promise((resume) => setTimeout(resume, Math.random() * 50));
        }
    },
  };
}

/** The names of a database's tables, and the migrations that it has. */
async function readApplied(database: Database): Promise<Set<unknown>> {
  const tables = await database.read("SELECT name FROM sqlite_schema WHERE name LIKE 'migration%'");
  if (tables.length < 2) await database.apply([migrationsTable, progressTable]);
  return new Set((await database.read('SELECT hash FROM migrations')).map(({ hash }) => hash));
}

/** @throws DatabaseIsNewer when a migration that this checkout does not have says that older versions cannot run */
async function checkIsNotNewer(database: Database, known: readonly Migration[]): Promise<void> {
  const breaking = await database.read(
    'SELECT hash, name, breaks FROM migration_progress WHERE breaks IS NOT NULL',
  );
  const hashes = new Set<unknown>(known.map(({ hash }) => hash));
  const newer = breaking.find(({ hash }) => !hashes.has(hash));
  if (newer)
    throw new DatabaseIsNewer(
      `This version of the shop cannot run on the database: a newer version has applied the migration ${newer.name}, and the version before it cannot run, because ${newer.breaks} Deploy a version that has this migration (docs/operations.md, Rollback).`,
    );
}

/** @property isNewer the database has migrations that this checkout does not have */
async function readPending(database: Database): Promise<{ pending: Migration[]; isNewer: boolean }> {
  const all = readMigrations();
  const applied = await readApplied(database);
  await checkIsNotNewer(database, all);
  const pending = all.filter(({ hash }) => !applied.has(hash));
  return { pending, isNewer: applied.size > all.length - pending.length };
}

/** The migrations that a database does not have. @throws DatabaseIsNewer */
export const pendingMigrations = async (address: DatabaseAddress): Promise<Migration[]> =>
  (await readPending(open(address))).pending;

/**
 * @param onTransaction receives what was applied, and how long it took, ms
 * @returns the number of applied migrations
 * @throws DatabaseIsNewer
 */
export async function migrate(
  address: DatabaseAddress,
  onTransaction: (name: string, statement: string, ms: number) => void | Promise<void> = () => {},
): Promise<number> {
  const database = open(address);
  const { pending, isNewer } = await readPending(database);
  const begun = await database.read('SELECT hash, transactions FROM migration_progress');
  const isEmpty = pending.length === readMigrations().length && !begun.length;
  for (const { name, hash, at, breaks, statements } of pending) {
    const transactions = isEmpty ? [statements] : transactionsOf(statements);
    const done = Number(begun.find((row) => row.hash === hash)?.transactions ?? 0);
    for (const [n, transaction] of transactions.entries()) {
      if (n < done) continue;
      const began = Date.now();
      await database.apply([
        ...transaction,
        [
          `INSERT INTO migration_progress VALUES (?, ?, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET transactions = excluded.transactions`,
          [hash, name, breaks ?? null, n + 1],
        ],
        ...(n === transactions.length - 1
          ? ([['INSERT INTO migrations VALUES (?, ?)', [hash, at]]] satisfies InStmt[])
          : []),
      ]);
      await onTransaction(name, withoutComments(transaction[0] ?? ''), Date.now() - began);
    }
  }
  // The rules of a newer version stay: this version runs with them.
  if (!isNewer) await applyRules(database);
  return pending.length;
}

const readRuleChanges = async (database: Database): Promise<string[]> =>
  ruleChanges((await database.read(selectRules)) as Rule[], readRules());

/** Makes the database's triggers and views those of this checkout, in one transaction. */
async function applyRules(database: Database): Promise<void> {
  const changes = await readRuleChanges(database);
  if (changes.length) await database.apply(changes);
}

/** Whether a database has other triggers or views than this checkout. */
export const hasOtherRules = async (address: DatabaseAddress): Promise<boolean> =>
  (await readRuleChanges(open(address))).length > 0;
