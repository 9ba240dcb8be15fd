/** Applying migrations: interrupted, on databases of other versions, and with rows that a migration does not fill. */
import { createClient } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { DatabaseIsNewer } from '#db/database-is-newer.ts';
import { hasOtherRules, migrate, readMigrations, transactionsOf } from '#db/migrate.ts';
import { pauseWrites, resumeWrites } from '#db/pause.ts';
import { syncCatalogue } from '#db/sync.ts';
import { type Rule, readRules, selectRules } from '#db/triggers.ts';
import { runFill } from '#functions/jobs/fill.ts';
import { fills } from '#functions/jobs/fills.ts';
import { readProducts } from '#tools/lib/content.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { fillOldRows } from '#tools/lib/fill.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { openPatiently } from '../support/database.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { countRows, select, snapshot } from '../support/rows.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: Database;
let db: Db;

async function open() {
  folder = temporaryFolder();
  server = await startDatabase(folder.path);
  db = openPatiently(server.url);
}
async function close() {
  await server.stop();
  folder.remove();
}
beforeEach(open);
afterEach(close);

/** Applies migrations as versions of before did: one transaction each, with two columns in `migrations`. */
async function migrateAsBefore(count: number, alsoRun: Record<string, string[]> = {}): Promise<void> {
  const client = createClient({ url: server.url });
  await client.execute(
    'CREATE TABLE IF NOT EXISTS migrations (hash TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)',
  );
  for (const { name, statements, hash, at } of readMigrations().slice(0, count)) {
    const applied = { sql: 'INSERT INTO migrations VALUES (?, ?)', args: [hash, at] };
    await client.migrate([...statements, ...(alsoRun[name] ?? []), applied]);
  }
  // Products, as a catalogue's sync of then wrote them.
  const product = `INSERT INTO products (id, name, category, brand, description, price, original_price, images,
    features, skin_type, skin_types, benefits, key_ingredients, position, version, stock)
    VALUES (?1, ?1, '', '', '', 1, 1, '[]', '[]', '', '[]', '', '', 1, '', 1)`;
  await client.batch([...readProducts().keys()].map((id) => ({ sql: product, args: [id] })));
}

const schemaOf = () => select(db, sql`SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`);
const forever = Number.POSITIVE_INFINITY;
const fillAll = async () => {
  for (const fill of fills) expect(await runFill(db, fill, forever)).toBe(true);
};
const words = () => select(db, sql`SELECT order_id, word FROM order_words ORDER BY 1, 2`);
const texts = () => select(db, sql`SELECT DISTINCT order_id, word FROM order_texts ORDER BY 1, 2`);

