/**
 * Placing an order with cash on delivery (docs/behaviour.md, "Cart after an order", "Placing an order"): the server
 * alone decides money, ordered pieces leave the cart and the stock, and a refusal writes nothing.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderLines, orders, products } from '#db/schema/index.ts';
import { readProducts } from '#tools/lib/content.ts';
import { times } from '../support/client.ts';
import { hour, minute, setClock } from '../support/clock.ts';
import {
  address,
  addressOf,
  cream,
  itemsOf,
  orderOf,
  placed,
  placeOrder,
  serum,
  toner,
} from '../support/orders.ts';
import {
  countRows,
  setPrice,
  setRetired,
  setStock,
  snapshot,
  stockOf,
  storedOrder,
} from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();
const content = readProducts();
const nameOf = (id: string) => content.get(id)?.name;

/** Places an order and expects that nothing was written. */
async function refused(person: Person, order: unknown, key?: string) {
  const before = await snapshot(shop.db);
  const answer = await placeOrder(person, order, key);
  expect(await snapshot(shop.db)).toEqual(before);
  expect(answer.body.success).toBe(false);
  return answer;
}

test('an order is returned, stored, and taken from stock and cart', async ({ shopper }) => {
  await shopper.post('/api/cart/add', { itemId: serum, quantity: 2 });
  await shopper.post('/api/cart/add', { itemId: cream, quantity: 1 });
  const { status, body } = await placeOrder(shopper, await orderOf(shopper, { [serum]: 2, [toner]: 1 }));
  expect([status, body.success, body.message]).toEqual([200, true, 'Order Placed Successfully!']);
  const { order } = body;
  expect(order).toEqual({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    reference: expect.stringMatching(/^ORD-\d{6}$/),
    items: [
      { _id: serum, name: nameOf(serum), image: [`/media/products/${serum}/1.jpg`], price: 599, quantity: 2 },
      { _id: toner, name: nameOf(toner), image: [`/media/products/${toner}/1.jpg`], price: 349, quantity: 1 },
    ],
    cancelled: [],
    status: 'Order Placed',
    payment: false,
    paymentMethod: 'cod',
    subtotal: 1547,
    discount: 0,
    couponCode: null,
    delivery: 0,
    amount: 1547,
    gst: 235.98,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    promisedFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    promisedTo: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    trackingId: null,
    trackingUrl: null,
    courierPartner: null,
    shippingAddress: {
      ...addressOf(shopper),
      phone: addressOf(shopper).phone.replace(/\D/g, '').slice(2),
      country: 'India',
    },
    refunds: [],
    creditNotes: [],
    returns: [],
    returnable: null,
    business: null,
  });
  expect(await storedOrder(shop.db, order._id)).toMatchObject({
    userId: shopper.id,
    total: 154_700,
    subtotal: 154_700,
    reference: order.reference,
    sample: false,
  });
  const lines = await shop.db.read.select().from(orderLines).where(eq(orderLines.orderId, order._id));
  const taxed = { hsn: '330499', rate: 1800, unitCode: 'NOS' };
  expect(lines).toMatchObject([
    { productId: serum, price: 59_900, quantity: 2, ...taxed },
    { productId: toner, price: 34_900, quantity: 1, ...taxed },
  ]);
  expect(await Promise.all([serum, toner, cream].map((id) => stockOf(shop.db, id)))).toEqual([98, 99, 100]);
  expect((await shopper.post('/api/cart/get')).body.cartData).toEqual({ [cream]: 1 });
});

test('a quote has the total of every line, without a session too, and writes nothing', async () => {
  const before = await snapshot(shop.db);
  const { status, body } = await shop
    .client()
    .post('/api/order/quote', { items: itemsOf({ [serum]: 2, [toner]: 3 }) });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      quote: {
        items: [
          { _id: serum, name: nameOf(serum), price: 599, quantity: 2, total: 1198 },
          { _id: toner, name: nameOf(toner), price: 349, quantity: 3, total: 1047 },
        ],
        subtotal: 2245,
        discount: 0,
        delivery: 0,
        amount: 2245,
        coupon: null,
        couponMessage: null,
        couponProblem: null,
        promise: null,
        tax: null,
        gst: { amount: 342.46, inCash: 342.46, exact: true },
        online: null,
      },
    },
  ]);
  expect(await snapshot(shop.db)).toEqual(before);
});

describe('the server alone decides money', () => {
  test('a price that changes after the quote is refused with the new quote, and the order succeeds with it', async ({
    shopper,
  }) => {
    const order = await orderOf(shopper, { [serum]: 2 });
    await setPrice(shop.db, serum, 60_050);
    const { status, body } = await refused(shopper, order);
    expect([status, body.code, body.quote.amount]).toEqual([409, 'amount_changed', 1201]);
    const again = await placeOrder(shopper, { ...order, amount: body.quote.amount });
    expect([again.status, again.body.order.amount]).toEqual([200, 1201]);
  });

  test('a sale counts by the Worker’s clock: what was agreed before midnight is refused with the new quote', async ({
    shopper,
  }) => {
    const begin = Date.now() + 2 * hour;
    const sale = { name: 'Diwali “sale” \\ दिवाली', from: begin, until: begin + hour, percent: 20 };
    await shop.db.write
      .update(products)
      .set({ sales: [sale] })
      .where(eq(products.id, serum));
    const atClock = (at: number) => setClock(shop, at - Date.now());
    await atClock(begin - minute);
    const before = await orderOf(shopper, { [serum]: 1 });
    expect(before.amount).toBe(599);
    // A client does not set the price, nor the sale.
    const items = [{ _id: serum, quantity: 1, price: 1, sales: [{ ...sale, from: 0 }] }];
    expect((await refused(shopper, { ...before, items, amount: 479.2 })).body.quote.amount).toBe(599);

    await atClock(begin + minute);
    const { status, body } = await refused(shopper, before);
    expect([status, body.code, body.quote.amount]).toEqual([409, 'amount_changed', 479]);
    const { quote } = (await shopper.post('/api/order/quote', { items: itemsOf({ [serum]: 1 }) })).body;
    expect([quote.items[0]?.price, quote.amount]).toEqual([479.2, 479.2]);
    const placed = await placeOrder(shopper, { ...before, amount: 479 });
    expect([placed.status, placed.body.order?.items[0]?.price]).toEqual([200, 479.2]);

    await atClock(begin + hour + minute);
    expect((await refused(shopper, { ...before, amount: 479 })).body.quote.amount).toBe(599);
  });

  test('paise are exact: 100 pieces at ₹0.29', async ({ shopper }) => {
    await setStock(shop.db, serum, 1_000);
    await setPrice(shop.db, serum, 29);
    const order = await orderOf(shopper, { [serum]: 100 });
    const { status, body } = await placeOrder(shopper, order);
    expect([order.amount, status, body.order?.amount]).toEqual([29, 200, 29]);
  });
});

