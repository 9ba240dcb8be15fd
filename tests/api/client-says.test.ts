/**
 * Prices, amounts, states and roles in a request are ignored on every route about orders and payments: the server
 * alone decides money (docs/behaviour.md, "Checks of an order").
 */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderLines, orders, payments, users } from '#db/schema/index.ts';
import { orderOf, serum, toner } from '../support/orders.ts';
import { onlineMethods, pendingOrder, providerIdOf, recordOf, resetBeforeEach } from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

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
  test('uses only ids and quantities of the request', async () => {
    const order = await orderOf(person, { [serum]: 2, [toner]: 1 });
    const items = order.items.map((item) => ({
      ...item,
      price: 1,
      originalPrice: 1,
      discount: 99,
      name: 'Free',
      hsn: '999999',
      rate: 0,
      unitCode: 'KGS',
    }));
    const { status } = await person.post(
      `/api/order/${method}`,
      { ...claims, ...order, items, address: { ...order.address, country: 'Mars', ...claims } },
      { Origin: 'https://evil.example' },
    );
    expect(status).toBe(200);
    const [row] = await shop.db.read.select().from(orders).where(eq(orders.userId, person.id));
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
    const lines = await shop.db.read
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, row?.id ?? ''));
    expect(lines.map(({ price, quantity, discount }) => [price, quantity, discount])).toEqual([
      [59_900, 2, 0],
      [34_900, 1, 0],
    ]);
    expect(lines.some(({ name }) => name === 'Free')).toBe(false);
    expect(lines.map(({ hsn, rate, unitCode }) => [hsn, rate, unitCode])).toEqual([
      ['330499', 1800, 'NOS'],
      ['330499', 1800, 'NOS'],
    ]);
    const [payment] = await shop.db.read
      .select()
      .from(payments)
      .where(eq(payments.orderId, row?.id ?? ''));
    if (method !== 'place') expect(payment).toMatchObject({ amount: 154_700, origin: shop.stack.url });
  });

  test.each([-0.01, 0.01, -598])(
    'refuses a total that is off by %d, returns the right one, and starts no payment',
    async (off) => {
      const order = await orderOf(person, { [serum]: 1 });
      const before = await snapshot(shop.db, ['outbox']);
      const { status, body } = await person.post(`/api/order/${method}`, { ...order, amount: 599 + off });
      expect([status, body.code, body.quote.amount]).toEqual([409, 'amount_changed', 599]);
      expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
      for (const { api } of [shop.simulators.stripe, shop.simulators.razorpay])
        expect(api.requests).toEqual([]);
    },
  );
});

test('a quote ignores prices in the request', async () => {
  const items = [{ _id: serum, quantity: 1, price: 1, discount: 99 }];
  const { body } = await person.post('/api/order/quote', { ...claims, items });
  expect(body.quote).toMatchObject({ subtotal: 599, discount: 0, delivery: 0, amount: 599 });
});

describe.each(onlineMethods)('an unpaid order by %s', (method) => {
  test('stays unpaid, even if a client claims otherwise at the return or afterwards', async () => {
    const orderId = await pendingOrder(person, method);
    const more = { ...claims, orderId, success: true };
    const id = await providerIdOf(shop, orderId);
    const widget = {
      ...claims,
      razorpay_order_id: method === 'razorpay' ? id : 'order_x',
      razorpay_payment_id: 'pay_x',
      razorpay_signature: 'a'.repeat(64),
    };
    const answers = [
      await person.post('/api/order/verifyStripe', more),
      await person.post('/api/order/verifyRazorpay', widget),
      await person.post('/api/order/pay', more),
      await person.post('/api/order/move', { ...more, status: 'Delivered', collected: true }),
      await person.post('/api/order/update-tracking', { ...more, courierPartner: 'DTDC' }),
      await person.post('/api/order/userorders', { ...more, userId: 'somebody-else' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      409,
      method === 'razorpay' ? 409 : 404,
      200,
      403,
      403,
      200,
    ]);
    expect(answers[5]?.body.orders.map(({ _id }) => _id)).toEqual([orderId]);
    expect(await recordOf(shop, orderId)).toMatchObject({
      status: 'Payment Pending',
      paid: false,
      history: ['shopper: Payment Pending'],
    });
    expect((await recordOf(shop, orderId)).payment).toMatchObject({ amount: 59_900, paymentId: null });
  });
});

test('a client cannot make itself an operator', async () => {
  const said = {
    name: 'Asha',
    email: 'role@example.in',
    password: 'a long walk in Lalbagh',
    role: 'operator',
  };
  const { body } = await shop.client().post('/api/user/register', { ...said, id: 'x', operator: true });
  const client = shop.client(body.token);
  await client.post('/api/user/name', { name: 'Asha Rao', role: 'operator' });
  await client.post('/api/user/login', said);
  expect((await shop.db.read.select().from(users).where(eq(users.email, said.email)))[0]?.role).toBe(
    'shopper',
  );
  for (const headers of [{ role: 'operator' }, { 'X-Role': 'operator' }] as Record<string, string>[])
    expect((await client.get('/api/desk/refunds', headers)).status).toBe(403);
});
