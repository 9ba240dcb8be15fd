/** Deleting an account (docs/behaviour.md 9.14): what is about the person goes, what is about sales stays. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { coupons, orders, outbox, refunds } from '#db/schema/index.ts';
import { deleteAccount } from '#functions/accounts/delete.ts';
import { hashesFor, lettersTo, login, newcomer, password, someoneWithPassword } from '../support/accounts.ts';
import { tally, times } from '../support/client.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { address, fillShelf, orderOf, place, serum } from '../support/orders.ts';
import { scansOf } from '../support/plans.ts';
import { countRows, hashOf, select, setStatus, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, vars: { COUNT_HASHES: '1' } });
const minute = 60 * 1000;
const clock = (offset: number) => shop.stack.restartWorker({ CLOCK_OFFSET_MS: String(offset) });
type Someone = Awaited<ReturnType<typeof someoneWithPassword>>;

const erase = (person: Someone, word = password) => person.post('/api/user/delete', { password: word });

/** An order of theirs, delivered. */
async function ordered(person: Someone) {
  const wanted = await orderOf(person, { [serum]: 1 });
  const { body } = await place(person, { ...wanted, address: { ...address, saveInfo: true } });
  await setStatus(shop.db, body.order._id, 'Delivered');
  return body.order;
}

/** Somebody who has left a trace everywhere. */
async function regular() {
  const person = await someoneWithPassword(shop);
  const order = await ordered(person);
  const { email } = person;
  await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
  await person.post(`/api/reviews/${serum}`, { rating: 5, comment: 'Sinks in well' });
  await shop.client().post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });
  await shop.client().post('/api/subscribe', { email });
  await shop.client().post('/api/user/forgot', { email });
  await person.post('/api/user/name', { name: 'Asha Devi' });
  await login(shop, email, 'wrong');
  await shop.db.write
    .insert(coupons)
    .values({ code: `FOR-${email}`, percent: 10, email, validUntil: Date.now(), createdAt: 0 });
  return { ...person, order };
}

