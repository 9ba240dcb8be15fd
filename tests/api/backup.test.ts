/**
 * Backup and restore of a shop that has sold things: the copy is the shop as it was at one moment, row by row,
 * and a Worker that is started on it goes on where the first one was (docs/operations.md, "Backups").
 */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '#db/backup/backup.ts';
import { restore } from '#db/backup/restore.ts';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { parts } from '#tools/lib/build.ts';
import { startDatabase } from '#tools/lib/database.ts';
import { temporaryFolder, writeTinyBuild } from '#tools/lib/fixture.ts';
import { startStack } from '#tools/lib/stack.ts';
import { newClient } from '../support/client.ts';
import { databaseContents } from '../support/database-contents.ts';
import { startProxy } from '../support/database-proxy.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { countRows, select, stockOf } from '../support/rows.ts';
import { createActivity } from '../support/sample-activity.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
let shopper: Person;
let orderId: string;

/** A file, restored into a database of its own, in a folder that a shop can be started on afterwards. */
async function restoring(file: string, name: string, look: (copy: Copy) => Promise<void>): Promise<void> {
  mkdirSync(inFolder(name));
  const database = await startDatabase(inFolder(name));
  try {
    await look({ url: database.url, ...(await restore(database, file)) });
  } finally {
    await database.stop();
  }
}
type Copy = { url: string } & Awaited<ReturnType<typeof restore>>;

/** Stock and lines that do not agree, and lines without their order: none, in a copy of one moment. */
const torn = (url: string) =>
  select(
    connect({ url }),
    sql`SELECT id FROM products p WHERE stock <> opening
      + (SELECT coalesce(sum(change), 0) FROM stock_changes WHERE product_id = p.id)
      - (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l JOIN orders o ON o.id = l.order_id
         WHERE l.product_id = p.id AND o.status <> 'Cancelled')
      UNION ALL SELECT order_id FROM order_lines WHERE order_id NOT IN (SELECT id FROM orders)
      UNION ALL SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)`,
  );

beforeAll(async () => {
  ({ shopper, orderId } = await createActivity(shop));
});
afterAll(() => folder.remove());

test('the fixture has something of everything that a shop stores', async () => {
  const { tables } = await databaseContents(shop.stack.databaseUrl);
  const empty = Object.entries(tables).flatMap(([name, rows]) => (rows.length ? [] : [name]));
  // Holds something only while a sync is under way.
  expect(empty).toEqual(['incoming_products']);
});

test('a restored database is the one that was backed up, row by row, and has nothing to migrate', async () => {
  const file = inFolder('shop.backup');
  const log: string[] = [];
  const kept = await backup({ url: shop.stack.databaseUrl }, file, (line) => log.push(line));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(log).toContain(`products: ${await countRows(shop.db, 'products')} rows`);
  await restoring(file, 'copy', async ({ url, rows, checksum }) => {
    expect([rows, checksum]).toEqual([kept.rows, kept.checksum]);
    expect(await databaseContents(url)).toEqual(await databaseContents(shop.stack.databaseUrl));
    expect(await migrate({ url })).toBe(0);
  });
});

test('the restored shop lists its orders, takes new ones, and keeps its history from being rewritten', async () => {
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

test('what is written while it is copied is not torn: order, lines and stock agree', async () => {
  const proxy = await startProxy(shop.stack.databaseUrl);
  const file = inFolder('while.backup');
  const { promise: between, resolve } = Promise.withResolvers<ReturnType<typeof proxy.hold>>();
  // Lines and orders have been read, products have not.
  const copying = backup({ url: proxy.url }, file, (line) => {
    if (line.startsWith('orders: ')) resolve(proxy.hold());
  });
  const gate = await between;
  await gate.arrived;
  const buyer = await shop.person();
  expect((await placeOrder(buyer, await orderOf(buyer, { [serum]: 3 }), 'ordered-meanwhile')).status).toBe(
    200,
  );
  gate.release();
  await copying;
  await proxy.stop();
  expect(await torn(shop.stack.databaseUrl)).toEqual([]);
  await restoring(file, 'while', async ({ url }) => {
    expect(await torn(url)).toEqual([]);
    expect(await countRows(connect({ url }), 'orders', sql`idempotency_key = 'ordered-meanwhile'`)).toBe(0);
  });
});
