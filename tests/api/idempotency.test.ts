/**
 * `Idempotency-Key` and the limits of cash on delivery (docs/behaviour.md, "Idempotency", "Unpaid limits"): a key
 * belongs to one account and one body, without expiry; a refusal does not use it up. Concurrent requests are tested in
 * races.test.ts.
 */
import { describe, expect } from 'vitest';
import { address, itemsOf, orderOf, placeOrder, serum, toner } from '../support/orders.ts';
import { setStatus, setStock, snapshot, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();
const key = 'a-key-of-the-test';

describe('one key', () => {
  test('with the same body is the same order, any number of times', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 2, [toner]: 1 });
    const first = await placeOrder(shopper, order, key);
    const before = await snapshot(shop.db);
    const again = await placeOrder(shopper, order, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('is the same order even when the product is sold out and the order was shipped', async ({
    shopper,
  }) => {
    const order = await orderOf(shopper, { [serum]: 2 });
    const first = await placeOrder(shopper, order, key);
    await setStock(shop.db, serum, 0);
    await setStatus(shop.db, first.body.order._id, 'Shipped');
    const again = await placeOrder(shopper, order, key);
    expect(again.body.order).toEqual({ ...first.body.order, status: 'Shipped' });
  });

  test.for([
    ['another quantity', { items: itemsOf({ [serum]: 2 }), amount: 1198 }],
    ['another address', { address: { ...address, city: 'Mysuru' } }],
    ['another amount', { amount: 600 }],
    ['another product', { items: itemsOf({ [toner]: 1 }), amount: 349 }],
  ] as const)('with %s is refused and changes nothing', async ([, change], { shopper }) => {
    const order = await orderOf(shopper, { [serum]: 1 });
    await placeOrder(shopper, order, key);
    const before = await snapshot(shop.db);
    const { status, body } = await placeOrder(shopper, { ...order, ...change }, key);
    expect([status, body.success, body.code]).toEqual([409, false, 'key_reused']);
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('is not used up by a refusal', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 3 });
    await setStock(shop.db, serum, 2);
    expect((await placeOrder(shopper, order, key)).body.code).toBe('out_of_stock');
    expect((await placeOrder(shopper, { ...order, amount: 1 }, key)).status).toBe(409);
    await setStock(shop.db, serum, 30);
    expect((await placeOrder(shopper, order, key)).status).toBe(200);
    expect(await stockOf(shop.db, serum)).toBe(27);
  });

  test('may be used by somebody else too', async ({ shopper }) => {
    const other = await shop.person();
    const order = await orderOf(shopper, { [serum]: 1 });
    const [first, second] = [await placeOrder(shopper, order, key), await placeOrder(other, order, key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.order._id).not.toBe(first.body.order._id);
  });

  test.for(['abcdefgh', 'x'.repeat(128), '!~"\\\';--DROP'])(
    '%s is a valid key',
    async (good, { shopper }) => {
      expect((await placeOrder(shopper, await orderOf(shopper, { [serum]: 1 }), good)).status).toBe(200);
    },
  );
});

test('without a key, each request is a new order', async ({ shopper }) => {
  const order = await orderOf(shopper, { [serum]: 1 });
  const [first, second] = [await placeOrder(shopper, order), await placeOrder(shopper, order)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.order._id).not.toBe(first.body.order._id);
  expect(second.body.order.reference).not.toBe(first.body.order.reference);
});

describe('cash on delivery', () => {
  test('is accepted up to ₹20,000 and refused above', async ({ shopper }) => {
    await setStock(shop.db, serum, 1_000);
    // 33 serums and one toner come to ₹20,116, without the toner to ₹19,767.
    const above = await orderOf(shopper, { [serum]: 33, [toner]: 1 });
    const before = await snapshot(shop.db);
    const { status, body } = await placeOrder(shopper, above);
    expect([above.amount, status, body.code]).toEqual([20_116, 409, 'cod_limit']);
    expect(body.message).toContain('₹20,000.00');
    expect(await snapshot(shop.db)).toEqual(before);
    expect((await placeOrder(shopper, await orderOf(shopper, { [serum]: 33 }))).status).toBe(200);
  });

  test('counts each account separately', async ({ shopper }) => {
    const other = await shop.person();
    const order = await orderOf(shopper, { [serum]: 1 });
    for (const one of [shopper, shopper, shopper, other])
      expect((await placeOrder(one, order)).status).toBe(200);
  });
});
