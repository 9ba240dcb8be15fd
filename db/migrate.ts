/** Applies the new migrations of db/migrations to a database, in order and each in one transaction. */
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client/web';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type DatabaseAddress, withOwnToken } from './client.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** @returns the number of applied migrations */
export async function migrate(address: DatabaseAddress): Promise<number> {
  const { url, authToken } = withOwnToken(address);
  const client = createClient({ url, ...(authToken && { authToken }) });
  await client.execute(
    'CREATE TABLE IF NOT EXISTS migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)',
  );
  const applied = new Set((await client.execute('SELECT hash FROM migrations')).rows.map((row) => row.hash));
  const pending = readMigrationFiles({ migrationsFolder: folder }).filter(({ hash }) => !applied.has(hash));
  for (const { sql, hash, folderMillis } of pending)
    await client.migrate([
      ...sql,
      { sql: 'INSERT INTO migrations VALUES (?, ?)', args: [hash, folderMillis] },
    ]);
  return pending.length;
}
