/**
 * The same order twice (docs/behaviour.md, "The same order twice"): of two tabs or devices that order one cart with a key
 * each, one places it, and the other is asked.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { type Client, tally, times } from '../support/client.ts';
import { hour, minute, setClock } from '../support/clock.ts';
import { newGuest, newPhone, outcome } from '../support/guests.ts';
import { addressOf, orderOf, placeOrder, serum, toner } from '../support/orders.ts';
import { countRows, setStatus, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true, proxy: true });
beforeEach(() => shop.db.write.delete(orders));

const newKey = () => randomUUID();
const press = async (
  who: Client,
  more: object = {},
  lines: Record<string, number> = { [serum]: 1, [toner]: 2 },
) => placeOrder(who, { ...(await orderOf(who, lines)), ...more }, newKey());
const stripe = async (who: Client, lines: Record<string, number> = { [serum]: 1 }) =>
  who.post('/api/order/stripe', await orderOf(who, lines), { 'Idempotency-Key': newKey() });

const buyers = { 'a guest': () => newGuest(shop), 'an account': () => shop.person() };

describe.each(Object.entries(buyers))('%s', (_, buyer) => {
  const testBuyer = test.extend('person', async (): Promise<Client> => buyer());

  testBuyer('two tabs at the same moment: one order, and one question', async ({ person }) => {
    const order = await orderOf(person, { [serum]: 1 });
    shop.proxy.readFirst(2);
    const answers = await Promise.all(times(2, () => placeOrder(person, order, newKey())));
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    const asked = answers.find(({ status }) => status === 409);
    expect([asked?.body.code, asked?.body.message]).toEqual([
      'ordered_already',
      'You have just ordered this. Order it again?',
    ]);
    expect([await countRows(shop.db, 'orders'), await stockOf(shop.db, serum)]).toEqual([1, 99]);
  });

  testBuyer(
    'the second press is asked, and a third one that agrees orders it again, once',
    async ({ person }) => {
      expect((await press(person)).status).toBe(200);
      // In another order of the lines it is the same cart.
      expect(outcome(await press(person, {}, { [toner]: 2, [serum]: 1 }))).toEqual([409, 'ordered_already']);
      expect(outcome(await stripe(person, { [serum]: 1, [toner]: 2 }))).toEqual([409, 'ordered_already']);
      const again = { ...(await orderOf(person, { [serum]: 1, [toner]: 2 })), again: true };
      const key = newKey();
      const placed = await Promise.all(times(2, () => placeOrder(person, again, key)));
      expect(tally(placed)).toEqual({ 200: 2 });
      expect(await countRows(shop.db, 'orders')).toBe(2);
    },
  );

  testBuyer(
    'a repeated request is the same order, other goods and another address are ordered at once',
    async ({ person }) => {
      const order = await orderOf(person, { [serum]: 1 });
      const first = await placeOrder(person, order, 'one-attempt');
      const repeated = await placeOrder(person, order, 'one-attempt');
      expect([repeated.status, repeated.text]).toEqual([200, first.text]);
      expect((await press(person, {}, { [serum]: 2 })).status).toBe(200);
      const elsewhere = { ...addressOf(person), address: 'Flat 9, Park Street' };
      expect((await press(person, { address: elsewhere }, { [serum]: 1 })).status).toBe(200);
      expect(await countRows(shop.db, 'orders')).toBe(3);
    },
  );

  testBuyer('it is asked for ten minutes, and not after the order was cancelled', async ({ person }) => {
    const first = await press(person);
    await setStatus(shop.db, first.body.order._id, 'Cancelled');
    expect((await press(person)).status).toBe(200);
    await setClock(shop, 9 * minute);
    expect((await press(person)).status).toBe(409);
    await setClock(shop, 2 * hour);
    expect((await press(person)).status).toBe(200);
  });

  testBuyer('plain calls without a key are not asked', async ({ person }) => {
    const order = await orderOf(person, { [serum]: 1 });
    for (const _ of [1, 2]) expect((await placeOrder(person, order)).status).toBe(200);
  });
});

test('one person on two devices, each with a guest: one order in cash, and one question', async () => {
  const one = await newGuest(shop, { phone: newPhone() });
  const two = await newGuest(shop, { email: one.email, phone: one.phone });
  const order = await orderOf(one, { [serum]: 1 });
  shop.proxy.readFirst(2);
  const answers = await Promise.all([one, two].map((guest) => placeOrder(guest, order, newKey())));
  expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
  expect(outcome(await press(two, {}, { [serum]: 1 }))).toEqual([409, 'ordered_already']);
  expect(await countRows(shop.db, 'orders')).toBe(1);
});

test('two accounts that order the same to one address are not asked', async () => {
  const [one, two] = [await shop.person(), await shop.person()];
  const order = await orderOf(one, { [serum]: 1 });
  for (const person of [one, two]) expect((await placeOrder(person, order, newKey())).status).toBe(200);
});

test('two tabs that pay by card: one order, which both pay', async ({ shopper }) => {
  const answers = await Promise.all(times(2, () => stripe(shopper)));
  expect(tally(answers)).toEqual({ 200: 2 });
  expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1);
  expect(await countRows(shop.db, 'orders')).toBe(1);
});
