/**
 * The pause of a deploy whose migration the running Worker cannot work with: reading goes on, and the database refuses
 * writes with a message of its own, which the Worker answers with 503 `paused` and `Retry-After`. Triggers do it, made for
 * the pause and dropped after it, so that it costs nothing at any other time, and every Worker is stopped by it, also
 * one in the middle of a request.
 */
import { sql } from 'drizzle-orm';
import { connect, type DatabaseAddress, pausedMessage } from './client.ts';
import { pausePrefix } from './triggers.ts';

/**
 * Tables that stay writable: those of the deploy itself. No order, payment or other change of a shopper or operator is in
 * these alone: one of an operator writes the audit list too. `totals` is counted by triggers of `products` too.
 */
const ofDeploy = [
  'migrations',
  'migration_progress',
  'products',
  'product_files',
  'catalogue_changes',
  'incoming_products',
  'price_changes',
  'fills',
  'totals',
];

const open = (address: DatabaseAddress) =>
  connect(address, { until: Number.POSITIVE_INFINITY, callTimeout: 60_000 });

/** Pauses, and pauses tables that were made since. */
export async function pauseWrites(address: DatabaseAddress): Promise<void> {
  const db = open(address);
  const tables = await db.read.all<{ name: string }>(
    sql`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
      AND name NOT LIKE 'libsql!_%' ESCAPE '!' AND name NOT IN ${ofDeploy}`,
  );
  const [first, ...rest] = tables.flatMap(({ name }) =>
    ['INSERT', 'UPDATE', 'DELETE'].map((kind) =>
      db.write.run(
        sql.raw(`CREATE TRIGGER IF NOT EXISTS "${pausePrefix}${kind.toLowerCase()}_${name}" BEFORE ${kind} ON "${name}"
          BEGIN SELECT RAISE(ABORT, '${pausedMessage}'); END`),
      ),
    ),
  );
  if (first) await db.write.batch([first, ...rest]);
}

/** @returns whether writing was paused */
export async function resumeWrites(address: DatabaseAddress): Promise<boolean> {
  const db = open(address);
  const triggers = await db.read.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND substr(name, 1, ${pausePrefix.length}) = ${pausePrefix}`,
  );
  const [first, ...rest] = triggers.map(({ name }) =>
    db.write.run(sql.raw(`DROP TRIGGER IF EXISTS "${name}"`)),
  );
  if (first) await db.write.batch([first, ...rest]);
  return first !== undefined;
}
