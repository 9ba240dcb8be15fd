/**
 * The server's copy of a cart (docs/behaviour.md, "Cart rules", "API answers"): one per account, with quantities from 1
 * to 100. Every response contains the present cart.
 */
import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { tally, times } from '../support/client.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { countRows, setRetired, setStock } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();

test('a new account has an empty cart; an empty body is accepted', async ({ shopper }) => {
  const answers = [await shopper.post('/api/cart/get')];
  for (const path of ['get', 'reset']) answers.push(await shopper.send('POST', `/api/cart/${path}`));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, { success: true, cartData: {} }]);
});

test('add and update set the new total, in the order in which lines were added', async ({ shopper }) => {
  const cart = async (path: string, itemId: string, quantity?: number) => {
    const { cartData } = (await shopper.post(`/api/cart/${path}`, { itemId, quantity })).body;
    return Object.entries(cartData).map(([id, count]) => `${count} ${id}`);
  };
  expect(await cart('add', toner, 3)).toEqual([`3 ${toner}`]);
  expect(await cart('add', serum, 1)).toEqual([`3 ${toner}`, `1 ${serum}`]);
  expect(await cart('add', toner, 5)).toEqual([`5 ${toner}`, `1 ${serum}`]);
  expect(await cart('update', serum, 8)).toEqual([`5 ${toner}`, `8 ${serum}`]);
  expect(await cart('update', cream, 2)).toEqual([`5 ${toner}`, `8 ${serum}`, `2 ${cream}`]);
  expect(Object.entries((await shopper.post('/api/cart/get')).body.cartData)).toHaveLength(3);
});

describe('removing', () => {
  test.for([undefined, 0, -5])('update with %s removes only that line', async (quantity, { shopper }) => {
    await shopper.post('/api/cart/add', { itemId: toner, quantity: 3 });
    await shopper.post('/api/cart/add', { itemId: serum, quantity: 2 });
    const { status, body } = await shopper.post('/api/cart/update', { itemId: toner, quantity });
    expect([status, body]).toEqual([200, { success: true, cartData: { [serum]: 2 } }]);
    expect((await shopper.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 2 });
  });

  test('removing a product that is not in the cart succeeds', async ({ shopper }) => {
    const { body } = await shopper.post('/api/cart/update', { itemId: toner });
    expect(body).toEqual({ success: true, cartData: {} });
  });

  test('reset empties only this cart', async () => {
    const [one, other] = [await shop.person(), await shop.person()];
    for (const person of [one, other]) await person.post('/api/cart/add', { itemId: toner, quantity: 3 });
    expect((await one.post('/api/cart/reset')).body).toEqual({ success: true, cartData: {} });
    expect((await one.post('/api/cart/get')).body.cartData).toEqual({});
    expect((await other.post('/api/cart/get')).body.cartData).toEqual({ [toner]: 3 });
  });
});

test.for([
  ['add', 101],
  ['add', 5_000_000],
  ['update', 101],
] as const)('%s clamps %i to 100', async ([path, quantity], { shopper }) => {
  const { status, body } = await shopper.post(`/api/cart/${path}`, { itemId: serum, quantity });
  expect([status, body.cartData]).toEqual([200, { [serum]: 100 }]);
  expect(await countRows(shop.db, 'cart_lines', sql`user_id = ${shopper.id} AND quantity = 100`)).toBe(1);
});

test('the cart reserves no stock: it accepts retired and sold-out products', async ({ shopper }) => {
  await setRetired(shop.db, toner, true);
  await setStock(shop.db, cream, 0);
  expect((await shopper.post('/api/cart/add', { itemId: toner, quantity: 2 })).status).toBe(200);
  const { status, body } = await shopper.post('/api/cart/add', { itemId: cream, quantity: 2 });
  expect([status, body.cartData]).toEqual([200, { [toner]: 2, [cream]: 2 }]);
});

test('two clients that change the same lines in opposite order both succeed', async ({ shopper }) => {
  const rounds = times(8, (n) => n + 1);
  const change = (itemId: string, quantity: number) => shopper.post('/api/cart/add', { itemId, quantity });
  const phone = async (ids: string[]) => {
    const answers = [];
    for (const round of rounds) for (const id of ids) answers.push(await change(id, round));
    return answers;
  };
  const answers = await Promise.all([phone([serum, toner]), phone([toner, serum])]);
  expect(tally(answers.flat())).toEqual({ 200: 32 });
  expect((await shopper.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 8, [toner]: 8 });
  expect(await countRows(shop.db, 'cart_lines', sql`user_id = ${shopper.id}`)).toBe(2);
});
