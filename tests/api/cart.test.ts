/**
 * The server's copy of a cart (docs/behaviour.md, "Cart rules", "API answers"): one per account, with quantities from 1
 * to 100. Every response contains the present cart.
 */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { tally, times } from '../support/client.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { countRows, setRetired, setStock, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();

test('a new account has an empty cart', async () => {
  const person = await shop.person();
  const { status, body } = await person.post('/api/cart/get');
  expect([status, body]).toEqual([200, { success: true, cartData: {} }]);
});

test('an empty body is accepted', async () => {
  const person = await shop.person();
  for (const path of ['/api/cart/get', '/api/cart/reset']) {
    const { status, body } = await person.send('POST', path);
    expect([status, body]).toEqual([200, { success: true, cartData: {} }]);
  }
});

test('add and update set the new total, in the order in which lines were added', async () => {
  const person = await shop.person();
  const cart = async (path: string, itemId: string, quantity?: number) =>
    Object.entries((await person.post(`/api/cart/${path}`, { itemId, quantity })).body.cartData);
  expect(await cart('add', toner, 3)).toEqual([[toner, 3]]);
  expect(await cart('add', serum, 1)).toEqual([
    [toner, 3],
    [serum, 1],
  ]);
  expect(await cart('add', toner, 5)).toEqual([
    [toner, 5],
    [serum, 1],
  ]);
  expect(await cart('update', serum, 8)).toEqual([
    [toner, 5],
    [serum, 8],
  ]);
  expect(await cart('update', cream, 2)).toEqual([
    [toner, 5],
    [serum, 8],
    [cream, 2],
  ]);
  expect(Object.entries((await person.post('/api/cart/get')).body.cartData)).toHaveLength(3);
});

describe('removing', () => {
  test.each([
    ['without a quantity', {}],
    ['with 0', { quantity: 0 }],
    ['with -5', { quantity: -5 }],
  ])('update %s removes only that line', async (_, change) => {
    const person = await shop.person();
    await person.post('/api/cart/add', { itemId: toner, quantity: 3 });
    await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
    const { status, body } = await person.post('/api/cart/update', { itemId: toner, ...change });
    expect([status, body]).toEqual([200, { success: true, cartData: { [serum]: 2 } }]);
    expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 2 });
  });

  test('removing a product that is not in the cart succeeds', async () => {
    const person = await shop.person();
    expect((await person.post('/api/cart/update', { itemId: toner })).body).toEqual({
      success: true,
      cartData: {},
    });
  });

  test('reset empties only this cart', async () => {
    const [one, other] = [await shop.person(), await shop.person()];
    for (const person of [one, other]) await person.post('/api/cart/add', { itemId: toner, quantity: 3 });
    expect((await one.post('/api/cart/reset')).body).toEqual({ success: true, cartData: {} });
    expect((await one.post('/api/cart/get')).body.cartData).toEqual({});
    expect((await other.post('/api/cart/get')).body.cartData).toEqual({ [toner]: 3 });
  });
});

test.each([
  ['add', 101],
  ['add', 5_000_000],
  ['update', 101],
])('%s clamps %i to 100', async (path, quantity) => {
  const person = await shop.person();
  const { status, body } = await person.post(`/api/cart/${path}`, { itemId: serum, quantity });
  expect([status, body.cartData]).toEqual([200, { [serum]: 100 }]);
  expect(await countRows(shop.db, 'cart_lines', sql`user_id = ${person.id} AND quantity = 100`)).toBe(1);
});

test.each<[string, unknown[]]>([
  ['add', [0, -1, 1.5, '3', 'three', null, undefined, [3], true, 1e300]],
  ['update', ['3', null, 2.5, {}]],
])('%s refuses each of the quantities %j and does not change the cart', async (path, quantities) => {
  const person = await shop.person();
  await person.post('/api/cart/add', { itemId: serum, quantity: 2 });
  const before = await snapshot(shop.db);
  for (const quantity of quantities) {
    const { status, body } = await person.post(`/api/cart/${path}`, { itemId: serum, quantity });
    const fields = Object.keys(body.fields);
    expect([quantity, status, body.code, fields]).toEqual([quantity, 422, 'invalid', ['quantity']]);
  }
  expect(await snapshot(shop.db)).toEqual(before);
});

test('the cart reserves no stock: it accepts retired and sold-out products', async () => {
  const person = await shop.person();
  await setRetired(shop.db, toner, true);
  await setStock(shop.db, cream, 0);
  expect((await person.post('/api/cart/add', { itemId: toner, quantity: 2 })).status).toBe(200);
  const { status, body } = await person.post('/api/cart/add', { itemId: cream, quantity: 2 });
  expect([status, body.cartData]).toEqual([200, { [toner]: 2, [cream]: 2 }]);
  await setRetired(shop.db, toner, false);
  await setStock(shop.db, cream, 100);
});

test('two clients that change the same lines in opposite order both succeed', async () => {
  const person = await shop.person();
  const rounds = times(8, (n) => n + 1);
  const change = (itemId: string, quantity: number) => person.post('/api/cart/add', { itemId, quantity });
  const phone = async (ids: string[]) => {
    const answers = [];
    for (const round of rounds) for (const id of ids) answers.push(await change(id, round));
    return answers;
  };
  const answers = await Promise.all([phone([serum, toner]), phone([toner, serum])]);
  expect(tally(answers.flat())).toEqual({ 200: 32 });
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 8, [toner]: 8 });
  expect(await countRows(shop.db, 'cart_lines', sql`user_id = ${person.id}`)).toBe(2);
});
