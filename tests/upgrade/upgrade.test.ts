/**
 * From the last release to this one and back (npm run test:upgrade): the last release is built from git and filled; this
 * one's migrations are applied under its Worker while shoppers and operators go on; then both Workers run, the new one
 * alone, and the old one again. Nobody is answered 5xx but by a declared pause, and no row is lost or changed.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, pendingMigrations } from '#db/migrate.ts';
import { pauseWrites, resumeWrites } from '#db/pause.ts';
import { syncCatalogue } from '#db/sync.ts';
import { runFill } from '#functions/jobs/fill.ts';
import { fills } from '#functions/jobs/fills.ts';
import { readProducts } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { logInfo } from '#tools/lib/log.ts';
import { readNewWork } from '#tools/lib/new-work.ts';
import { password } from '../support/accounts.ts';
import { type Client, newClient } from '../support/client.ts';
import { linkTo } from '../support/guests.ts';
import { address, orderOf, serum } from '../support/orders.ts';
import { buildLastRelease, type Release } from './last-release.ts';
import { lostRows, type Rows, readRows } from './rows.ts';
import { newRelease, startFront, startUpgradeShop, type UpgradeShop, type Version } from './shop.ts';
import { openTabs } from './tabs.ts';
import {
  accountPays,
  ask,
  everything,
  guestOrders,
  move,
  newLedger,
  newPerson,
  operatorWorks,
} from './traffic.ts';

const folder = temporaryFolder();
const ledger = newLedger();
let release: Release;
let shop: UpgradeShop;
let old: Version;
let current: Version;
let before: Rows;
/** Seeded people, by the tokens that their browsers have. */
const tokens = { shopper: '', guest: '', operator: '' };
const seeded: Record<string, string> = {};
const at = (version: Version, who: keyof typeof tokens): Client => newClient(version.url, tokens[who]);

async function register(name: string): Promise<string> {
  const { email } = newPerson();
  const { body } = await ask(ledger, newClient(old.url), '/api/user/register', { name, email, password });
  return body.token;
}

/** Orders in every state, payments on their way, refunds, and everything that people leave in a shop. */
async function fillShop(): Promise<void> {
  const { db, simulators } = shop;
  await db.write.run(sql`UPDATE products SET stock = 1000000, opening = 1000000`);
  await register('Priya Nair');
  const [priya] = await db.write.all<{ email: string }>(
    sql`UPDATE users SET role = 'operator', verified_at = 1 WHERE name = 'Priya Nair' RETURNING email`,
  );
  const signIn = { email: priya?.email, password };
  tokens.operator = (await ask(ledger, newClient(old.url), '/api/user/login', signIn)).body.token;
  const operator = at(old, 'operator');
  const statuses = ['Packing', 'Shipped', 'Out for Delivery', 'Delivered', 'Returned'];
  for (const [n, last] of ['Order Placed', ...statuses].entries()) {
    const id = (await guestOrders(ledger, old.url, false)) ?? '';
    seeded[last] = id;
    for (const status of statuses.slice(0, n)) await move(ledger, operator, id, status);
  }
  await guestOrders(ledger, old.url, true);
  // An order of before the codes of GST.
  const untaxed = (await guestOrders(ledger, old.url, false)) ?? '';
  await db.write.run(
    sql`UPDATE order_lines SET hsn = NULL, rate = NULL, unit_code = NULL WHERE order_id = ${untaxed}`,
  );
  for (const method of ['stripe', 'razorpay'] as const)
    for (const does of ['returns', 'leaves', 'cancels'] as const)
      await accountPays(ledger, old.url, simulators, method, does);
  const [refund] = await db.read.all<{ id: string; status: string }>(
    sql`SELECT id, status FROM refunds LIMIT 1`,
  );
  const confirmed = { refundId: refund?.id, seen: refund?.status, password };
  await ask(ledger, operator, '/api/desk/refunds/confirm', confirmed);
  // Payments that have begun, and are made when the new Worker runs.
  for (const method of ['stripe', 'razorpay'] as const) await startsToPay(method);
  tokens.shopper = await register('Meera Iyer');
  const shopper = at(old, 'shopper');
  await ask(ledger, shopper, '/api/cart/add', { itemId: serum, quantity: 3 });
  await ask(ledger, shopper, '/api/user/addresses', address);
  await ask(ledger, shopper, `/api/reviews/${serum}`, { rating: 5, comment: 'मुलायम' });
  const order = await orderOf(shopper, { [serum]: 2 });
  const mine = { ...order, address: newPerson().address };
  seeded.mine = (await ask(ledger, shopper, '/api/order/place', mine)).body.order._id;
  await ask(ledger, shopper, '/api/order/cancel', { orderId: seeded.mine, lines: [{ _id: serum, keep: 1 }] });
  const { name, email, phone, address: home } = newPerson();
  tokens.guest = (
    await ask(ledger, newClient(old.url), '/api/user/guest', { name, email, phone })
  ).body.token;
  const guest = at(old, 'guest');
  const theirs = { ...(await orderOf(guest, { [serum]: 1 })), address: home };
  seeded.guest = (await ask(ledger, guest, '/api/order/place', theirs)).body.order._id;
  await operatorWorks(ledger, operator, undefined);
}

