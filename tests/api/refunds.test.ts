/**
 * Refunds (docs/behaviour.md 7.8): due, listed, confirmed by an operator, made by the provider once, and reported to the
 * shopper.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderEvents } from '#db/schema/index.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import type { FailureMode } from '#tools/simulators/misbehaviour.ts';
import { razorpayRequest } from '#tools/simulators/testing.ts';
import { tally, times } from '../support/client.ts';
import { confirmRefund, operatorWithPassword } from '../support/desk.ts';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { onlineMethods, paidOrder, recordOf, resetBeforeEach } from '../support/payments.ts';
import { setStatus, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let person: Person;
let operator: Person;
resetBeforeEach(shop);
beforeAll(async () => {
  operator = await operatorWithPassword(shop);
});
beforeEach(async () => {
  person = await shop.person();
});

const confirm = (refundId: string, seen?: string) => confirmRefund(shop, operator, refundId, seen);
/** The refunds that wait for an operator or a provider. */
async function listed(orderId: string) {
  const queues = await Promise.all(
    ['due', 'sent'].map((queue) => operator.get(`/api/desk/refunds?queue=${queue}`)),
  );
  return queues.flatMap(({ body }) => body.refunds).filter((refund) => refund.orderId === orderId);
}
const made = (method: OnlineMethod) => shop.simulators[method].refunds;
const requests = { stripe: '/v1/refunds', razorpay: '/v1/payments/*/refund' };
const keysAsked = (method: OnlineMethod) =>
  shop.simulators[method].api.seen('POST', requests[method]).map(({ idempotencyKey }) => idempotencyKey);

/** A paid order that its shopper has cancelled. */
async function due(method: OnlineMethod) {
  const { orderId, paymentId } = await paidOrder(shop, person, method);
  await person.post('/api/order/cancel', { orderId });
  const [refund] = (await recordOf(shop, orderId)).refunds;
  if (!refund) throw new Error('no refund is due');
  return { orderId, paymentId, refundId: refund.id };
}
/** Refunds of this payment at the provider, as `amount status`. */
const sentBack = (method: OnlineMethod, paymentId: string) =>
  made(method)
    .filter((one) => paymentId === ('payment_id' in one ? one.payment_id : one.payment_intent))
    .map(({ amount, status }) => `${amount} ${status}`);
const complete = { stripe: '59900 succeeded', razorpay: '59900 processed' };

