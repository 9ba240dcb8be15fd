/**
 * Refunds (docs/behaviour.md, "Refunds"): due, listed, confirmed by an operator with the password, made by the provider
 * once, and reported to the shopper.
 */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Fault } from 'payment-simulators';
import { razorpayRequest } from 'payment-simulators/testing';
import { describe, expect } from 'vitest';
import { orderEvents, payments, refunds } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { password } from '../support/accounts.ts';
import { cancel } from '../support/cancellations.ts';
import { tally, times } from '../support/client.ts';
import { cashTransfer, confirmRefund, detailOf, operatorWithPassword } from '../support/desk.ts';
import { move, orderAt } from '../support/moves.ts';
import { deliverWebhook, onlineMethods, paidOrder, recordOf, signWebhook } from '../support/payments.ts';
import { snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

const confirm = (refundId: string, seen?: string) => confirmRefund(shop, operator, refundId, seen);
type Page = { rows: { id: string; orderId: string }[]; next: string | null };
const page = async (query: string) => (await operator.get<Page>(`/api/desk/refunds?queue=${query}`)).body;
/** The refunds that wait for an operator or a provider. */
async function listed(orderId: string) {
  const queues = await Promise.all(['due', 'sent'].map(page));
  return queues.flatMap(({ rows }) => rows).filter((refund) => refund.orderId === orderId);
}
const made = (method: OnlineMethod) => shop.simulators[method].refunds;
const requests = { stripe: '/v1/refunds', razorpay: '/v1/payments/*/refund' };
const keysAsked = (method: OnlineMethod) =>
  shop.simulators[method].api.seen('POST', requests[method]).map(({ idempotencyKey }) => idempotencyKey);

/** A paid order that its shopper has cancelled. */
async function due(shopper: Person, method: OnlineMethod) {
  const { orderId, paymentId } = await paidOrder(shop, shopper, method);
  await cancel(shopper, orderId);
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
  test('due, listed, confirmed, sent, emailed: the order stays paid and shows the refund', async ({
    shopper,
  }) => {
    const { orderId, paymentId, refundId } = await due(shopper, method);
    expect(made(method).filter((one) => one.amount && JSON.stringify(one).includes(paymentId))).toEqual([]);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', flags: ['refund_due'] });
    expect(await listed(orderId)).toEqual([
      {
        id: refundId,
        orderId,
        orderReference: expect.stringMatching(/^ORD-/),
        method,
        amount: 59_900,
        reason: 'cancelled',
        note: null,
        status: 'due',
        failure: null,
        name: 'Asha Rao',
        confirmedBy: null,
        proposedBy: null,
        transfer: null,
        transferReference: null,
        createdAt: expect.any(Number),
        doneAt: null,
      },
    ]);
    const { status, body } = await confirm(refundId);
    expect([status, body]).toEqual([
      200,
      { success: true, message: 'The money is on its way back.', status: 'done' },
    ]);
    await shop.simulators.settled();
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    expect(await listed(orderId)).toEqual([]);
    expect((await page('done')).rows.find((one) => one.orderId === orderId)).toMatchObject({
      confirmedBy: 'Priya Nair',
    });
    const record = await recordOf(shop, orderId);
    expect(record).toMatchObject({ paid: true, refunds: [{ status: 'done', confirmedBy: operator.id }] });
    expect(record.emails.sort()).toEqual(['order_cancelled', 'order_paid', 'refunded']);
    expect(record.history.slice(-2)).toEqual(['operator: refund', 'provider: refund']);
    const [order] = (await shopper.post('/api/order/userorders')).body.orders;
    expect(order).toMatchObject({ payment: true, refunds: [{ status: 'done' }], status: 'Cancelled' });
  });

  test('five confirmations at once make one refund with one key', async ({ shopper }) => {
    const { orderId, paymentId, refundId } = await due(shopper, method);
    const answers = await Promise.all(times(5, () => confirm(refundId, 'due')));
    await shop.simulators.settled();
    // The others are refused: it has changed, or too many passwords are being checked.
    expect(tally(answers)[200]).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    expect(new Set(keysAsked(method))).toEqual(new Set([refundId]));
    const { history, emails } = await recordOf(shop, orderId);
    // Each row has the time of its own request, and these ran at once.
    expect(history.filter((row) => row.endsWith('refund')).sort()).toEqual([
      'operator: refund',
      'provider: refund',
    ]);
    expect(emails.filter((kind) => kind === 'refunded')).toEqual(['refunded']);
  });

  test('a slow refund is `sent` until the webhook reports it as done', async ({ shopper }) => {
    shop.simulators[method].settings.holdRefunds = true;
    const { orderId, refundId, paymentId } = await due(shopper, method);
    expect((await confirm(refundId)).body.status).toBe('sent');
    expect(await listed(orderId)).toMatchObject([{ status: 'sent' }]);
    expect((await shopper.post('/api/order/userorders')).body.orders[0]?.refunds).toMatchObject([
      { status: 'due' },
    ]);
    shop.simulators[method].webhooks.fault = { repeat: 5 };
    shop.simulators[method].completeRefund(lastRefund(method, paymentId));
    await shop.simulators.settled();
    expect(await listed(orderId)).toEqual([]);
    const { emails, history } = await recordOf(shop, orderId);
    expect(emails.filter((kind) => kind === 'refunded')).toHaveLength(1);
    expect(history.filter((row) => row === 'provider: refund')).toHaveLength(1);
  });

  const lastRefund = (of: OnlineMethod, paymentId: string) =>
    made(of).findLast((one) => JSON.stringify(one).includes(paymentId))?.id ?? '';

  test.for<[string, Fault]>([
    ['answers 500', { status: 500 }],
    ['drops the line after it has sent the money', 'drop-after'],
  ])('%s: 503, and confirming again uses the same key; one refund is made', async ([, how], { shopper }) => {
    const { orderId, paymentId, refundId } = await due(shopper, method);
    shop.simulators[method].webhooks.fault = 'never';
    // Stripe's own client tries twice.
    shop.simulators[method].api.inject({
      fault: how,
      path: requests[method],
      times: method === 'stripe' ? 2 : 1,
    });
    const { status, body } = await confirm(refundId);
    shop.simulators[method].api.clearFaults();
    expect([status, body.code]).toEqual([503, 'provider_silent']);
    expect(await listed(orderId)).toMatchObject([{ status: 'sent' }]);
    expect((await confirm(refundId)).body.status).toBe('done');
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    expect(new Set(keysAsked(method))).toEqual(new Set([refundId]));
  });

  test('refused: 409 with the reason, flagged, still listed; confirming again uses a new key', async ({
    shopper,
  }) => {
    const { orderId, paymentId, refundId } = await due(shopper, method);
    const body = {
      error: { type: 'invalid_request_error', message: 'Not enough', description: 'Not enough' },
    };
    shop.simulators[method].api.inject({ fault: { status: 400, body }, path: requests[method] });
    const refused = await confirm(refundId);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'refund_refused',
      'The provider refuses the refund: Not enough',
    ]);
    expect(await listed(orderId)).toMatchObject([{ status: 'failed' }]);
    expect((await recordOf(shop, orderId)).flags).toEqual(['refund_due', 'refund_failed']);
    expect((await detailOf(operator, orderId)).history.at(-1)).toMatchObject({
      reason: 'The refund of ₹599.00 failed: Not enough',
      shown: false,
    });
    expect((await confirm(refundId)).body.status).toBe('done');
    expect(sentBack(method, paymentId)).toEqual([complete[method]]);
    // Providers repeat their answer for the same key.
    expect(new Set(keysAsked(method)).size).toBe(2);
  });

  test('a refund that fails days later is flagged and listed; confirming again makes another one', async ({
    shopper,
  }) => {
    shop.simulators[method].settings.holdRefunds = true;
    const { orderId, paymentId, refundId } = await due(shopper, method);
    await confirm(refundId);
    shop.simulators[method].webhooks.fault = { repeat: 3 };
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

  test('an event about another refund than the one that was sent changes nothing', async ({ shopper }) => {
    shop.simulators[method].settings.holdRefunds = true;
    const { orderId, paymentId, refundId } = await due(shopper, method);
    await confirm(refundId);
    await shop.simulators.settled();
    const failed = { id: 'other', amount: 59_900, status: 'failed' };
    const [ours, type] = [{ refund: refundId }, 'refund.failed'];
    const entity = { ...failed, payment_id: paymentId, notes: ours };
    const object = { ...failed, payment_intent: paymentId, metadata: ours };
    const stripe = { id: 'evt_other', type, data: { object } };
    const body = JSON.stringify(
      { stripe, razorpay: { event: type, payload: { refund: { entity } } } }[method],
    );
    const { status } = await deliverWebhook(shop, method, body, signWebhook(shop, method, body));
    expect(status).toBe(200);
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'sent', failure: null }]);
  });
});

