/** Deleting an account (docs/behaviour.md, "Deleting an account"): personal data is erased, records of sales stay. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { orders, outbox, refunds } from '#db/schema/index.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';
import { countHashes, emailsTo, login, password, registerUser, verifiedUser } from '../support/accounts.ts';
import { callWith } from '../support/call.ts';
import { type Client, tally, times } from '../support/client.ts';
import { hour, runJobAt } from '../support/clock.ts';
import { insertCoupon } from '../support/coupons.ts';
import { outcome } from '../support/guests.ts';
import { subscribe, subscribeAndConfirm } from '../support/newsletter.ts';
import { address, orderOf, placeOrder, serum } from '../support/orders.ts';
import { scansOf } from '../support/query-plans.ts';
import { countRows, hashOf, select, setStatus, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true, vars: { COUNT_HASHES: '1' } });
type Someone = Awaited<ReturnType<typeof verifiedUser>>;

const erase = (person: Client, word = password) => person.post('/api/user/delete', { password: word });
const contact = (email: string, client = shop.client()) =>
  client.post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });

/** Places an order that is then delivered. */
async function deliveredOrder(person: Someone) {
  const order = await orderOf(person, { [serum]: 1 });
  const { body } = await placeOrder(person, { ...order, address: { ...address, saveInfo: true } });
  await setStatus(shop.db, body.order._id, 'Delivered');
  return body.order;
}

/** A user with data in many tables. */
async function userWithData() {
  const person = await verifiedUser(shop);
  const order = await deliveredOrder(person);
  const { email } = person;
  await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
  await person.post(`/api/reviews/${serum}`, { rating: 5, comment: 'Sinks in well' });
  await contact(email);
  await subscribe(shop.client(), email);
  await shop.client().post('/api/user/forgot', { email });
  await person.post('/api/user/name', { name: 'Asha Devi' });
  await login(shop, email, 'wrong');
  await insertCoupon(shop.db, { email });
  return { ...person, order };
}