test('a migration that was interrupted anywhere goes on behind its last statement', async () => {
  await migrateAsBefore(10);
  const [next] = readMigrations().slice(10);
  const cut = Math.floor(transactionsOf(next?.statements ?? []).length / 2);
  let done = 0;
  await expect(
    migrate(server, () => {
      done += 1;
      if (done === cut) throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await countRows(db, 'migrations')).toBe(10);
  expect(await migrate(server)).toBe(readMigrations().length - 10);
  const schema = await schemaOf();
  expect(await migrate(server)).toBe(0);
  await close();
  await open();
  await migrate(server);
  expect(schema).toEqual(await schemaOf());
});

test('on a database of a newer version, a version that can run goes on, another one says what to do', async () => {
  await migrate(server);
  await db.write.run(sql`INSERT INTO migrations VALUES ('newer', 1)`);
  await db.write.run(sql`INSERT INTO migration_progress VALUES ('newer', '0099_gift_note', NULL, 1)`);
  expect(await migrate(server)).toBe(0);
  const breaks = sql`UPDATE migration_progress SET breaks = 'it reads orders.courier.' WHERE hash = 'newer'`;
  await db.write.run(breaks);
  const refused = migrate(server);
  await expect(refused).rejects.toThrow(DatabaseIsNewer);
  const reason = /0099_gift_note.*because it reads orders\.courier\. Deploy a version/;
  await expect(refused).rejects.toThrow(reason);
});

describe('triggers and views', () => {
  const rules = () => select<Rule>(db, sql.raw(`${selectRules} ORDER BY name`));
  const spoil = async () => {
    for (const statement of [
      'DROP TRIGGER holds_of_ended_order',
      'DROP VIEW held_pieces',
      'CREATE VIEW held_pieces AS SELECT 1',
      'CREATE TRIGGER of_before AFTER DELETE ON users BEGIN SELECT 1; END',
    ])
      await db.write.run(sql.raw(statement));
  };

  test('are those of the checkout: a lost, changed or foreign one is put right, and a pause goes on', async () => {
    await migrate(server);
    const wanted = readRules().sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(await rules()).toEqual(wanted);
    expect(await hasOtherRules(server)).toBe(false);
    await spoil();
    await pauseWrites(server);
    expect(await hasOtherRules(server)).toBe(true);
    expect(await migrate(server)).toBe(0);
    expect(await resumeWrites(server)).toBe(true);
    expect(await rules()).toEqual(wanted);
  });

  test('of a newer version stay', async () => {
    await migrate(server);
    await db.write.run(sql`INSERT INTO migrations VALUES ('newer', 1)`);
    await spoil();
    const newer = await rules();
    await migrate(server);
    expect(await rules()).toEqual(newer);
  });
});

describe('the words by which the desk finds orders', () => {
  const fillsOf = () =>
    select(db, sql`SELECT name, finished_at IS NOT NULL AS done FROM fills WHERE name = 'order_words'`);

  test('of orders of before are filled in pieces by a job, which goes on where it ended', async () => {
    await migrateAsBefore(11);
    await insertManyOrders(db, 700, { taxed: false });
    await migrate(server);
    expect(await words()).toEqual([]);
    expect(await fillsOf()).toEqual([]);
    const [fill] = fills;
    if (!fill) throw new Error('no fill');
    const done: number[] = [];
    // It is stopped after a piece, as a Worker is that ends.
    const stopped = runFill(db, fill, forever, (share) => {
      done.push(share);
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    const some = (await words()).length;
    expect(some).toBeGreaterThan(0);
    expect(await fillsOf()).toEqual([{ name: 'order_words', done: 0 }]);
    await Promise.all([runFill(db, fill, forever, (share) => done.push(share)), runFill(db, fill, forever)]);
    expect(await words()).toEqual(await texts());
    expect((await words()).length).toBeGreaterThan(some);
    expect(done.length).toBeGreaterThan(2);
    expect(done.every((share) => share > 0 && share <= 1)).toBe(true);
    expect(done.at(-1)).toBe(1);
    expect(await fillsOf()).toEqual([{ name: 'order_words', done: 1 }]);
  });

  test('stay where migration 0011 has filled them, and get those of 0030; neither is applied again', async () => {
    await migrateAsBefore(12, {
      '0011_desk': ['INSERT INTO `order_words` SELECT DISTINCT `order_id`, `word` FROM `order_texts`'],
    });
    await insertManyOrders(db, 300);
    await db.write.run(sql`UPDATE order_words SET word = 'kept' WHERE word = 'mg'`);
    const before = await words();
    expect(await migrate(server)).toBe(readMigrations().length - 12);
    await fillAll();
    const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row));
    const after = new Set(lines(await words()));
    expect(lines(before).filter((row) => !after.has(row))).toEqual([]);
    expect(lines(await texts()).filter((row) => !after.has(row))).toEqual([]);
  });

  test('of a new shop are complete from the start', async () => {
    await migrate(server);
    expect(await fillsOf()).toEqual([{ name: 'order_words', done: 1 }]);
  });

  test('of rows that the last release wrote after a fill are filled when it is opened again, and only these', async () => {
    await migrate(server);
    await syncCatalogue(server, readProducts());
    await insertManyOrders(db, 100);
    await fillOldRows(server, () => {});
    await insertManyOrders(db, 20, { first: 100 });
    await db.write.run(sql`DELETE FROM order_words`);
    const printed: string[] = [];
    await fillOldRows(server, (line) => printed.push(line));
    expect(printed).toContain('Old rows (order_words): 100 %');
    const found = await select(db, sql`SELECT DISTINCT order_id FROM order_words`);
    expect(found).toHaveLength(20);
    const before = await snapshot(db, ['order_words']);
    await fillAll();
    expect(await snapshot(db, ['order_words'])).toEqual(before);
  });
});
