/**
 * What the shop does not know of a provider (docs/behaviour.md, "Webhooks"): new events, statuses and fields, and
 * missing ones that it can do without. A signed webhook is answered 200, since a provider switches one off after
 * failures; the event is stored, so it is counted, and changes nothing.
 */
import { describe, expect, test } from 'vitest';
import { disputes, paymentEvents } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { minute, setClock } from '../support/clock.ts';
import { confirmRefund, operatorWithPassword } from '../support/desk.ts';
import {
  deliverWebhook,
  onlineMethods,
  paidOrder,
  paidRecord,
  payAtProvider,
  pendingOrder,
  providerIdOf,
  recordOf,
  resetBeforeEach,
  signWebhook,
  verifyPayment,
} from '../support/payments.ts';
import { useShopper } from '../support/people.ts';
import { snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const person = useShopper(shop);
resetBeforeEach(shop);

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
const razorpayEvent = (
  event: string,
  entities: Record<string, object>,
  rest: object = { created_at: 1 },
) => ({
  event,
  payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
  ...rest,
});
const stripeEvent = (type: string, object: unknown, rest: object = { created: 1 }) => ({
  type,
  data: { object },
  ...rest,
});

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
  test('an event or a status that the shop does not know is answered 200, ignored and counted', async () => {
    const orderId = await pendingOrder(person, method);
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

  test('an event with fields that the shop does not know, and without those that it can do without, is applied', async () => {
    const orderId = await pendingOrder(person, method);
    const { webhooks } = shop.simulators[method];
    webhooks.fault = 'never';
    const providerId = await providerIdOf(shop, orderId);
    const paymentId = await payAtProvider(shop, method, orderId);
    const bare =
      method === 'razorpay'
        ? razorpayEvent(
            'payment.captured',
            {
              payment: {
                id: paymentId,
                order_id: providerId,
                amount: 59_900,
                currency: 'INR',
                status: 'captured',
                reward: { points: [1] },
                notes: null,
              },
            },
            { contains: 7, version: { minor: 2 } },
          )
        : stripeEvent(
            'checkout.session.completed',
            {
              id: providerId,
              payment_status: 'paid',
              payment_intent: { id: paymentId, object: 'x' },
              amount_total: 59_900,
              currency: 'inr',
              reward: { points: [1] },
            },
            { context: null },
          );
    expect(await send(method, bare)).toBe(200);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('a dispute with a new event, reason and status is stored', async () => {
    await shop.db.write.delete(disputes);
    const { orderId, paymentId } = await paidOrder(shop, person, method);
    const about = {
      id: 'dispute_1',
      amount: 59_900,
      currency: 'inr',
      reason: 'new_reason',
      status: 'new_status',
    };
    const content =
      method === 'stripe'
        ? stripeEvent('charge.dispute.escalated', { ...about, payment_intent: { id: paymentId } })
        : razorpayEvent('payment.dispute.escalated', {
            dispute: { ...about, payment_id: paymentId, reason_code: 'new_reason' },
          });
    expect(await send(method, content)).toBe(200);
    const rows = await shop.db.read.select().from(disputes);
    expect(rows).toMatchObject([{ orderId, reason: 'new_reason', status: 'new_status', respondBy: null }]);
    const operator = await operatorWithPassword(shop);
    expect((await operator.get(`/api/desk/orders/${orderId}`)).status).toBe(200);
  });

  test('a refund with a new status waits for its webhook', async () => {
    const { orderId } = await paidOrder(shop, person, method);
    await person.post('/api/order/cancel', { orderId });
    const [refund] = (await recordOf(shop, orderId)).refunds;
    const operator = await operatorWithPassword(shop);
    shop.simulators[method].api.inject({
      fault: { status: 200, body: { id: `refund_${method}`, status: 'on_hold', speed: 'glacial' } },
      method: 'POST',
      path: method === 'stripe' ? '/v1/refunds' : '/v1/payments/*/refund',
    });
    const { status, body } = await confirmRefund(shop, operator, refund?.id ?? '');
    expect([status, body.status]).toEqual([200, 'sent']);
    expect((await recordOf(shop, orderId)).refunds).toMatchObject([
      { status: 'sent', providerId: `refund_${method}` },
    ]);
  });
});

describe('Razorpay’s lists', () => {
  const odd = [null, 7, {}, { id: 'pay_odd' }, { ...payment, status: 'pending', amount: 'much' }];
  const list = (path: string, items: unknown[], times = 1) =>
    shop.simulators.razorpay.api.inject({
      fault: { status: 200, body: { items } },
      method: 'GET',
      path,
      times,
    });

  test('of payments: entries that cannot be read are left out, and the others count', async () => {
    const orderId = await pendingOrder(person, 'razorpay');
    shop.simulators.razorpay.webhooks.fault = 'never';
    const paymentId = await payAtProvider(shop, 'razorpay', orderId);
    list('/v1/orders/*/payments', [...odd, shop.simulators.razorpay.payment(paymentId)]);
    expect((await verifyPayment(shop, person, 'razorpay', orderId, paymentId)).status).toBe(200);
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('of payments: one with a new status may still be paid, and keeps the order for a quarter of an hour', async () => {
    const orderId = await pendingOrder(person, 'razorpay');
    const at = Math.floor(Date.now() / 1000);
    const pending = { ...payment, status: 'pending', created_at: at + 29 * 60 };
    list('/v1/orders/*/payments', [pending], 2);
    await setClock(shop, 31 * minute);
    await shop.stack.scheduled();
    expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
    await setClock(shop, 50 * minute);
    await shop.stack.scheduled();
    expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
  });

  test('of payments: one that is captured and has no amount ends nothing', async () => {
    const orderId = await pendingOrder(person, 'razorpay');
    list('/v1/orders/*/payments', [{ ...payment, status: 'captured' }]);
    await setClock(shop, 31 * minute);
    await shop.stack.scheduled();
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
  });

  test('of refunds: entries that cannot be read are left out', async () => {
    const { orderId } = await paidOrder(shop, person, 'razorpay');
    await person.post('/api/order/cancel', { orderId });
    const [refund] = (await recordOf(shop, orderId)).refunds;
    list('/v1/payments/*/refunds', [...odd, { id: 'rfnd_1', status: 'queued', notes: [] }]);
    const operator = await operatorWithPassword(shop);
    const { status, body } = await confirmRefund(shop, operator, refund?.id ?? '');
    expect([status, body.status]).toEqual([200, 'done']);
  });
});

test('Stripe’s session with a new status, and without what it need not have, is still open', async () => {
  const orderId = await pendingOrder(person, 'stripe');
  const id = await providerIdOf(shop, orderId);
  shop.simulators.stripe.api.inject({
    fault: {
      status: 200,
      body: { id, object: 'checkout.session', status: 'reviewing', payment_status: 'held' },
    },
    method: 'GET',
    path: '/v1/checkout/sessions/*',
  });
  const { status, body } = await person.post('/api/order/verifyStripe', { orderId, success: true });
  expect([status, body.code]).toEqual([409, 'payment_pending']);
});
