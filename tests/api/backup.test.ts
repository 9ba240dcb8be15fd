/**
 * Backup and restore of a shop with orders: the copy is the shop as it was at one moment, row by row, and a Worker that
 * is started on it continues where the first one stopped (docs/operations.md, "Backups").
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { backup } from '#tools/backup.ts';
import { parts } from '#tools/lib/build.ts';
import { root } from '#tools/lib/content.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { runFile, temporaryFolder, writeTinyBuild } from '#tools/lib/fixture.ts';
import { startStack } from '#tools/lib/stack.ts';
import { restore } from '#tools/restore.ts';
import { newClient } from '../support/client.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { countRows, stockOf } from '../support/rows.ts';
import { createActivity } from '../support/sample-activity.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
const file = inFolder('shop.sql');
const original = () => ({ url: shop.stack.databaseUrl });
let shopper: Person;
let orderId: string;

/** The schema, and every row of every table in the order in which it was written. */
async function contentsOf(url: string) {
  const client = createClient({ url, intMode: 'bigint' });
  const list = async (query: string) => (await client.execute(query)).rows.map((row) => Object.values(row));
  const schema = await list('SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2');
  const tables: Record<string, unknown[]> = {};
  for (const [name, withoutRowid] of await list(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'",
  ))
    tables[`${name}`] = await list(`SELECT * FROM "${name}" ORDER BY ${withoutRowid ? '1, 2' : 'rowid'}`);
  client.close();
  return { schema, tables };
}

beforeAll(async () => {
  ({ shopper, orderId } = await createActivity(shop));
});
afterAll(async () => {
  await Promise.all(running.map((database) => database.stop()));
  folder.remove();
});

test('the fixture has rows in every table', async () => {
  const { tables } = await contentsOf(original().url);
  const empty = Object.entries(tables).flatMap(([name, rows]) => (rows.length ? [] : [name]));
  // It has rows only during a sync.
  expect(empty).toEqual(['incoming_products']);
});

/** Databases for restoring; a shop can be started from their folders afterwards. */
const running: Database[] = [];
async function emptyDatabase(name: string): Promise<Database> {
  mkdirSync(inFolder(name));
  const database = await startDatabase(inFolder(name));
  running.push(database);
  return database;
}

test('a restored database equals the original, row by row, and needs no migration', async () => {
  const rows = await backup(original(), file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const copy = await emptyDatabase('copy');
  expect(await restore(copy, file)).toBe(rows);
  expect(await contentsOf(copy.url)).toEqual(await contentsOf(original().url));
  expect(await migrate(copy)).toBe(0);
  await expect(restore(copy, file)).rejects.toThrow('not empty');
  await copy.stop();
});

test('the restored shop lists its orders, accepts new ones, and its history cannot be rewritten', async () => {
  const stack = await startStack({
    dataDir: inFolder('copy'),
    build: { worker: parts.worker.folder, pages: writeTinyBuild(folder.path).pages },
  });
  const db = connect({ url: stack.databaseUrl });
  try {
    const again = newClient(stack.url, shopper.token);
    const { orders } = (await again.post('/api/order/userorders')).body;
    expect(orders.find(({ _id }) => _id === orderId)).toMatchObject({
      status: 'Shipped',
      trackingId: 'AWB100200',
    });
    const before = (await stockOf(db, serum)) ?? 0;
    const order = await orderOf(again, { [serum]: 1 });
    expect((await placeOrder(again, order, 'the-second-order')).status).toBe(200);
    expect(await stockOf(db, serum)).toBe(before - 1);
    for (const table of ['order_events', 'audit', 'stock_changes'])
      for (const change of [`DELETE FROM ${table}`, `UPDATE ${table} SET id = 'other'`])
        await expect(db.write.run(sql.raw(change))).rejects.toMatchObject({
          cause: { message: expect.stringContaining('append-only') },
        });
  } finally {
    await stack.stop();
  }
});

test('a damaged file, a missing one or a wrong token changes nothing', async () => {
  const whole = readFileSync(file, 'utf8');
  const middle = whole.indexOf('\n', whole.length / 2);
  const target = await emptyDatabase('empty');
  for (const damaged of [whole.slice(0, middle + 1), whole.slice(0, middle - 1), '']) {
    writeFileSync(inFolder('damaged.sql'), damaged);
    await expect(restore(target, inFolder('damaged.sql'))).rejects.toThrow(/not a whole backup/);
  }
  writeFileSync(inFolder('damaged.sql'), whole.replace('VALUES(', 'VALUES(('));
  await expect(restore(target, inFolder('damaged.sql'))).rejects.toThrow(
    /^Nothing was restored: .*syntax error/,
  );
  await expect(restore(target, inFolder('none.sql'))).rejects.toThrow('no such file');
  await expect(restore({ url: new URL(target.url).origin }, file)).rejects.toThrow(
    /^Nothing was restored: .*401/,
  );
  expect((await contentsOf(target.url)).schema).toEqual([]);
});

test('of two restores at once, one is refused and the other is complete', async () => {
  const target = await emptyDatabase('twice');
  const done = await Promise.allSettled([restore(target, file), restore(target, file)]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await contentsOf(target.url)).tables.orders).toHaveLength(await countRows(shop.db, 'orders'));
});

test('an existing file is not overwritten, and a refused or interrupted backup leaves no file', async () => {
  const before = readFileSync(file);
  await expect(backup(original(), file)).rejects.toThrow('is there already');
  expect(readFileSync(file)).toEqual(before);
  const { origin } = new URL(original().url);
  await expect(backup({ url: origin, authToken: 'wrong' }, inFolder('new.sql'))).rejects.toThrow(
    'The database refuses DATABASE_AUTH_TOKEN.',
  );
  const half = createServer(async (request, response) => {
    if (request.url === '/dump') {
      response.end(before.subarray(0, before.length / 2));
      return;
    }
    const body = await text(request);
    const headers = { authorization: `${request.headers.authorization}` };
    response.end(await (await fetch(`${origin}${request.url}`, { method: 'POST', headers, body })).text());
  });
  await new Promise<void>((done) => half.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}`;
  const { search } = new URL(original().url);
  await expect(backup({ url: url + search }, inFolder('new.sql'))).rejects.toThrow('The dump broke off');
  half.close();
  expect(readdirSync(folder.path).filter((name) => name.startsWith('new.sql'))).toEqual([]);
});

test('both commands report the rows in one line', async () => {
  const run = async (program: string, { url }: { url: string }) => {
    const env = { DATABASE_URL: url };
    const { exited, output } = runFile(root, `tools/${program}.ts`, [inFolder('command.sql')], env);
    expect((await exited).code, output.text).toBe(0);
    return output.text;
  };
  const [, rows] = /: (\d+) rows\n$/.exec(await run('backup', original())) ?? [];
  expect(await run('restore', await emptyDatabase('command'))).toBe(`Restored: ${rows} rows\n`);
});
