/**
 * Brings a database to the shape of db/schema/index.ts: applies, in order and each in one transaction,
 * the migrations of db/migrations that it has not seen. `npm run db:migrate` does the same by hand.
 */
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client/web';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type DatabaseAddress, withOwnToken } from './client.ts';
import { addressFromEnvironment, runAsCommand } from './command.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** @returns how many migrations were applied */
export async function migrate(address: DatabaseAddress): Promise<number> {
  const { url, authToken } = withOwnToken(address);
  const client = createClient({ url, ...(authToken && { authToken }) });
  await client.execute(
    'CREATE TABLE IF NOT EXISTS migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)',
  );
  const seen = new Set((await client.execute('SELECT hash FROM migrations')).rows.map((row) => row.hash));
  const fresh = readMigrationFiles({ migrationsFolder: folder }).filter(({ hash }) => !seen.has(hash));
  for (const { sql, hash, folderMillis } of fresh)
    await client.migrate([
      ...sql,
      { sql: 'INSERT INTO migrations VALUES (?, ?)', args: [hash, folderMillis] },
    ]);
  return fresh.length;
}

runAsCommand(import.meta.url, async () => {
  console.log(`Migrations applied: ${await migrate(addressFromEnvironment())}`);
});