/** Payments on their way: the order, and what its buyer does at the provider later. */
const onTheirWay: { id: string; pay(): void }[] = [];

async function startsToPay(method: 'stripe' | 'razorpay'): Promise<void> {
  const { stripe, razorpay } = shop.simulators;
  const buyer = newClient(old.url, await register('Zoya Khan'));
  const order = { ...(await orderOf(buyer, { [serum]: 1 })), address: newPerson().address };
  const { body } = await ask(ledger, buyer, `/api/order/${method}`, order);
  const providerId = String((body.order as unknown as { id?: string } | undefined)?.id);
  const session = () =>
    stripe.sessions.find(({ client_reference_id }) => client_reference_id === body.orderId)?.id ?? '';
  onTheirWay.push({
    id: body.orderId,
    pay: () => (method === 'stripe' ? stripe.pay(session()) : razorpay.authorize(providerId)),
  });
  ledger.orders.push({ id: body.orderId, total: order.amount, paid: false });
}

/** What a browser that was opened before the upgrade sees and does, with its old token. */
async function oldTokensGoOn(version: Version): Promise<void> {
  const shopper = at(version, 'shopper');
  expect((await shopper.get('/api/user/me')).status).toBe(200);
  const cart = await shopper.post('/api/cart/get');
  // Three, of which two were ordered.
  expect(cart.body.cartData[serum]).toBe(1);
  const mine = await shopper.post('/api/order/userorders');
  expect(mine.text).toContain(seeded.mine);
  const theirs = await at(version, 'guest').post('/api/order/userorders');
  expect(theirs.text).toContain(seeded.guest);
  const opened = await newClient(version.url).post('/api/order/open', { link: linkTo(seeded.linked ?? '') });
  expect([opened.status, opened.text]).toEqual([200, expect.stringContaining(seeded.linked ?? '')]);
  for (const id of Object.values(seeded)) {
    const { status, text } = await at(version, 'operator').get(`/api/desk/orders/${id}`);
    expect([status, text]).toEqual([200, expect.stringContaining(id)]);
  }
  const reviews = await newClient(version.url).get(`/api/reviews/${serum}`);
  expect(reviews.text).toContain('मुलायम');
}

/** The acknowledged orders that are not stored as they were acknowledged. */
async function wrongOrders(): Promise<string[]> {
  await shop.simulators.settled();
  const stored = await shop.db.read.all<{ id: string; total: number; paid: number; status: string }>(
    sql`SELECT id, total, paid, status FROM orders`,
  );
  const byId = new Map(stored.map((order) => [order.id, order]));
  return ledger.orders.flatMap(({ id, total, paid }) => {
    const order = byId.get(id);
    const isRight = order && order.total === Math.round(total * 100) && (!paid || order.paid === 1);
    return isRight ? [] : [`${id}: ${JSON.stringify(order)}, acknowledged: ${total}, paid: ${paid}`];
  });
}