describe('sent at the provider’s own dashboard', () => {
  const dashboard = (paymentId: string, amount: number) =>
    razorpayRequest(shop.simulators, 'POST', `/v1/payments/${paymentId}/refund`, { amount });

  test('a full refund completes the due one', async ({ shopper }) => {
    const { orderId, paymentId } = await due(shopper, 'razorpay');
    await dashboard(paymentId, 59_900);
    await shop.simulators.settled();
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'done' }]);
  });

  test('a partial refund completes nothing', async ({ shopper }) => {
    const { orderId, paymentId } = await due(shopper, 'razorpay');
    await dashboard(paymentId, 10_000);
    await shop.simulators.settled();
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([{ status: 'due' }]);
  });
});

test('cash is refunded by hand: confirming marks it as done', async ({ shopper }) => {
  const orderId = await orderAt(shop, shopper, 'Out for Delivery');
  await move(operator, orderId, 'Delivered', { collected: true, password });
  await move(operator, orderId, 'Returned');
  const [refund] = await listed(orderId);
  expect(refund).toMatchObject({ amount: 59_900, reason: 'returned', status: 'due', method: null });
  const id = refund?.id ?? '';
  const asks = (more: object) => confirmRefund(shop, operator, id, 'due', more);
  for (const [more, field] of [
    [{}, 'transfer'],
    [{ transfer: 'cheque', reference: '1' }, 'transfer'],
    [{ transfer: 'upi' }, 'reference'],
    [{ transfer: 'upi', reference: ' ' }, 'reference'],
    [{ reference: '1' }, 'transfer'],
  ] as const) {
    const { status, body } = await asks(more);
    expect([more, status, Object.keys(body.fields ?? {})]).toEqual([more, 422, [field]]);
  }
  expect(await listed(orderId)).toMatchObject([{ status: 'due', transfer: null }]);
  expect((await asks(cashTransfer)).body.status).toBe('done');
  const { emails, history, refunds: made } = await recordOf(shop, orderId);
  expect(emails).toContain('refunded');
  expect(history.slice(-2)).toEqual(['operator: refund', 'provider: refund']);
  expect(made).toMatchObject([
    { status: 'done', transfer: 'upi', transferReference: 'UTR 4242', confirmedBy: operator.id },
  ]);
  const [order] = (await shopper.post('/api/order/userorders')).body.orders;
  expect(order?.refunds).toMatchObject([
    { amount: 599, status: 'done', note: 'It broke', transfer: 'upi', reference: 'UTR 4242' },
  ]);
});