describe.each(onlineMethods)('%s', (method) => {
  test('due, listed, confirmed, sent, emailed: the order stays paid and shows the refund', async () => {
    const { orderId, paymentId, refundId } = await due(method);
    expect(made(method).filter((one) => one.amount && JSON.stringify(one).includes(paymentId))).toEqual([]);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', flags: ['refund_due'] });
    expect(await listed(orderId)).toEqual([
      {
        _id: refundId,
        orderId,
        reference: expect.stringMatching(/^ORD-/),
        method,
        amount: 599,
        reason: 'cancelled',
        status: 'due',
        failure: null,
        name: 'Asha Rao',
        confirmedBy: null,
        date: expect.any(String),
        done: null,
      },
    ]);
    const { status, body } = await confirm(refundId);
    expect([status, body.status]).toEqual([200, 'done']);
    await shop.simulators.settled();
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    expect(await listed(orderId)).toEqual([]);
    const record = await recordOf(shop, orderId);
    expect(record).toMatchObject({ paid: true, refunds: [{ status: 'done', confirmedBy: operator.id }] });
    expect(record.letters.sort()).toEqual(['order_cancelled', 'order_paid', 'refunded']);
    expect(record.history.slice(-2)).toEqual(['operator: refund', 'provider: refund']);
    const [order] = (await person.post('/api/order/userorders')).body.orders;
    expect(order).toMatchObject({ payment: true, refund: 'done', status: 'Cancelled' });
    expect((await confirm(refundId)).body).toMatchObject({ code: 'changed', status: 'done' });
    expect(sentBack(method, paymentId)).toHaveLength(1);
  });

  test('ten confirmations at once make one refund with one key', async () => {
    const { orderId, paymentId, refundId } = await due(method);
    const answers = await Promise.all(times(10, () => confirm(refundId, 'due')));
    await shop.simulators.settled();
    // The others are refused: it has changed, or too many passwords are being checked.
    expect(tally(answers)[200]).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    expect(new Set(keysAsked(method))).toEqual(new Set([refundId]));
    const { history, letters } = await recordOf(shop, orderId);
    // Each row has the time of its own request, and these ran at once.
    expect(history.filter((row) => row.endsWith('refund')).sort()).toEqual([
      'operator: refund',
      'provider: refund',
    ]);
    expect(letters.filter((kind) => kind === 'refunded')).toEqual(['refunded']);
  });

  test('a slow refund is `sent` until the webhook reports it as done', async () => {
    shop.simulators[method].settings.holdRefunds = true;
    const { orderId, refundId, paymentId } = await due(method);
    expect((await confirm(refundId)).body.status).toBe('sent');
    expect(await listed(orderId)).toMatchObject([{ status: 'sent' }]);
    expect((await person.post('/api/order/userorders')).body.orders[0]?.refund).toBe('due');
    shop.simulators[method].webhooks.manner = { repeat: 5 };
    shop.simulators[method].completeRefund(lastRefund(method, paymentId));
    await shop.simulators.settled();
    expect(await listed(orderId)).toEqual([]);
    const { letters, history } = await recordOf(shop, orderId);
    expect(letters.filter((kind) => kind === 'refunded')).toHaveLength(1);
    expect(history.filter((row) => row === 'provider: refund')).toHaveLength(1);
  });

  const lastRefund = (of: OnlineMethod, paymentId: string) =>
    made(of).findLast((one) => JSON.stringify(one).includes(paymentId))?.id ?? '';

  test.each<[string, FailureMode]>([
    ['answers 500', { status: 500 }],
    ['drops the line after it has sent the money', 'drop-after'],
  ])('%s: 503, and confirming again uses the same key; one refund is made', async (_, how) => {
    const { orderId, paymentId, refundId } = await due(method);
    shop.simulators[method].webhooks.manner = 'never';
    // Stripe's own client tries twice.
    shop.simulators[method].api.trouble({ how, path: requests[method], times: method === 'stripe' ? 2 : 1 });
    const { status, body } = await confirm(refundId);
    shop.simulators[method].api.calm();
    expect([status, body.code]).toEqual([503, 'provider_silent']);
    expect(await listed(orderId)).toMatchObject([{ status: 'sent' }]);
    expect((await confirm(refundId)).body.status).toBe('done');
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    expect(new Set(keysAsked(method))).toEqual(new Set([refundId]));
  });

  test('refused: 409 with the reason, flagged, still listed; confirming again uses a new key', async () => {
    const { orderId, paymentId, refundId } = await due(method);
    const body = {
      error: { type: 'invalid_request_error', message: 'Not enough', description: 'Not enough' },
    };
    shop.simulators[method].api.trouble({ how: { status: 400, body }, path: requests[method] });
    const refused = await confirm(refundId);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'refund_refused',
      'The provider refuses the refund: Not enough',
    ]);
    expect(await listed(orderId)).toMatchObject([{ status: 'failed' }]);
    expect((await recordOf(shop, orderId)).flags).toEqual(['refund_due', 'refund_failed']);
    expect((await confirm(refundId)).body.status).toBe('done');
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    // Providers repeat their answer for the same key.
    expect(new Set(keysAsked(method)).size).toBe(2);
  });

  test('a refund that fails days later is flagged and listed; confirming again makes another one', async () => {
    shop.simulators[method].settings.holdRefunds = true;
    const { orderId, paymentId, refundId } = await due(method);
    await confirm(refundId);
    shop.simulators[method].webhooks.manner = { repeat: 3 };
    shop.simulators[method].failRefund(lastRefund(method, paymentId));
    await shop.simulators.settled();
    expect(await listed(orderId)).toMatchObject([{ status: 'failed' }]);
    expect((await recordOf(shop, orderId)).flags).toEqual(['refund_due', 'refund_failed']);
    shop.simulators[method].settings.holdRefunds = false;
    expect((await confirm(refundId)).body.status).toBe('done');
    // An old event that comes late changes nothing.
    for (const { id, type } of [...shop.simulators[method].webhooks.deliveries])
      if (type === 'refund.failed') shop.simulators[method].webhooks.resend(id);
    await shop.simulators.settled();
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'done' }]);
    expect(sentBack(method, paymentId).at(-1)).toBe(complete[method]);
    expect(sentBack(method, paymentId)).toHaveLength(2);
  });

  test('only operators can confirm and list refunds', async () => {
    const { refundId, paymentId } = await due(method);
    const rows = await snapshot(shop.db, ['outbox']);
    expect((await confirmRefund(shop, person, refundId)).status).toBe(403);
    expect((await person.get('/api/desk/refunds')).status).toBe(403);
    expect((await shop.client().get('/api/desk/refunds')).status).toBe(401);
    expect(await snapshot(shop.db, ['outbox'])).toEqual(rows);
    expect(sentBack(method, paymentId)).toEqual([]);
  });
});

describe('sent at the provider’s own dashboard', () => {
  const dashboard = (paymentId: string, amount: number) =>
    razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/refund`, { amount });

  test('a full refund completes the due one', async () => {
    const { orderId, paymentId } = await due('razorpay');
    await dashboard(paymentId, 59_900);
    await shop.simulators.settled();
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'done' }]);
  });

  test('a partial refund completes nothing', async () => {
    const { orderId, paymentId } = await due('razorpay');
    await dashboard(paymentId, 10_000);
    await shop.simulators.settled();
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'due' }]);
  });
});

test('cash is refunded by hand: confirming marks it as done', async () => {
  const { body } = await placeOrder(person, await orderOf(person, { [serum]: 1 }));
  const orderId = body.order._id;
  await setStatus(shop.db, orderId, 'Out for Delivery');
  await operator.post('/api/order/move', { orderId, status: 'Delivered', collected: true });
  await operator.post('/api/order/move', { orderId, status: 'Returned', reason: 'It broke', restock: false });
  const [refund] = await listed(orderId);
  expect(refund).toMatchObject({ amount: 599, reason: 'returned', status: 'due', method: 'cod' });
  expect((await confirm(refund?._id ?? '')).body.status).toBe('done');
  const { letters, refunds } = await recordOf(shop, orderId);
  expect(letters).toContain('refunded');
  expect(refunds).toMatchObject([{ status: 'done' }]);
});

test('an unknown refund is a 404', async () => {
  const { status, body } = await confirm(randomUUID());
  expect([status, body.code]).toEqual([404, 'not_found']);
});

test('the shopper sees the refund in the order’s history, without the operator', async () => {
  const { orderId, refundId } = await due('stripe');
  await confirm(refundId);
  const { body } = await person.get(`/api/order/tracking-info/${orderId}`);
  expect(body.trackingInfo.history.slice(-2).map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
    'refund: The refund was confirmed.',
    'refund: The money was sent back.',
  ]);
  const rows = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  expect(rows.some(({ actorId }) => actorId === operator.id)).toBe(true);
  expect(JSON.stringify(body)).not.toContain(operator.id);
});