/** How often each action has succeeded until now. */
const successes = () =>
  Object.fromEntries(Object.entries(ledger.answers).filter(([name]) => name.endsWith(' 200')));

/** Everything, again and again, until `work` has ended and at least `rounds` times. */
async function trafficDuring<T>(version: Version, work: Promise<T>, rounds: number): Promise<T> {
  let working = true;
  const ended = work.finally(() => {
    working = false;
  });
  ended.catch(() => {});
  const start = successes();
  for (let round = 0; working || round < rounds; round++)
    await everything(ledger, version.url, at(version, 'operator'), shop.simulators);
  const result = await ended;
  const none = Object.keys(start).filter(
    (name) => name.startsWith('/api/order') && successes()[name] === start[name],
  );
  // What succeeded before the upgrade succeeds during it, and after it. The traffic asks for no refund and no return.
  expect(none.filter((name) => !/refund|returns/.test(name))).toEqual([]);
  return result;
}

/**
 * What people do with what this release has brought, so that the release before runs on its rows.
 * @returns the order of a return that waits
 */
async function useNewFeatures(): Promise<string> {
  const operator = at(current, 'operator');
  const { name, phone, email, address: home } = newPerson();
  const guest = newClient(
    current.url,
    (await ask(ledger, newClient(current.url), '/api/user/guest', { name, email, phone })).body.token,
  );
  const order = { ...(await orderOf(guest, { [serum]: 1 })), address: home };
  const id = (await ask(ledger, guest, '/api/order/place', order)).body.order._id;
  ledger.orders.push({ id, total: order.amount, paid: false });
  for (const status of ['Packing', 'Shipped', 'Out for Delivery', 'Delivered'])
    await move(ledger, operator, id, status);
  await ask(ledger, guest, '/api/order/returns/request', {
    orderId: id,
    lines: [{ _id: serum, quantity: 1, reason: 'changed_mind' }],
    method: 'pickup',
    payout: { kind: 'upi', upiId: 'nila@upi' },
  });
  await ask(ledger, operator, `/api/desk/orders/${id}/tags`, { seen: await seenOf(id), tags: ['upgrade'] });
  return id;
}

const seenOf = async (id: string): Promise<number> => {
  const [row] = await shop.db.read.all<{ seen: number }>(
    sql`SELECT count(*) AS seen FROM order_events WHERE order_id = ${id}`,
  );
  return row?.seen ?? 0;
};

const returnOf = async (id: string) =>
  (
    await shop.db.read.all<{ id: string; status: string }>(
      sql`SELECT id, status FROM returns WHERE order_id = ${id}`,
    )
  )[0];

async function nothingIsWrong(): Promise<void> {
  expect(ledger.wrong).toEqual([]);
  expect(await lostRows(shop.db, before)).toEqual([]);
  // Otherwise nothing is known of the upgrade: run it again on a machine that has time for it.
  expect(ledger.busy, 'answers 503 while this machine itself was late').toBeLessThan(ledger.orders.length);
  expect(await wrongOrders()).toEqual([]);
}

beforeAll(async () => {
  release = await buildLastRelease(logInfo);
  shop = await startUpgradeShop(release, folder.path);
  old = await shop.start(release.worker, release.pages);
  shop.simulators.connect(old.url);
  await fillShop();
  await everything(ledger, old.url, at(old, 'operator'), shop.simulators);
  await shop.simulators.settled();
}, 1_200_000);
afterAll(async () => {
  await old?.stop();
  await current?.stop();
  await shop?.stop();
  folder.remove();
});

