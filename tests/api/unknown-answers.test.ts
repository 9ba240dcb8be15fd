/**
 * What the shop does not know of a provider (docs/behaviour.md, "Webhooks"): new events, statuses and fields, and
 * missing ones that it can do without. A signed webhook is answered 200, since a provider switches one off after
 * failures; the event is stored, so it is counted, and changes nothing.
 */
import { describe, expect } from 'vitest';
import { disputes, paymentEvents } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { cancel } from '../support/cancellations.ts';
import { minute, runJobAt } from '../support/clock.ts';
import { confirmRefund } from '../support/desk.ts';
import { outcome } from '../support/guests.ts';
import {
  deliverWebhook,
  onlineMethods,
  paidOrder,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  providerPaths,
  recordOf,
  signWebhook,
  verifyPayment,
} from '../support/payments.ts';
import { snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

const stored = () => shop.db.read.select().from(paymentEvents);
let sent = 0;

/** Sends a signed event. @returns the status of the answer */
async function send(method: OnlineMethod, content: object): Promise<number> {
  sent += 1;
  const id = `evt_${sent}`;
  const body = JSON.stringify(method === 'stripe' ? { id, ...content } : content);
  const headers = signWebhook(shop, method, body, { id });
  return (await deliverWebhook(shop, method, body, headers)).status;
}

const payment = { id: 'pay_AAAAAAAAAAAAAA', entity: 'payment', order_id: 'order_AAAAAAAAAAAAAA' };
function razorpayEvent(event: string, entities: Record<string, object>, rest: object = { created_at: 1 }) {
  const payload = Object.entries(entities).map(([name, entity]) => [name, { entity }]);
  return { event, payload: Object.fromEntries(payload), ...rest };
}
function stripeEvent(type: string, object: unknown, rest: object = { created: 1 }) {
  return { type, data: { object }, ...rest };
}

const unknownEvents: Record<OnlineMethod, object[]> = {
  razorpay: [
    razorpayEvent('payment.pending', {
      payment: { ...payment, status: 'pending', amount: 1, currency: 'INR' },
    }),
    razorpayEvent('payment.captured', { payment: { ...payment, status: 'settled_in_part' } }),
    razorpayEvent('payment.captured', {}),
    razorpayEvent('payment.failed', { payment: { ...payment, status: 'failed', error_description: 7 } }, {}),
    razorpayEvent('payment.downtime.started', { 'payment.downtime': { id: 'down_1' } }),
    razorpayEvent('order.notification.delivered', { order: { id: 'order_1' } }),
    razorpayEvent('refund.speed_changed', { refund: { id: 'rfnd_1' } }),
    razorpayEvent('refund.processed', { refund: { id: 'rfnd_1', status: 'on_hold', notes: [] } }),
    razorpayEvent('payment.dispute.escalated', { dispute: { id: 'disp_1' } }),
    { event: 'payment.captured', payload: [] },
    { event: 'payment.captured' },
    { event: 'invoice.paid', payload: null, created_at: 'now' },
  ],
  stripe: [
    stripeEvent('payment_intent.partially_funded', { id: 'pi_1' }),
    stripeEvent('checkout.session.completed', { id: 'cs_1', status: 'processing', payment_status: 'held' }),
    stripeEvent('checkout.session.completed', { id: 'cs_1', payment_status: 'paid', payment_intent: 'pi_1' }),
    stripeEvent('checkout.session.completed', {}),
    stripeEvent('checkout.session.rebooked', null),
    stripeEvent('refund.updated', { id: 're_1', amount: 5, status: 'paused', payment_intent: null }, {}),
    stripeEvent('refund.updated', {}),
    stripeEvent('charge.dispute.paused', { id: 'dp_1' }),
    { type: 'v2.core.account.updated' },
    { type: 'refund.created', data: null, created: 'now' },
  ],
};

describe.each(onlineMethods)('%s', (method) => {
  test('an event or a status that the shop does not know is ignored and counted', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, method);
    const before = await snapshot(shop.db);
    for (const content of unknownEvents[method])
      expect([content, await send(method, content)]).toEqual([content, 200]);
    const events = await stored();
    expect(events).toHaveLength(unknownEvents[method].length);
    for (const { about, handledAt } of events) {
      expect(['other', 'failed']).toContain(about.kind);
      expect(handledAt).not.toBeNull();
    }
    await shop.db.write.delete(paymentEvents);
    expect(await snapshot(shop.db)).toEqual(before);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', flags: [] });
  });

  test('an event with unknown fields, and without those that are not needed, is applied', async ({
    shopper,
  }) => {
    const orderId = await pendingOrder(shopper, method);
    shop.simulators[method].webhooks.fault = 'never';
    const providerId = await providerIdOf(shop, orderId);
    const paymentId = await payAtProvider(shop, method, orderId);
    const reward = { points: [1] };
    const money = { amount: 59_900, currency: 'INR', status: 'captured', reward, notes: null };
    const paid = { payment_status: 'paid', amount_total: 59_900, currency: 'inr', reward };
    const bare = {
      razorpay: razorpayEvent(
        'payment.captured',
        { payment: { id: paymentId, order_id: providerId, ...money } },
        { contains: 7, version: { minor: 2 } },
      ),
      stripe: stripeEvent(
        'checkout.session.completed',
        { id: providerId, payment_intent: { id: paymentId, object: 'x' }, ...paid },
        { context: null },
      ),
    };
    expect(await send(method, bare[method])).toBe(200);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('a dispute with a new event, reason and status is stored', async ({ shopper }) => {
    await shop.db.write.delete(disputes);
    const { orderId, paymentId } = await paidOrder(shop, shopper, method);
    const state = { reason: 'new_reason', status: 'new_status' };
    const about = { id: 'dispute_1', amount: 59_900, currency: 'inr', ...state };
    const ofRazorpay = { ...about, payment_id: paymentId, reason_code: 'new_reason' };
    const content = {
      stripe: stripeEvent('charge.dispute.escalated', { ...about, payment_intent: { id: paymentId } }),
      razorpay: razorpayEvent('payment.dispute.escalated', { dispute: ofRazorpay }),
    };
    expect(await send(method, content[method])).toBe(200);
    const rows = await shop.db.read.select().from(disputes);
    expect(rows).toMatchObject([{ orderId, ...state, respondBy: null }]);
    expect((await operator.get(`/api/desk/orders/${orderId}`)).status).toBe(200);
  });

  test('a refund with a new status waits for its webhook', async ({ shopper }) => {
    const { orderId, refundId } = await cancelled(shopper, method);
    const body = { id: `refund_${method}`, status: 'on_hold', speed: 'glacial' };
    const path = method === 'stripe' ? '/v1/refunds' : '/v1/payments/*/refund';
    shop.simulators[method].api.inject({ fault: { status: 200, body }, method: 'POST', path });
    const answer = await confirmRefund(shop, operator, refundId);
    expect(answer).toMatchObject({ status: 200, body: { status: 'sent' } });
    const { refunds } = await recordOf(shop, orderId);
    expect(refunds).toMatchObject([{ status: 'sent', providerId: `refund_${method}` }]);
  });
});

/** A paid order that was cancelled, so that its refund is due. */
async function cancelled(shopper: Person, method: OnlineMethod) {
  const { orderId } = await paidOrder(shop, shopper, method);
  await cancel(shopper, orderId);
  const [refund] = (await recordOf(shop, orderId)).refunds;
  return { orderId, refundId: refund?.id ?? '' };
}

describe('Razorpay’s lists', () => {
  const odd = [null, 7, {}, { id: 'pay_odd' }, { ...payment, status: 'pending', amount: 'much' }];
  const list = (path: string, items: unknown[], times = 1) =>
    shop.simulators.razorpay.api.inject({
      fault: { status: 200, body: { items } },
      method: 'GET',
      path,
      times,
    });
  const { retrieve } = providerPaths.razorpay;

  test('of payments: entries that cannot be read are left out, and the others count', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, 'razorpay');
    shop.simulators.razorpay.webhooks.fault = 'never';
    const paymentId = await payAtProvider(shop, 'razorpay', orderId);
    list(retrieve, [...odd, shop.simulators.razorpay.payment(paymentId)]);
    expect((await verifyPayment(shop, shopper, 'razorpay', orderId, paymentId)).status).toBe(200);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('of payments: one with a new status keeps the order for a quarter of an hour', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, 'razorpay');
    const at = Math.floor(Date.now() / 1000);
    list(retrieve, [{ ...payment, status: 'pending', created_at: at + 29 * 60 }], 2);
    await runJobAt(shop, 31 * minute);
    expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
    await runJobAt(shop, 50 * minute);
    expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
  });

  test('of payments: one that is captured and has no amount ends nothing', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, 'razorpay');
    list(retrieve, [{ ...payment, status: 'captured' }]);
    await runJobAt(shop, 31 * minute);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
  });

  test('of refunds: entries that cannot be read are left out', async ({ shopper }) => {
    const { refundId } = await cancelled(shopper, 'razorpay');
    list('/v1/payments/*/refunds', [...odd, { id: 'rfnd_1', status: 'queued', notes: [] }]);
    const answer = await confirmRefund(shop, operator, refundId);
    expect(answer).toMatchObject({ status: 200, body: { status: 'done' } });
  });
});

test('Stripe’s session with a new status, and without what it need not have, is open', async ({
  shopper,
}) => {
  const orderId = await pendingOrder(shopper, 'stripe');
  const id = await providerIdOf(shop, orderId);
  const body = { id, object: 'checkout.session', status: 'reviewing', payment_status: 'held' };
  const path = providerPaths.stripe.retrieve;
  shop.simulators.stripe.api.inject({ fault: { status: 200, body }, method: 'GET', path });
  const answer = await verifyPayment(shop, shopper, 'stripe', orderId, '');
  expect(outcome(answer)).toEqual([409, 'payment_pending']);
});
