/**
 * Applies the new migrations of db/migrations to a database, in order. Each statement has a transaction of its own, so
 * that a large table is never locked for longer than one index takes; a migration that was interrupted goes on behind its
 * last statement. In an empty database, where nobody waits, a migration is one transaction.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@libsql/client/web';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type DatabaseAddress, withOwnToken } from './client.ts';
import { DatabaseIsNewer } from './database-is-newer.ts';

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
      ...{ name, hash: releasedHashes[name] ?? hash, at: folderMillis },
      ...{ breaks: breaksLastRelease(name, sql[0] ?? ''), statements: sql },
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

/** Applied transactions of each migration that was begun, by hash. */
async function readProgress(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.execute('SELECT hash, transactions FROM migration_progress');
  return new Map(rows.map(({ hash, transactions }) => [String(hash), Number(transactions)]));
}

async function readApplied(client: Client): Promise<Set<string>> {
  await client.migrate([
    'CREATE TABLE IF NOT EXISTS migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)',
    progressTable,
  ]);
  return new Set((await client.execute('SELECT hash FROM migrations')).rows.map(({ hash }) => String(hash)));
}

/** @throws DatabaseIsNewer when a migration that this checkout does not have says that older versions cannot run */
async function checkIsNotNewer(client: Client, known: readonly Migration[]): Promise<void> {
  const { rows } = await client.execute(
    'SELECT hash, name, breaks FROM migration_progress WHERE breaks IS NOT NULL',
  );
  const hashes = new Set(known.map(({ hash }) => hash));
  const newer = rows.find(({ hash }) => !hashes.has(String(hash)));
  if (newer)
    throw new DatabaseIsNewer(
      `This version of the shop cannot run on the database: a newer version has applied the migration ${newer.name}, and the version before it cannot run, because ${newer.breaks} Deploy a version that has this migration (docs/operations.md, Rollback).`,
    );
}

/** Applies one transaction; another writer that holds the lock is waited for. */
async function apply(client: Client, statements: Parameters<Client['migrate']>[0]): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await client.migrate(statements);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (!code?.startsWith('SQLITE_BUSY') || attempt === 20) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * 100));
    }
}

const open = (address: DatabaseAddress): Client => {
  const { url, authToken } = withOwnToken(address);
  return createClient({ url, ...(authToken && { authToken }) });
};

/** The migrations that a database does not have. @throws DatabaseIsNewer */
export async function pendingMigrations(address: DatabaseAddress): Promise<Migration[]> {
  const client = open(address);
  const all = readMigrations();
  const applied = await readApplied(client);
  await checkIsNotNewer(client, all);
  return all.filter(({ hash }) => !applied.has(hash));
}

/**
 * @param onTransaction receives what was applied, and how long it took, ms
 * @returns the number of applied migrations
 * @throws DatabaseIsNewer
 */
export async function migrate(
  address: DatabaseAddress,
  onTransaction: (name: string, statement: string, ms: number) => void = () => {},
): Promise<number> {
  const pending = await pendingMigrations(address);
  const client = open(address);
  const isEmpty = pending.length === readMigrations().length;
  const progress = await readProgress(client);
  for (const { name, hash, at, breaks, statements } of pending) {
    const transactions = isEmpty && !progress.has(hash) ? [statements] : transactionsOf(statements);
    for (const [n, transaction] of transactions.entries()) {
      if (n < (progress.get(hash) ?? 0)) continue;
      const began = Date.now();
      const isLast = n === transactions.length - 1;
      await apply(client, [
        ...transaction,
        {
          sql: `INSERT INTO migration_progress VALUES (?, ?, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET transactions = excluded.transactions`,
          args: [hash, name, breaks ?? null, n + 1],
        },
        ...(isLast ? [{ sql: 'INSERT INTO migrations VALUES (?, ?)', args: [hash, at] }] : []),
      ]);
      onTransaction(name, withoutComments(transaction[0] ?? ''), Date.now() - began);
    }
  }
  return pending.length;
}
