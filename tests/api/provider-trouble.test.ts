/**
 * A provider that fails while a payment is created (docs/behaviour.md, "Holds", "Paying a waiting order"): the order
 * stays pending and holds its stock, and a repeated request with the same key continues it. A provider that never
 * answers: tests/nightly/provider-deadline.test.ts.
 */
import type { Fault } from 'payment-simulators';
import { describe, expect } from 'vitest';
import { cancel } from '../support/cancellations.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { ordersOf as rowsOf } from '../support/coupons.ts';
import { outcome } from '../support/guests.ts';
import { serum } from '../support/orders.ts';
import {
  onlineMethods,
  paidRecord,
  payAtProvider,
  providerPaths,
  recordOf,
  startOrder,
} from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

const ordersOf = (person: Person) => rowsOf(shop.db, person);

describe.each(onlineMethods)('%s', (method) => {
  const path = providerPaths[method].create;
  const api = () => shop.simulators[method].api;
  const order = (by: Person) => startOrder(by, method, { [serum]: 2 }, 'the-same-key');
  /** Both tries of Stripe's own client fail. */
  const trouble = (fault: Fault) =>
    api().inject({ fault, method: 'POST', path, times: method === 'stripe' ? 2 : 1 });
  async function expectPaid(orderId: string) {
    await payAtProvider(shop, method, orderId);
    await shop.simulators.settled();
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  }

  test.for<[string, Fault]>([
    ['answers 500', { status: 500 }],
    ['answers 429', { status: 429 }],
    ['drops the connection after creating it', 'drop-after'],
    ['answers nonsense', { status: 200, body: { hello: 'there' } }],
  ])('%s: 503; with the same key the order is held once and paid once', async ([, how], { shopper }) => {
    trouble(how);
    const first = await order(shopper);
    api().clearFaults();
    expect(outcome(first)).toEqual([503, 'provider_silent']);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ordersOf(shopper)).map(({ status }) => status)).toEqual(['Payment Pending']);
    expect(await stockOf(shop.db, serum)).toBe(98);
    const [second, third] = [await order(shopper), await order(shopper)];
    expect([second.status, third.text]).toEqual([200, second.text]);
    const { orderId } = second.body;
    expect(await ordersOf(shopper)).toMatchObject([{ id: orderId }]);
    expect(await stockOf(shop.db, serum)).toBe(98);
    const keys = api()
      .seen('POST', path)
      .map(({ idempotencyKey }) => idempotencyKey);
    if (method === 'stripe') expect(new Set(keys)).toEqual(new Set([orderId]));
    await expectPaid(orderId);
  });

  test('five requests at once after a failure have one payment', async ({ shopper }) => {
    trouble({ status: 500 });
    await order(shopper);
    const answers = await Promise.all(times(5, () => order(shopper)));
    expect(answers.map(({ status }) => status)).toEqual(times(5, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await ordersOf(shopper)).toHaveLength(1);
  });

  test('refuses: the order is cancelled and its stock restored: there are other methods', async ({
    shopper,
  }) => {
    api().inject({ fault: { status: 400 }, path });
    expect(outcome(await order(shopper))).toEqual([409, 'payment_refused']);
    expect(await ordersOf(shopper)).toMatchObject([{ status: 'Cancelled', paid: false }]);
    expect(await stockOf(shop.db, serum)).toBe(100);
  });

  test('was unreachable for long: a new payment is created while the hold lasts', async ({ shopper }) => {
    trouble('drop');
    await order(shopper);
    const [{ id } = { id: '' }] = await ordersOf(shopper);
    await setClock(shop, 20 * minute);
    expect((await shopper.post('/api/order/pay', { orderId: id })).status).toBe(200);
    await expectPaid(id);
  });

  test('answers after the order has ended: the payment is refused', async ({ shopper }) => {
    const slow = api().inject({ fault: 'slow', path });
    const beginning = order(shopper);
    await slow.arrived;
    const [{ id } = { id: '' }] = await ordersOf(shopper);
    expect((await cancel(shopper, id)).body.outcome).toBe('cancelled');
    slow.release();
    expect(outcome(await beginning)).toEqual([409, 'not_pending']);
    expect(await stockOf(shop.db, serum)).toBe(100);
  });
});