describe('unavailable lines', () => {
  test('too little stock of one line refuses the whole order and says how many pieces are left', async ({
    shopper,
  }) => {
    await shopper.post('/api/cart/add', { itemId: serum, quantity: 2 });
    await setStock(shop.db, toner, 2);
    await setStock(shop.db, cream, 0);
    const order = { address, items: itemsOf({ [serum]: 1, [toner]: 3, [cream]: 1 }), amount: 1 };
    const { status, body } = await refused(shopper, order);
    expect([status, body.code, body.items]).toEqual([
      409,
      'out_of_stock',
      [
        { _id: toner, name: nameOf(toner), available: 2 },
        { _id: cream, name: nameOf(cream), available: 0 },
      ],
    ]);
    expect(body.message).toBe(`We have only 2 of ${nameOf(toner)} and no ${nameOf(cream)} left.`);
  });

  test.for(['/api/order/quote', '/api/order/place'])(
    '%s refuses retired and unknown products by name',
    async (path, { shopper }) => {
      await setRetired(shop.db, toner, true);
      const before = await snapshot(shop.db);
      const items = itemsOf({ [serum]: 1, [toner]: 1, 'nothing-like-it': 1, constructor: 1 });
      const { status, body } = await shopper.post(path, { address, items, amount: 599 });
      expect(await snapshot(shop.db)).toEqual(before);
      expect([status, body.code]).toEqual([409, 'not_sold']);
      expect(body.items.map(({ _id, available }) => [_id, available])).toEqual([
        [toner, 0],
        ['nothing-like-it', 0],
        ['constructor', 0],
      ]);
    },
  );
});

test.for([
  ['more stays', 5, { [serum]: 3 }],
  ['as many go', 2, {}],
  ['fewer go', 1, {}],
] as const)('only the ordered pieces leave the cart: %s', async ([, inCart, left], { shopper }) => {
  const other = await shop.person();
  for (const { post } of [shopper, other]) await post('/api/cart/add', { itemId: serum, quantity: inCart });
  await placed(shopper, { [serum]: 2 });
  expect((await shopper.post('/api/cart/get')).body.cartData).toEqual(left);
  expect((await other.post('/api/cart/get')).body.cartData).toEqual({ [serum]: inCart });
});

test.each([
  ['some are taken: another one is found', '*[01]', /^ORD-\d{5,7}[2-9]$/],
  ['all of six digits are taken: they get seven', `ORD-${'[0-9]'.repeat(6)}`, /^ORD-\d{7}$/],
])('of the references that orders draw, %s', async (_, taken, expected) => {
  // A taken reference is that of a real row, inserted when an order draws it.
  await shop.db.write.run(
    sql.raw(`
    CREATE TRIGGER taken BEFORE INSERT ON orders WHEN NEW.status <> 'Delivered' AND NEW.reference GLOB '${taken}'
    BEGIN
      INSERT INTO orders (id, reference, status, payment_method, subtotal, discount, delivery, total, address, request_hash, created_at)
      VALUES ('taken', NEW.reference, 'Delivered', 'cod', 1, 0, 0, 1, '{}', '', 0);
    END`),
  );
  const references: string[] = [];
  for (const buyer of await shop.people(12)) references.push((await placed(buyer, { [serum]: 1 })).reference);
  await shop.db.write.run(sql`DROP TRIGGER taken`);
  for (const reference of references) expect(reference).toMatch(expected);
  expect(new Set(references).size).toBe(12);
  // The random references use all digits.
  for (const place of [4, 5, 6, 7, 8])
    expect(new Set(references.map((text) => text[place])).size).toBeGreaterThan(1);
  expect(await stockOf(shop.db, serum)).toBe(88);
  expect(await countRows(shop.db, 'orders', sql`id = 'taken'`)).toBe(0);
});

test('an account can place a limited number of orders in an hour', async ({ shopper }) => {
  const order = await orderOf(shopper, { [serum]: 1 });
  const first = await placeOrder(shopper, order);
  const row = await storedOrder(shop.db, first.body.order._id);
  // 30 is the limit.
  const earlier = times(28, (n) => ({
    ...row,
    id: `earlier-${n}`,
    reference: `ORD-${910_000 + n}`,
    status: 'Delivered' as const,
  }));
  await shop.db.write.insert(orders).values(earlier);
  expect((await placeOrder(shopper, order)).status).toBe(200);
  const { status, headers, body } = await refused(shopper, order);
  expect([status, body.code]).toEqual([429, 'too_many']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3540);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  await setClock(shop, hour);
  expect((await placeOrder(shopper, order)).status).toBe(200);
});
