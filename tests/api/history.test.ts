/**
 * The history of an order (docs/behaviour.md, "States and moves"): append-only, with the time, the actor and the reason
 * of each change. Only its shopper and operators see it, and the shopper only a part.
 */
import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderEvents } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { password } from '../support/accounts.ts';
import { minute, setClock } from '../support/clock.ts';
import { move } from '../support/moves.ts';
import { placed, toner } from '../support/orders.ts';
import { paidOrder, payAtProvider, pendingOrder } from '../support/payments.ts';
import { snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test: plain } = shopTest({ simulators: true });
/** `id`: of an order that is packed, shipped, delivered and returned. */
const test = plain.extend('id', async ({ order: { _id: orderId } }) => {
  const track = (trackingId: string) =>
    operator.post('/api/order/update-tracking', { orderId, trackingId, courierPartner: 'DTDC' });
  for (const step of [
    () => move(operator, orderId, 'Packing'),
    () => track('AWB1'),
    () => track('AWB2'),
    () => move(operator, orderId, 'Out for Delivery'),
    () => move(operator, orderId, 'Delivered', { collected: true, password }),
    () => move(operator, orderId, 'Returned', { reason: 'It leaked' }),
  ])
    expect((await step()).status).toBe(200);
  return orderId;
});

const started = Date.now();
const rowsOf = (orderId: string) =>
  shop.db.read
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), sql`rowid`);
const seen = async (shopper: Person, orderId: string) =>
  (await shopper.get(`/api/order/tracking-info/${orderId}`)).body.trackingInfo.history;

describe('it is append-only', () => {
  test.for([
    ['UPDATE', sql`UPDATE order_events SET reason = 'another one'`],
    ['UPDATE of a time alone', sql`UPDATE order_events SET at = at + 1`],
    ['DELETE', sql`DELETE FROM order_events`],
  ] as const)('%s is refused by the database', async ([, statement], { order: _ }) => {
    const before = await snapshot(shop.db, ['outbox']);
    const changing = shop.db.write.run(statement).then(
      () => 'changed',
      (error: Error) => `${error.cause ?? error}`,
    );
    expect(await changing).toContain('history is append-only');
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
  });
});

test('every change has its time, its actor and its reason', async ({ shopper, id }) => {
  const rows = await rowsOf(id);
  expect(
    rows.map((row) => [row.actor, row.actorId, row.kind, row.fromStatus, row.toStatus, row.reason]),
  ).toEqual([
    ['shopper', shopper.id, 'status', null, 'Order Placed', null],
    ['operator', operator.id, 'status', 'Order Placed', 'Packing', null],
    ['operator', operator.id, 'status', 'Packing', 'Shipped', null],
    ['operator', operator.id, 'tracking', null, null, 'DTDC: AWB2'],
    ['operator', operator.id, 'status', 'Shipped', 'Out for Delivery', null],
    ['operator', operator.id, 'status', 'Out for Delivery', 'Delivered', null],
    ['operator', operator.id, 'payment', null, null, 'Cash was collected.'],
    ['operator', operator.id, 'status', 'Delivered', 'Returned', 'It leaked'],
  ]);
  for (const { at } of rows) expect(at >= started && at <= Date.now()).toBe(true);
});

describe('the actor and the reason of a cancellation are recorded', () => {
  const last = async (orderId: string) => {
    const row = (await rowsOf(orderId)).at(-1);
    return [row?.actor, row?.actorId, row?.toStatus, row?.reason];
  };

  const states = {
    placed: async (shopper: Person) => (await placed(shopper))._id,
    pending: (shopper: Person, method: OnlineMethod) => pendingOrder(shopper, method),
  };
  test.for(Object.entries(states))('of an order that is %s', async ([, make], { shopper }) => {
    for (const [actor, by, method] of [
      ['shopper', shopper, 'razorpay'],
      ['operator', operator, 'stripe'],
    ] as const) {
      const orderId = await make(shopper, method);
      expect((await by.post('/api/order/cancel', { orderId, reason: 'Too late' })).status).toBe(200);
      expect(await last(orderId)).toEqual([actor, by.id, 'Cancelled', 'Too late']);
    }
  });

  test('the shopper who gives up paying, or places a new order', async ({ shopper }) => {
    const one = await pendingOrder(shopper, 'stripe');
    // With the same cart it would be the same order.
    const two = await pendingOrder(shopper, 'stripe', { [toner]: 1 });
    await shopper.post('/api/order/cancel', { orderId: two, unlessPaid: true });
    expect(await last(one)).toEqual(['shopper', shopper.id, 'Cancelled', 'A newer order replaced it.']);
    expect(await last(two)).toEqual(['shopper', shopper.id, 'Cancelled', null]);
  });

  test('the provider, and the scheduled job', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, 'stripe');
    await setClock(shop, 31 * minute);
    await shop.stack.scheduled();
    expect(await last(orderId)).toEqual(['shop', null, 'Cancelled', expect.stringMatching(/\w/)]);
    const { orderId: other } = await paidOrder(shop, await shop.person(), 'razorpay');
    expect(await last(other)).toEqual(['provider', null, 'Order Placed', null]);
  });
});

describe('the shopper', () => {
  test('sees status, time and reason, but never the actor', async ({ shopper, id }) => {
    const history = await seen(shopper, id);
    expect(history.map(({ kind, status, reason }) => [kind, status, reason])).toEqual([
      ['status', 'Order Placed', null],
      ['status', 'Packing', null],
      ['status', 'Shipped', null],
      ['tracking', null, 'DTDC: AWB2'],
      ['status', 'Out for Delivery', null],
      ['status', 'Delivered', null],
      ['payment', null, 'Cash was collected.'],
      ['status', 'Returned', 'It leaked'],
    ]);
    for (const event of history) {
      expect(Object.keys(event).sort()).toEqual(['at', 'kind', 'reason', 'status']);
      expect(new Date(event.at).toISOString()).toBe(event.at);
    }
    expect(JSON.stringify(history)).not.toContain(operator.id);
  });

  test('does not see events for operators only', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, 'stripe');
    await payAtProvider(shop, 'stripe', orderId, { amount: 100 });
    await shop.simulators.settled();
    expect((await rowsOf(orderId)).map(({ shown }) => shown)).toEqual([true, false]);
    expect(await seen(shopper, orderId)).toHaveLength(1);
  });

  test('gets a 404 for another person’s order, like for an unknown one; so does an operator', async ({
    shopper,
    order: { _id: orderId },
  }) => {
    const unknown = await shopper.get(`/api/order/tracking-info/${randomUUID()}`);
    for (const other of [await shop.person(), operator]) {
      const foreign = await other.get(`/api/order/tracking-info/${orderId}`);
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
    expect((await shop.client().get(`/api/order/tracking-info/${orderId}`)).status).toBe(401);
  });
});
