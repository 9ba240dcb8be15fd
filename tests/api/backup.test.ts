/**
 * Backup and restore of a shop with orders: the copy is the shop as it was at one moment, row by row, and a Worker that
 * is started on it continues where the first one stopped (docs/operations.md, "Backups").
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

/** Restores a file into a new database, in a folder from which a shop can be started afterwards. */
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

/** Products whose stock differs from their lines, lines without an order, and orders without lines. */
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

test('the fixture has rows in every table', async () => {
  const { tables } = await databaseContents(shop.stack.databaseUrl);
  const empty = Object.entries(tables).flatMap(([name, rows]) => (rows.length ? [] : [name]));
  // It has rows only during a sync.
  expect(empty).toEqual(['incoming_products']);
});

test('a restored database equals the original, row by row, and needs no migration', async () => {
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

test('a backup during an order is consistent: order, lines and stock agree', async () => {
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