describe('an upgrade', () => {
  test('begins with a shop of the last release in which nothing is wrong', async () => {
    before = await readRows(shop.db);
    expect([...before.values()].filter(({ rows }) => rows.length).length).toBeGreaterThan(15);
    // A link that is opened renews the session of its guest, so it is one of after the rows were read.
    seeded.linked = (await guestOrders(ledger, old.url, false)) ?? '';
    await oldTokensGoOn(old);
    await nothingIsWrong();
    const kinds = await shop.db.read.all<{ status: string }>(sql`SELECT DISTINCT status FROM orders`);
    expect(kinds).toHaveLength(8);
  });

  test('applies its migrations under the running Worker of the last release', async () => {
    const pending = await pendingMigrations(shop.database);
    const breaking = pending.filter(({ breaks }) => breaks);
    if (breaking.length) await pauseWrites(shop.database);
    const count = await trafficDuring(old, migrate(shop.database), 2);
    expect(count).toBe(pending.length);
    await syncCatalogue(shop.database, readProducts());
    // A step back is possible only where the last release can run.
    if (!breaking.length) await trafficDuring(old, old.scheduled(), 2);
    expect(breaking.length > 0).toBe(ledger.paused > 0);
    await oldTokensGoOn(old);
    await nothingIsWrong();
  });

  test('has both Workers for a while, and fills old rows', async () => {
    const { worker, pages } = await newRelease(old.url, join(folder.path, 'pages'));
    current = await shop.start(worker, pages);
    await resumeWrites(shop.database);
    const filling = Promise.all(fills.map((fill) => runFill(shop.db, fill, Number.POSITIVE_INFINITY)));
    const [done] = await Promise.all([
      trafficDuring(current, filling, 2),
      everything(ledger, old.url, at(old, 'operator'), shop.simulators),
    ]);
    expect(done.every(Boolean)).toBe(true);
    await nothingIsWrong();
  });

  test('ends with the new Worker: old tokens, old requests and payments on their way go on', async () => {
    shop.simulators.connect(current.url);
    for (const { id, pay } of onTheirWay) {
      pay();
      for (const order of ledger.orders) if (order.id === id) order.paid = true;
    }
    await trafficDuring(current, current.scheduled(), 3);
    await oldTokensGoOn(current);
    const operator = at(current, 'operator');
    for (const status of ['Shipped', 'Out for Delivery', 'Delivered'])
      await move(ledger, operator, (await guestOrders(ledger, current.url, false)) ?? '', status);
    await nothingIsWrong();
  });

  test('ends with the new Worker: tabs of the last release in a browser go on', async () => {
    const front = await startFront(old.url);
    const tabs = await openTabs(front.url);
    try {
      front.target = current.url;
      await tabs.goOn();
      expect(tabs.failures).toEqual([]);
    } finally {
      await tabs.close();
      await front.stop();
    }
    await nothingIsWrong();
  });

  test('can be taken back: the last release’s migrate, sync and Worker run on the new schema', async () => {
    const withReturn = await useNewFeatures();
    const open = await returnOf(withReturn);
    expect(open?.status).toBe('Requested');
    const files = readdirSync(join(release.folder, 'db', 'migrations'));
    const known = new Set(files.map((file) => file.replace(/\.sql$/, '')));
    // A rollback names what the release before cannot go on with.
    expect((await readNewWork(shop.database, known)).join()).toContain('1 returns that are not checked yet');
    await shop.db.write.run(sql`UPDATE products SET version = 'older'`);
    await shop.byLastRelease('tools/migrate.ts');
    const synced = await shop.byLastRelease('tools/sync.ts');
    expect(synced).toMatch(/Catalogue: \d+ added, [1-9]\d* changed/);
    shop.simulators.connect(old.url);
    await trafficDuring(old, old.scheduled(), 3);
    await oldTokensGoOn(old);
    await nothingIsWrong();
    // And forward again.
    await syncCatalogue(shop.database, readProducts());
    expect(await migrate(shop.database)).toBe(0);
    await oldTokensGoOn(current);
    // What waited goes on.
    expect(await returnOf(withReturn)).toEqual(open);
    const approved = await at(current, 'operator').post('/api/desk/returns/move', {
      returnId: open?.id,
      seen: 'Requested',
      to: 'Approved',
    });
    expect([approved.status, (await returnOf(withReturn))?.status]).toEqual([200, 'Approved']);
  });

  test('leaves no error in a log', () => {
    expect([...old.errors(), ...current.errors()]).toEqual([]);
    logInfo(
      Object.entries(ledger.answers)
        .map(([name, count]) => `${name}: ${count}`)
        .sort()
        .join('\n'),
    );
  });
});
