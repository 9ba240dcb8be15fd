/**
 * A provider that fails while a payment is created (docs/behaviour.md, "Holds", "Paying a waiting order"): the order
 * stays pending and holds its stock, and a repeated request with the same key continues it. A provider that never
 * answers: tests/nightly/provider-deadline.test.ts.
 */
import { eq } from 'drizzle-orm';
import type { Fault } from 'payment-simulators';
import { describe, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { serum } from '../support/orders.ts';
import {
  onlineMethods,
  paidRecord,
  payAtProvider,
  recordOf,
  resetBeforeEach,
  startOrder,
} from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

const start = { stripe: '/v1/checkout/sessions', razorpay: '/v1/orders' };
const order = (method: OnlineMethod, key = 'the-same-key') => startOrder(person, method, { [serum]: 2 }, key);
const ordersOf = () => shop.db.read.select().from(orders).where(eq(orders.userId, person.id));
const pay = (orderId: string) => person.post('/api/order/pay', { orderId });

describe.each(onlineMethods)('%s', (method) => {
  const created = () => shop.simulators[method].api.seen('POST', start[method]);
  /** Both tries of Stripe's own client fail. */
  const trouble = (how: Fault) =>
    shop.simulators[method].api.inject({
      fault: how,
      method: 'POST',
      path: start[method],
      times: method === 'stripe' ? 2 : 1,
    });

  test.each<[string, Fault]>([
    ['answers 500', { status: 500 }],
    ['answers 429', { status: 429 }],
    ['drops the connection after creating it', 'drop-after'],
    ['answers nonsense', { status: 200, body: { hello: 'there' } }],
  ])('%s: 503, and the same key continues the same order, held once and paid once', async (_, how) => {
    trouble(how);
    const first = await order(method);
    shop.simulators[method].api.clearFaults();
    expect([first.status, first.body.code]).toEqual([503, 'provider_silent']);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ordersOf()).map(({ status }) => status)).toEqual(['Payment Pending']);
    expect(await stockOf(shop.db, serum)).toBe(98);
    const [second, third] = [await order(method), await order(method)];
    expect([second.status, third.text]).toEqual([200, second.text]);
    const { orderId } = second.body;
    expect(await ordersOf()).toMatchObject([{ id: orderId }]);
    expect(await stockOf(shop.db, serum)).toBe(98);
    if (method === 'stripe')
      expect(new Set(created().map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([orderId]));
    await payAtProvider(shop, method, orderId);
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('five requests at once after a failure have one payment', async () => {
    trouble({ status: 500 });
    await order(method);
    const answers = await Promise.all(times(5, () => order(method)));
    expect(answers.map(({ status }) => status)).toEqual(times(5, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await ordersOf()).toHaveLength(1);
  });

  test('refuses: the order is cancelled, its stock restored, and the shopper can choose another method', async () => {
    shop.simulators[method].api.inject({ fault: { status: 400 }, path: start[method] });
    const { status, body } = await order(method);
    expect([status, body.code]).toEqual([409, 'payment_refused']);
    expect(await ordersOf()).toMatchObject([{ status: 'Cancelled', paid: false }]);
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('was unreachable for long: a new payment is created while the hold lasts', async () => {
    trouble('drop');
    await order(method);
    const [{ id } = { id: '' }] = await ordersOf();
    await setClock(shop, 20 * minute);
    const { status } = await pay(id);
    expect(status).toBe(200);
    await payAtProvider(shop, method, id);
    await shop.simulators.settled();
    expect(await recordOf(shop, id)).toMatchObject(paidRecord);
  });

  test('answers after the order has ended: the payment is refused', async () => {
    const slow = shop.simulators[method].api.inject({ fault: 'slow', path: start[method] });
    const beginning = order(method);
    await slow.arrived;
    const [{ id: orderId } = { id: '' }] = await ordersOf();
    expect((await person.post('/api/order/cancel', { orderId })).body.outcome).toBe('cancelled');
    slow.release();
    const { status, body } = await beginning;
    expect([status, body.code]).toEqual([409, 'not_pending']);
    expect(await stockOf(shop.db, serum)).toBe(100);
  });
});