/** Tables that contain a word in any column. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;
  const found: string[] = [];
  for (const { name } of await select<{ name: string }>(shop.db, tables)) {
    const rows = await select(shop.db, sql`SELECT * FROM ${sql.identifier(name)}`);
    if (JSON.stringify(rows).includes(word)) found.push(name);
  }
  return found;
}

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

describe('erases', () => {
  test('what personal-data.test.ts lists, except messages and the confirmation email', async () => {
    const person = await userWithData();
    const { status, body } = await erase(person);
    expect([status, body.message]).toEqual([200, 'Your account is deleted.']);
    expect(await tablesWith(person.email)).toEqual(['outbox', 'tickets']);
    expect(await emailsTo(shop.db, person.email)).toEqual([{ kind: 'account_deleted' }]);
    // The order had another email address than the account: the email still counts there for a day, but is not sent.
    const [other] = await shop.db.read.select().from(outbox).where(eq(outbox.recipient, address.email));
    expect(other).toMatchObject({ content: null, status: 'given_up', limited: true });
    expect(other?.cause).toBe(`account_deleted:order_placed:${other?.id}`);
    await runJobAt(shop, 25 * hour);
    expect(await tablesWith(address.email)).toEqual([]);
    // Counters of wrong passwords have hashed keys, and last a day at most.
    expect(await countRows(shop.db, 'attempts', sql`key LIKE '%.%'`)).toBe(0);
  });

  test('the confirmation email too, once it is sent; other people’s emails stay', async () => {
    const [person, neighbour] = [await verifiedUser(shop), await verifiedUser(shop)];
    await shop.client().post('/api/user/forgot', { email: neighbour.email });
    await erase(person);
    await shop.stack.scheduled();
    expect(await tablesWith(person.email)).toEqual(['outbox']);
    await shop.db.write.update(outbox).set({ status: 'sent' });
    await shop.stack.scheduled();
    expect(await tablesWith(person.email)).toEqual([]);
    expect(await tablesWith(neighbour.email)).toContain('outbox');
  });

  test('sessions and password; the address may open a new account', async () => {
    const person = await verifiedUser(shop);
    const { body } = await login(shop, person.email);
    expect((await erase(person)).status).toBe(200);
    for (const token of [person.token, body.token])
      expect((await shop.client(token).get('/api/user/me')).body.code).toBe('signed_out');
    expect((await login(shop, person.email)).status).toBe(401);
    const opened = await registerUser(shop, person.email);
    expect((await opened.post('/api/order/userorders')).body.orders).toEqual([]);
  });
});

test('keeps the sale without the user, and the review without a name', async () => {
  const person = await userWithData();
  const sale = () => shop.db.read.select().from(orders).where(eq(orders.id, person.order._id));
  const [before] = await sale();
  await erase(person);
  const erased = Object.fromEntries(Object.keys(address).map((name) => [name, '']));
  const { state, zipcode } = address;
  expect(await sale()).toEqual([
    {
      ...before,
      userId: null,
      idempotencyKey: null,
      requestHash: '',
      address: { ...erased, state, zipcode, country: 'India' },
    },
  ]);
  const { body } = await shop.client().get<{ name: string; comment: string }[]>(`/api/reviews/${serum}`);
  expect(body.map(({ name, comment }) => [name, comment])).toContainEqual(['Anonymous', 'Sinks in well']);
});

describe('an account with somebody else’s unverified address', () => {
  test('erases nothing that belongs to the address', async () => {
    const stranger = await registerUser(shop);
    const { email } = stranger;
    const owner = shop.client();
    await contact(email, owner);
    await subscribeAndConfirm(shop, email, owner);
    const owners = async () => ({
      tickets: await select(shop.db, sql`SELECT * FROM tickets WHERE email = ${email}`),
      subscriptions: await select(shop.db, sql`SELECT * FROM subscribers WHERE email = ${email}`),
      codes: await select(shop.db, sql`SELECT * FROM coupons WHERE email = ${email}`),
      emails: await select(
        shop.db,
        sql`SELECT * FROM outbox WHERE recipient = ${email}
        AND letter ->> 'kind' IN ('ticket_received', 'welcome')`,
      ),
    });
    const before = await owners();
    expect(Object.values(before).map(({ length }) => length)).toEqual([1, 1, 1, 2]);
    expect((await erase(stranger)).status).toBe(200);
    expect(await owners()).toEqual(before);
    // Opening and deleting it repeatedly sends no more emails than the limit of three, besides two receipts and the code.
    for (const _ of times(3, () => 0)) await erase(await registerUser(shop, email));
    expect(await countRows(shop.db, 'outbox', sql`recipient = ${email} AND status <> 'held'`)).toBe(6);
  });

  test('keeps the counters of wrong passwords', async () => {
    const stranger = await registerUser(shop);
    await login(shop, stranger.email, 'wrong');
    const counted = await countRows(shop.db, 'attempts');
    await erase(stranger);
    // Only counters of the account itself are deleted, and those cleared by the right password.
    expect(await countRows(shop.db, 'attempts')).toBe(counted);
  });
});

test('finds the emails about the user’s orders without a table scan', async () => {
  const person = await verifiedUser(shop);
  const owner = { tokenHash: hashOf(person.token), network: '', now: Date.now() };
  const scans = await scansOf(shop.stack.databaseUrl, (db) =>
    deleteAccount(callWith({ db, owner, keys: 'x'.repeat(32) }), { password }),
  );
  expect(scans.filter((scan) => scan.includes('outbox'))).toEqual([]);
});

describe('is refused', () => {
  test('while an order is open; nothing changes', async () => {
    const person = await verifiedUser(shop);
    const order = await deliveredOrder(person);
    const open = ['Payment Pending', 'Order Placed', 'Packing', 'Shipped', 'Out for Delivery'] as const;
    for (const status of open) {
      await setStatus(shop.db, order._id, status);
      const before = await snapshot(shop.db, ['attempts']);
      expect([status, ...outcome(await erase(person))]).toEqual([status, 409, 'open_orders']);
      expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    }
    await setStatus(shop.db, order._id, 'Cancelled');
    expect((await erase(person)).status).toBe(200);
  });

  test('while a refund is not done', async () => {
    const person = await verifiedUser(shop);
    const { _id: orderId } = await deliveredOrder(person);
    const refund = { id: `refund-${orderId}`, orderId, amount: 100, createdAt: 0 };
    await shop.db.write.insert(refunds).values({ ...refund, reason: 'returned', status: 'due' });
    expect((await erase(person)).body.code).toBe('open_orders');
    await shop.db.write.update(refunds).set({ status: 'done' });
    expect((await erase(person)).status).toBe(200);
  });

  test('with a wrong password, at its field; that costs one hash, an invalid session none', async () => {
    const person = await verifiedUser(shop);
    const before = await snapshot(shop.db, ['attempts']);
    const wrong = async () => {
      const { status, body } = await erase(person, 'wrong');
      expect([status, Object.keys(body.fields)]).toEqual([422, ['password']]);
    };
    expect(await countHashes(shop, wrong)).toBe(1);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    await person.post('/api/user/logout');
    const dead = async () => expect((await erase(person)).body.code).toBe('signed_out');
    expect(await countHashes(shop, dead)).toBe(0);
  });

  test('when an order is placed meanwhile: it keeps its owner', async () => {
    const person = await verifiedUser(shop);
    const held = shop.proxy.hold(1);
    const erasing = erase(person);
    await held.arrived;
    // Not through the proxy, as if from another device.
    await shop.db.write.run(sql`
      INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total, address, request_hash, created_at)
      SELECT 'late', 'ORD-000001', id, 'Order Placed', 'cod', 100, 0, 0, 100, '{}', '', 0 FROM users WHERE email = ${person.email}`);
    held.release();
    expect((await erasing).body.code).toBe('open_orders');
    expect((await person.get('/api/user/me')).status).toBe(200);
  });
});

test('two requests at once delete it once, with one email', async () => {
  const person = await verifiedUser(shop);
  expect(tally(await Promise.all(times(2, () => erase(person))))).toEqual({ 200: 1, 401: 1 });
  expect(await emailsTo(shop.db, person.email)).toHaveLength(1);
});

test('the last operator cannot be deleted', async () => {
  expect(outcome(await erase(operator))).toEqual([409, 'last_operator']);
  await shop.person('operator');
  expect((await erase(operator)).status).toBe(200);
});