/** Tables in which a word stands anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const names = await select<{ name: string }>(
    shop.db,
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  );
  const found: string[] = [];
  for (const { name } of names) {
    const rows = await select(shop.db, sql`SELECT * FROM ${sql.identifier(name)}`);
    if (JSON.stringify(rows).includes(word)) found.push(name);
  }
  return found;
}

beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM attempts`);
  await fillShelf(shop.db);
});

describe('what goes', () => {
  test('everything under their id, and under their verified address but their messages and the email that says so', async () => {
    const person = await regular();
    const [{ id } = { id: '' }] = await select<{ id: string }>(
      shop.db,
      sql`SELECT id FROM users WHERE email = ${person.email}`,
    );
    expect(await tablesWith(id)).toEqual(
      expect.arrayContaining([
        'addresses',
        'attempts',
        'cart_lines',
        'links',
        'orders',
        'reviews',
        'sessions',
      ]),
    );
    expect(await tablesWith(person.email)).toEqual(
      expect.arrayContaining(['coupons', 'outbox', 'subscribers', 'tickets', 'users']),
    );
    const { status, body } = await erase(person);
    expect([status, body.message]).toEqual([200, 'Your account is deleted.']);
    // An order's history says whose step it was, by an id that leads to nobody any more.
    expect((await tablesWith(id)).filter((name) => name !== 'order_events' && name !== 'outbox')).toEqual([]);
    expect(await tablesWith(person.email)).toEqual(['outbox', 'tickets']);
    expect(await lettersTo(shop.db, person.email)).toEqual([{ kind: 'account_deleted' }]);
    // It was ordered to another address than the account's: that email counts there for a day, and is not sent.
    const [other] = await shop.db.read.select().from(outbox).where(eq(outbox.recipient, address.email));
    expect(other).toMatchObject({ letter: null, status: 'given_up', limited: true });
    expect(other?.cause).toBe(`account_deleted:${other?.id}`);
    await clock(25 * 60 * minute);
    await shop.stack.scheduled();
    await clock(0);
    expect(await tablesWith(address.email)).toEqual([]);
    // Wrong passwords are counted for fingerprints, and for a day at most.
    expect(await countRows(shop.db, 'attempts', sql`key LIKE '%.%'`)).toBe(0);
  });

  test('that letter too, once it is sent; others stay', async () => {
    const [person, neighbour] = [await someoneWithPassword(shop), await someoneWithPassword(shop)];
    await shop.client().post('/api/user/forgot', { email: neighbour.email });
    await erase(person);
    await shop.stack.scheduled();
    expect(await tablesWith(person.email)).toEqual(['outbox']);
    await shop.db.write.update(outbox).set({ status: 'sent' });
    await shop.stack.scheduled();
    expect(await tablesWith(person.email)).toEqual([]);
    expect(await tablesWith(neighbour.email)).toContain('outbox');
  });

  test('the way in: no session lives, no password is right, and the address may open a new account', async () => {
    const person = await someoneWithPassword(shop);
    const { body } = await login(shop, person.email);
    expect((await erase(person)).status).toBe(200);
    for (const token of [person.token, body.token])
      expect((await shop.client(token).get('/api/user/me')).body.code).toBe('signed_out');
    expect((await login(shop, person.email)).status).toBe(401);
    const again = { name: 'Asha', email: person.email, password };
    const opened = await shop.client().post('/api/user/register', again);
    expect(opened.status).toBe(200);
    expect((await shop.client(opened.body.token).post('/api/order/userorders')).body.orders).toEqual([]);
  });
});

describe('what stays', () => {
  test('the sale without the person, and the review without a name', async () => {
    const person = await regular();
    const [before] = await shop.db.read.select().from(orders).where(eq(orders.id, person.order._id));
    await erase(person);
    const [after] = await shop.db.read.select().from(orders).where(eq(orders.id, person.order._id));
    expect(after).toEqual({
      ...before,
      userId: null,
      idempotencyKey: null,
      requestHash: '',
      address: {
        firstName: '',
        lastName: '',
        address: '',
        city: '',
        state: address.state,
        zipcode: address.zipcode,
        country: 'India',
        phone: '',
        email: '',
      },
    });
    const { body } = await shop.client().get<{ name: string; comment: string }[]>(`/api/reviews/${serum}`);
    expect(body.map(({ name, comment }) => [name, comment])).toContainEqual(['Anonymous', 'Sinks in well']);
  });

  test('everybody else', async () => {
    const neighbour = await regular();
    const rowsOf = async () => [
      await tablesWith(neighbour.email),
      (await neighbour.post('/api/order/userorders')).body.orders,
      (await neighbour.get('/api/user/addresses')).body.addresses,
      (await neighbour.post('/api/cart/get')).body.cartData,
      await lettersTo(shop.db, neighbour.email),
    ];
    const before = await rowsOf();
    expect((await erase(await regular())).status).toBe(200);
    expect(await rowsOf()).toEqual(before);
    expect((await login(shop, neighbour.email)).status).toBe(200);
  });
});

describe('of somebody who opened it with an address that is not theirs', () => {
  test('takes nothing with it that belongs to the address', async () => {
    const stranger = await newcomer(shop);
    const { email } = stranger;
    const owner = shop.client();
    await owner.post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });
    await owner.post('/api/subscribe', { email });
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
    // Opening and deleting it again and again sends no more than the limit allows.
    for (const _ of times(3, () => 0)) await erase(await newcomer(shop, email));
    expect(await countRows(shop.db, 'outbox', sql`recipient = ${email} AND status <> 'held'`)).toBe(3);
  });

  test('leaves the wrong passwords counted that were tried with it', async () => {
    const stranger = await newcomer(shop);
    await login(shop, stranger.email, 'wrong');
    const counted = await countRows(shop.db, 'attempts');
    await erase(stranger);
    // Only what is counted for the account itself goes with it, and that it was deleted with a right password.
    expect(await countRows(shop.db, 'attempts')).toBe(counted);
  });
});

test('it walks through no emails to find those about their orders', async () => {
  const person = await someoneWithPassword(shop);
  const owner = { tokenHash: hashOf(person.token), now: Date.now() };
  const scans = await scansOf(shop.stack.databaseUrl, (db) =>
    deleteAccount(db, owner, { password }, { freeTries: 5, emailHashKey: 'x' }),
  );
  expect(scans.filter((scan) => scan.includes('outbox'))).toEqual([]);
});

describe('is refused', () => {
  test.each(['Payment Pending', 'Order Placed', 'Packing', 'Shipped', 'Out for Delivery'] as const)(
    'while an order is %s; nothing changes',
    async (status) => {
      const person = await someoneWithPassword(shop);
      const order = await ordered(person);
      await setStatus(shop.db, order._id, status);
      const before = await snapshot(shop.db, ['attempts']);
      const answer = await erase(person);
      expect([answer.status, answer.body.code]).toEqual([409, 'open_orders']);
      expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
      await setStatus(shop.db, order._id, 'Cancelled');
      expect((await erase(person)).status).toBe(200);
    },
  );

  test('while money has yet to go back', async () => {
    const person = await someoneWithPassword(shop);
    const order = await ordered(person);
    const refund = {
      id: `refund-${order._id}`,
      orderId: order._id,
      amount: 100,
      reason: 'returned' as const,
    };
    await shop.db.write.insert(refunds).values({ ...refund, status: 'due', createdAt: 0 });
    expect((await erase(person)).body.code).toBe('open_orders');
    await shop.db.write.update(refunds).set({ status: 'done' });
    expect((await erase(person)).status).toBe(200);
  });

  test('with a wrong password, at its field; that costs one hash, a dead session none', async () => {
    const person = await someoneWithPassword(shop);
    const before = await snapshot(shop.db, ['attempts']);
    const wrong = async () => {
      const { status, body } = await erase(person, 'wrong');
      expect([status, Object.keys(body.fields)]).toEqual([422, ['password']]);
    };
    expect(await hashesFor(shop, wrong)).toBe(1);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    await person.post('/api/user/logout');
    const dead = async () => expect((await erase(person)).body.code).toBe('signed_out');
    expect(await hashesFor(shop, dead)).toBe(0);
  });

  test('when an order comes in between: it is not left without an owner', async () => {
    const person = await someoneWithPassword(shop);
    const held = shop.proxy.hold(1);
    const erasing = erase(person);
    await held.arrived;
    // Past the proxy, as if from another device.
    await shop.db.write.run(sql`
      INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total, address, request_hash, created_at)
      SELECT 'late', 'ORD-000001', id, 'Order Placed', 'cod', 100, 0, 0, 100, '{}', '', 0 FROM users WHERE email = ${person.email}`);
    held.release();
    expect((await erasing).body.code).toBe('open_orders');
    expect((await person.get('/api/user/me')).status).toBe(200);
  });
});

test('asked for twice at once, it is deleted once, and one letter says so', async () => {
  const person = await someoneWithPassword(shop);
  shop.proxy.meet(2);
  expect(tally(await Promise.all(times(2, () => erase(person))))).toEqual({ 200: 1, 401: 1 });
  expect(await lettersTo(shop.db, person.email)).toHaveLength(1);
});

test('the last operator stays, until there is another', async () => {
  const operator = await operatorWithPassword(shop);
  const answer = await operator.post('/api/user/delete', { password });
  expect([answer.status, answer.body.code]).toEqual([409, 'last_operator']);
  await shop.person('operator');
  expect((await operator.post('/api/user/delete', { password })).status).toBe(200);
});