test('wrong payments that are sent back take nothing off the refund of the right one', async ({
  shopper,
  paid: { orderId },
}) => {
  const wrong = { orderId, amount: 100, status: 'due', createdAt: Date.now() } as const;
  await shop.db.write.insert(refunds).values([
    { ...wrong, id: randomUUID(), paymentId: 'wrong', reason: 'mismatch' },
    { ...wrong, id: randomUUID(), paymentId: 'late', reason: 'late_payment' },
  ]);
  expect((await cancel(shopper, orderId)).status).toBe(200);
  const rows = (await recordOf(shop, orderId)).refunds;
  expect(rows.map(({ reason, amount }) => `${reason}: ${amount}`).sort()).toEqual([
    'cancelled: 59900',
    'late_payment: 100',
    'mismatch: 100',
  ]);
});

test('money that was paid online is not sent back in another way', async ({ shopper }) => {
  const { refundId, orderId } = await due(shopper, 'stripe');
  const { status, body } = await confirmRefund(shop, operator, refundId, 'due', cashTransfer);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['transfer']]);
  expect(await listed(orderId)).toMatchObject([{ status: 'due' }]);
});

test('the shopper sees the refund in the order’s history, without the operator', async ({ shopper }) => {
  const { orderId, refundId } = await due(shopper, 'stripe');
  await confirm(refundId);
  const { body } = await shopper.get(`/api/order/tracking-info/${orderId}`);
  expect(body.trackingInfo.history.slice(-2).map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([
    'refund: The refund was confirmed.',
    'refund: ₹599.00 was sent back.',
  ]);
  const rows = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  expect(rows.some(({ actorId }) => actorId === operator.id)).toBe(true);
  expect(JSON.stringify(body)).not.toContain(operator.id);
});

test('no password, an empty one, a wrong one and a list of one send nothing', async ({ shopper }) => {
  const { refundId, orderId } = await due(shopper, 'stripe');
  const rows = await snapshot(shop.db, ['attempts', 'outbox']);
  for (const word of [undefined, '', 'a long walk in Cubbon Park', [password]]) {
    const json = { refundId, seen: 'due', password: word };
    const { status, body } = await operator.post('/api/desk/refunds/confirm', json);
    expect([status, body.code, Object.keys(body.fields)]).toEqual([422, 'invalid', ['password']]);
  }
  expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(rows);
  expect(await listed(orderId)).toMatchObject([{ status: 'due' }]);
});

test('the second of two operators learns who confirmed it and its status, and nothing is sent twice', async ({
  shopper,
}) => {
  const { refundId } = await due(shopper, 'stripe');
  const other = await operatorWithPassword(shop, 'Vikram Iyer');
  expect((await confirmRefund(shop, other, refundId, 'due')).status).toBe(200);
  await shop.simulators.settled();
  const rows = await snapshot(shop.db, ['attempts', 'outbox']);
  const { status, body } = await confirm(refundId, 'due');
  expect([status, body]).toEqual([
    409,
    {
      success: false,
      code: 'changed',
      message: 'Vikram Iyer has already changed it. This refund is now: Sent back.',
      status: 'done',
      by: 'Vikram Iyer',
    },
  ]);
  expect(await snapshot(shop.db, ['attempts', 'outbox'])).toEqual(rows);
});

test('the queues have pages: waiting refunds oldest first, done ones newest first', async ({ shopper }) => {
  const { orderId } = await due(shopper, 'stripe');
  const [first] = (await recordOf(shop, orderId)).refunds;
  if (!first) throw new Error('no refund is due');
  await shop.db.write.delete(refunds);
  const rows = times(130, (n) => ({
    ...first,
    id: randomUUID(),
    paymentId: null,
    createdAt: 1_790_000_000_000 + Math.floor(n / 4),
    status: n < 65 ? ('done' as const) : n % 2 ? ('due' as const) : ('failed' as const),
  }));
  // Refunds never exceed what was paid.
  const paid = { amount: rows.length * first.amount };
  await shop.db.write.update(payments).set(paid).where(eq(payments.orderId, orderId));
  await shop.db.write.insert(refunds).values(rows);
  const ordered = (done: boolean) =>
    rows
      .filter(({ status }) => (status === 'done') === done)
      .sort((a, b) => (a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)) * (done ? -1 : 1))
      .map(({ id }) => id);
  for (const name of ['due', 'done']) {
    const one = await page(name);
    const two = await page(`${name}&after=${one.next}`);
    const ids = [...one.rows, ...two.rows].map(({ id }) => id);
    expect([ids, two.next]).toEqual([ordered(name === 'done'), null]);
  }
});
