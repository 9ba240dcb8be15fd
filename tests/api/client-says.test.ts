/**
 * Prices, amounts, states and roles in a request are ignored on every route about orders and payments: the server
 * alone decides money (docs/behaviour.md, "Checks of an order").
 */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderLines, orders, payments, users } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { orderOf, serum, toner } from '../support/orders.ts';
import { onlineMethods, pendingOrder, providerIdOf, recordOf } from '../support/payments.ts';
import { snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

/** Fields that a client may try to set. */
const claims = {
  _id: '6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11',
  id: '6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11',
  userId: 'somebody-else',
  role: 'operator',
  status: 'Delivered',
  paid: true,
  payment: true,
  paymentMethod: 'cod',
  subtotal: 1,
  discount: 598,
  rate: 0,
  rates: { 330499: 0 },
  gstin: '27AAPFU0939F1ZV',
  delivery: -1,
  total: 1,
  price: 1,
  currency: 'USD',
  reference: 'ORD-000001',
  trackingId: 'AWB1',
  createdAt: 0,
  date: '2020-01-01',
  sample: true,
  session_url: 'https://evil.example/',
  origin: 'https://evil.example',
};
const methods = ['place', ...onlineMethods] as const;

describe.each(methods)('POST /api/order/%s', (method) => {
  test('uses only ids and quantities of the request', async ({ shopper }) => {
    const order = await orderOf(shopper, { [serum]: 2, [toner]: 1 });
    const free = {
      price: 1,
      originalPrice: 1,
      discount: 99,
      name: 'Free',
      hsn: '999999',
      rate: 0,
      unitCode: 'KGS',
    };
    const items = order.items.map((item) => ({ ...item, ...free }));
    const { status } = await shopper.post(
      `/api/order/${method}`,
      { ...claims, ...order, items, address: { ...order.address, country: 'Mars', ...claims } },
      { Origin: 'https://evil.example' },
    );
    expect(status).toBe(200);
    const { read } = shop.db;
    const [row] = await read.select().from(orders).where(eq(orders.userId, shopper.id));
    expect(row).toMatchObject({
      status: method === 'place' ? 'Order Placed' : 'Payment Pending',
      paid: false,
      paymentMethod: method === 'place' ? 'cod' : method,
      subtotal: 154_700,
      discount: 0,
      delivery: 0,
      total: 154_700,
      trackingId: null,
      gstin: null,
      sample: false,
    });
    expect(row?.id).not.toBe(claims.id);
    expect(row?.address.country).toBe('India');
    expect(Object.keys(row?.address ?? {})).not.toContain('role');
    expect(Math.abs((row?.createdAt ?? 0) - Date.now())).toBeLessThan(60_000);
    const id = row?.id ?? '';
    const lines = await read.select().from(orderLines).where(eq(orderLines.orderId, id));
    const taxed = { name: expect.not.stringMatching('Free'), hsn: '330499', rate: 1800, unitCode: 'NOS' };
    expect(lines).toMatchObject([
      { price: 59_900, quantity: 2, discount: 0, ...taxed },
      { price: 34_900, quantity: 1, discount: 0, ...taxed },
    ]);
    const [payment] = await read.select().from(payments).where(eq(payments.orderId, id));
    if (method !== 'place') expect(payment).toMatchObject({ amount: 154_700, origin: shop.stack.url });
  });

  test.for([-0.01, 0.01, -598])(
    'refuses a total that is off by %d before any payment',
    async (off, { shopper }) => {
      const order = await orderOf(shopper, { [serum]: 1 });
      const before = await snapshot(shop.db, ['outbox']);
      const { status, body } = await shopper.post(`/api/order/${method}`, { ...order, amount: 599 + off });
      expect([status, body.code, body.quote.amount]).toEqual([409, 'amount_changed', 599]);
      expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
      for (const one of onlineMethods) expect(shop.simulators[one].api.requests).toEqual([]);
    },
  );
});

test('a quote ignores prices in the request', async ({ shopper }) => {
  const items = [{ _id: serum, quantity: 1, price: 1, discount: 99 }];
  const { body } = await shopper.post('/api/order/quote', { ...claims, items });
  expect(body.quote).toMatchObject({ subtotal: 599, discount: 0, delivery: 0, amount: 599 });
});

describe.each(onlineMethods)('an unpaid order by %s', (method) => {
  test('stays unpaid, even if a client claims otherwise at the return or afterwards', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, method);
    const more = { ...claims, orderId, success: true };
    const id = await providerIdOf(shop, orderId);
    const widget = {
      ...claims,
      razorpay_order_id: method === 'razorpay' ? id : 'order_x',
      razorpay_payment_id: 'pay_x',
      razorpay_signature: 'a'.repeat(64),
    };
    for (const [route, json, status] of [
      ['verifyStripe', more, 409],
      ['verifyRazorpay', widget, method === 'razorpay' ? 409 : 404],
      ['pay', more, 200],
      ['move', { ...more, status: 'Delivered', collected: true }, 403],
      ['update-tracking', { ...more, courierPartner: 'DTDC' }, 403],
    ] as const)
      expect([route, (await shopper.post(`/api/order/${route}`, json)).status]).toEqual([route, status]);
    const { body } = await shopper.post('/api/order/userorders', { ...more, userId: 'somebody-else' });
    expect(body.orders.map(({ _id }) => _id)).toEqual([orderId]);
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Payment Pending',
      paid: false,
      history: ['shopper: Payment Pending'],
      payment: { amount: 59_900, paymentId: null },
    });
  });
});

test('a client cannot make itself an operator', async () => {
  const said = { name: 'Asha', email: 'role@example.in', password, role: 'operator' };
  const { body } = await shop.client().post('/api/user/register', { ...said, id: 'x', operator: true });
  const client = shop.client(body.token);
  await client.post('/api/user/name', { name: 'Asha Rao', role: 'operator' });
  await client.post('/api/user/login', said);
  const [user] = await shop.db.read.select().from(users).where(eq(users.email, said.email));
  expect(user?.role).toBe('shopper');
  for (const headers of [{ role: 'operator' }, { 'X-Role': 'operator' }] as Record<string, string>[])
    expect((await client.get('/api/desk/refunds', headers)).status).toBe(403);
});
