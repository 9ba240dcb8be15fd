/**
 * The history of an order (docs/behaviour.md, "States and moves"): append-only, with the time, the actor and the reason
 * of each change. Only its shopper and operators see it, and the shopper only a part.
 */
import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orderEvents } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { minute, setClock } from '../support/clock.ts';
import { orderOf, placeOrder, serum, toner } from '../support/orders.ts';
import { paidOrder, payAtProvider, pendingOrder, resetBeforeEach } from '../support/payments.ts';
import { useOperator, useShopper } from '../support/people.ts';
import { snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
const operator = useOperator(shop);
resetBeforeEach(shop);

const rowsOf = (orderId: string) =>
  shop.db.read
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), sql`rowid`);
const placed = async () => (await placeOrder(person, await orderOf(person, { [serum]: 1 }))).body.order._id;
const act = async (path: string, json: object, by = operator) =>
  expect((await by.post(`/api/order/${path}`, json)).status).toBe(200);
const seen = async (orderId: string) =>
  (await person.get(`/api/order/tracking-info/${orderId}`)).body.trackingInfo.history;

/** An order that is shipped, delivered and returned. */
async function wholeLife(orderId: string) {
  await act('move', { orderId, status: 'Packing' });
  await act('update-tracking', { orderId, trackingId: 'AWB1', courierPartner: 'DTDC' });
  await act('update-tracking', { orderId, trackingId: 'AWB2', courierPartner: 'DTDC' });
  await act('move', { orderId, status: 'Out for Delivery' });
  await act('move', { orderId, status: 'Delivered', collected: true, password });
  await act('move', { orderId, status: 'Returned', reason: 'It leaked', restock: false });
}

describe('it is append-only', () => {
  test.each([
    ['UPDATE', sql`UPDATE order_events SET reason = 'another one'`],
    ['UPDATE of a time alone', sql`UPDATE order_events SET at = at + 1`],
    ['DELETE', sql`DELETE FROM order_events`],
  ])('%s is refused by the database', async (_, statement) => {
    await placed();
    const before = await snapshot(shop.db, ['outbox']);
    const changing = shop.db.write.run(statement).then(
      () => 'changed',
      (error: Error) => `${error.cause ?? error}`,
    );
    expect(await changing).toContain('history is append-only');
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
  });
});

test('every change has its time, its actor and its reason', async () => {
  const before = Date.now();
  const orderId = await placed();
  await wholeLife(orderId);
  const rows = await rowsOf(orderId);
  expect(
    rows.map((row) => [row.actor, row.actorId, row.kind, row.fromStatus, row.toStatus, row.reason]),
  ).toEqual([
    ['shopper', person.id, 'status', null, 'Order Placed', null],
    ['operator', operator.id, 'status', 'Order Placed', 'Packing', null],
    ['operator', operator.id, 'status', 'Packing', 'Shipped', null],
    ['operator', operator.id, 'tracking', null, null, 'DTDC: AWB2'],
    ['operator', operator.id, 'status', 'Shipped', 'Out for Delivery', null],
    ['operator', operator.id, 'status', 'Out for Delivery', 'Delivered', null],
    ['operator', operator.id, 'payment', null, null, 'Cash was collected.'],
    ['operator', operator.id, 'status', 'Delivered', 'Returned', 'It leaked'],
  ]);
  for (const { at } of rows) expect(at >= before && at <= Date.now()).toBe(true);
});

describe('the actor and the reason of a cancellation are recorded', () => {
  const last = async (orderId: string) => {
    const row = (await rowsOf(orderId)).at(-1);
    return [row?.actor, row?.actorId, row?.toStatus, row?.reason];
  };

  test.each(['placed', 'pending'])('the shopper, of an order that is %s', async (state) => {
    const orderId = state === 'placed' ? await placed() : await pendingOrder(person, 'razorpay');
    await act('cancel', { orderId, reason: 'Too late' }, person);
    expect(await last(orderId)).toEqual(['shopper', person.id, 'Cancelled', 'Too late']);
  });

  test.each(['placed', 'pending'])('an operator, of an order that is %s', async (state) => {
    const orderId = state === 'placed' ? await placed() : await pendingOrder(person, 'stripe');
    await act('cancel', { orderId, reason: 'Cannot be delivered there' });
    expect(await last(orderId)).toEqual(['operator', operator.id, 'Cancelled', 'Cannot be delivered there']);
  });

  test('the shopper who gives up paying, or places a new order', async () => {
    const one = await pendingOrder(person, 'stripe');
    // With the same cart it would be the same order.
    const two = await pendingOrder(person, 'stripe', { [toner]: 1 });
    await person.post('/api/order/cancel', { orderId: two, unlessPaid: true });
    expect(await last(one)).toEqual(['shopper', person.id, 'Cancelled', 'A newer order replaced it.']);
    expect(await last(two)).toEqual(['shopper', person.id, 'Cancelled', null]);
  });

  test('the provider, and the scheduled job', async () => {
    const orderId = await pendingOrder(person, 'stripe');
    await setClock(shop, 31 * minute);
    await shop.stack.scheduled();
    expect(await last(orderId)).toEqual(['shop', null, 'Cancelled', expect.stringMatching(/\w/)]);
    const { orderId: other } = await paidOrder(shop, await shop.person(), 'razorpay');
    expect(await last(other)).toEqual(['provider', null, 'Order Placed', null]);
  });
});

describe('the shopper', () => {
  test('sees status, time and reason, but never the actor', async () => {
    const orderId = await placed();
    await wholeLife(orderId);
    const history = await seen(orderId);
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

  test('does not see events for operators only', async () => {
    const orderId = await pendingOrder(person, 'stripe');
    await payAtProvider(shop, 'stripe', orderId, { amount: 100 });
    await shop.simulators.settled();
    expect((await rowsOf(orderId)).map(({ shown }) => shown)).toEqual([true, false]);
    expect(await seen(orderId)).toHaveLength(1);
  });

  test('gets a 404 for another person’s order, like for an unknown one; so does an operator', async () => {
    const orderId = await placed();
    const unknown = await person.get(`/api/order/tracking-info/${randomUUID()}`);
    for (const other of [await shop.person(), operator]) {
      const foreign = await other.get(`/api/order/tracking-info/${orderId}`);
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
    expect((await shop.client().get(`/api/order/tracking-info/${orderId}`)).status).toBe(401);
  });
});
