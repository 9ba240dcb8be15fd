/**
 * The order gate (docs/decisions/45-an-order-gate.md): orders of all isolates are written many in one transaction, and each is
 * placed or refused as if it were written alone.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished } from 'vitest';
import { orderLines, orders } from '#db/schema/index.ts';
import { pollUntil, temporaryFolder } from '#tools/lib/fixture.ts';
import { Runner } from '#tools/lib/worker.ts';
import { type Client, newClient, tally, times } from '../support/client.ts';
import { changeSettings } from '../support/clock.ts';
import { addressOf, orderOf, placeOrder, placeWithRetry, serum } from '../support/orders.ts';
import { countRows, knownBy, makeKnown, setPrice, setStock, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ proxy: true, vars: { ORDER_GATE: 'on' } });

/** People who have bought here before. */
async function customers(count: number) {
  const people = await shop.people(count);
  await makeKnown(shop.db, people);
  return people;
}

const orderFor = (order: object, buyer: Client) => ({ ...order, address: addressOf(buyer) });
const countOrders = () => countRows(shop.db, 'orders', sql`request_hash <> ${knownBy}`);

/** How many orders each transaction had. */
const together = () => shop.proxy.batches.map(({ body }) => body.split('SAVEPOINT one').length - 1);

beforeEach(async () => {
  const { write } = shop.db;
  await write.batch([write.delete(orderLines), write.delete(orders)]);
  shop.proxy.reset();
});

describe('orders at once', () => {
  test('are written together, and one refusal refuses one order', async () => {
    const buyers = await customers(12);
    const order = await orderOf(shop.client(), { [serum]: 1 });
    await setStock(shop.db, serum, 10);
    shop.proxy.reset();
    shop.proxy.readFirst(12);
    const answers = await Promise.all(
      buyers.map((buyer) => placeWithRetry(buyer, orderFor(order, buyer), buyer.id)),
    );
    expect(tally(answers)).toEqual({ 200: 10, 409: 2 });
    expect(Math.max(...together())).toBeGreaterThan(5);
    expect([await stockOf(shop.db, serum), await countOrders()]).toEqual([0, 10]);
  });

  test('with one key are one order', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 2 });
    shop.proxy.readFirst(20);
    const answers = await Promise.all(times(20, () => placeOrder(shopper, order, 'one-key-for-all')));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([await countOrders(), await stockOf(shop.db, serum)]).toEqual([1, 98]);
  });

  test('are read again where what they were read by has changed', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 1 });
    const writing = shop.proxy.hold(1);
    const placing = placeOrder(shopper, order);
    await writing.arrived;
    await setPrice(shop.db, serum, 60_000);
    writing.release();
    const { status, body } = await placing;
    expect([status, body.code, await countOrders()]).toEqual([409, 'amount_changed', 0]);
  });
});

test('the log has the rows of each order, not those of the others', async () => {
  const buyers = await customers(4);
  const order = await orderOf(shop.client(), { [serum]: 1 });
  shop.proxy.reset();
  shop.stack.workerLogs.length = 0;
  shop.proxy.readFirst(4);
  await Promise.all(buyers.map((buyer) => placeWithRetry(buyer, orderFor(order, buyer), buyer.id)));
  const isAnswer = (line: string) => line.includes('"route":"/api/order/place"');
  await pollUntil(
    () => Promise.resolve(shop.stack.workerLogs.filter(isAnswer).length === 4),
    10_000,
    'four lines',
  );
  const logged = shop.stack.workerLogs.filter(isAnswer).map((line) => JSON.parse(line).rowsRead as number);
  // The follower comes after the answers.
  const ofFollower = /"followed"|order_texts|(?:order|line)_totals|SET counted/;
  const ofOrders = shop.proxy.rowsRead.filter(({ statement }) => !ofFollower.test(statement));
  const read = ofOrders.reduce((sum, one) => sum + one.rows, 0);
  expect(logged.reduce((sum, rows) => sum + rows, 0)).toBe(read);
  expect(Math.max(...logged)).toBeLessThan(2 * Math.min(...logged));
});

describe('a process that ends while an order is written', () => {
  test('leaves one order, which its key finds', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 1 });
    const writing = shop.proxy.hold(1);
    const placing = placeOrder(shopper, order, 'key-of-the-killed').catch(() => undefined);
    await writing.arrived;
    await shop.stack.killWorker();
    writing.release();
    expect(await placing).toBeUndefined();
    const { status, body } = await placeWithRetry(shopper, order, 'key-of-the-killed');
    expect([status, await countOrders(), await stockOf(shop.db, serum)]).toEqual([200, 1, 99]);
    expect((await placeOrder(shopper, order, 'key-of-the-killed')).body.order._id).toBe(body.order._id);
  });

  test('is answered 503 if it was the database, and the key finds what was written', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 1 });
    shop.proxy.loseAnswer();
    const { status, headers } = await placeOrder(shopper, order, 'key-of-the-lost');
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d$/)]);
    expect((await placeOrder(shopper, order, 'key-of-the-lost')).status).toBe(200);
    expect([await countOrders(), await stockOf(shop.db, serum)]).toEqual([1, 99]);
  });
});

test('where there is no object, the Worker writes the order itself', async ({ shopper }) => {
  const order = await orderOf(shopper, { [serum]: 1 });
  const { settings } = shop.stack;
  const folder = temporaryFolder();
  cpSync(settings.bundle, folder.path, { recursive: true });
  const file = join(folder.path, 'options.json');
  const { additionalUnboundDurableObjects: _, ...options } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(options));
  const runner = new Runner();
  const lines: string[] = [];
  runner.log = (line) => lines.push(line);
  onTestFinished(async () => {
    await runner.stop();
    folder.remove();
  });
  const port = await runner.run({ ...settings, bundle: folder.path, port: 0 });
  const { status } = await placeOrder(
    newClient(`http://127.0.0.1:${port}`, shopper.token),
    order,
    'a-key-of-its-own',
  );
  expect([status, await countOrders()]).toEqual([200, 1]);
  expect(lines.filter((line) => line.includes('The order gate is not there'))).toHaveLength(1);
});

test('when it is off, no object is called', async ({ shopper }) => {
  await changeSettings(shop, { ORDER_GATE: 'off' });
  shop.stack.workerLogs.length = 0;
  const order = await orderOf(shopper, { [serum]: 1 });
  expect((await placeOrder(shopper, order)).status).toBe(200);
  expect(together()).toEqual([0]);
  expect(shop.stack.workerLogs.join('')).not.toContain('written together');
});
