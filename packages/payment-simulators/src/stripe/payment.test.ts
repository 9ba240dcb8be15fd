/** Payments, refunds and events of the Stripe simulator, driven by Stripe's own client. */
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { failureOf, sessionFields, stripeClient } from '../testing.ts';
import { useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const create = (more?: Parameters<typeof sessionFields>[0], options?: Stripe.RequestOptions) =>
  stripeClient(all.simulators).checkout.sessions.create(sessionFields(more), options);

describe('paying', () => {
  test('completes the session, and the intent has the shop’s data', async () => {
    const stripe = stripeClient(all.simulators);
    const { id } = await create();
    all.simulators.stripe.pay(id);
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'asha@example.com' },
      payment_intent: {
        status: 'succeeded',
        amount: 154_750,
        amount_received: 154_750,
        currency: 'inr',
        metadata: { order: 'ORD-123456' },
        latest_charge: { object: 'charge', paid: true, amount_captured: 154_750 },
      },
    });
    expect(() => all.simulators.stripe.pay(id)).toThrow(/status of `complete`/);
  });

  test('a declined card keeps it open for another try', async () => {
    const { stripe } = all.simulators;
    const { id } = await create();
    const declined = stripe.decline(id);
    expect(declined).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect(stripe.paymentIntent(String(declined.payment_intent))).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    });
    const paid = stripe.pay(id);
    expect(paid.payment_intent).toBe(declined.payment_intent);
    expect(stripe.charges.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('can be of another amount, currency or order than requested', async () => {
    const { stripe } = all.simulators;
    const odd = stripe.pay((await create()).id, { amount: 100, currency: 'usd', reference: 'ORD-000000' });
    expect(odd).toMatchObject({ amount_total: 100, currency: 'usd', client_reference_id: 'ORD-000000' });
    expect(stripe.paymentIntent(String(odd.payment_intent))).toMatchObject({
      amount_received: 100,
      currency: 'usd',
    });
  });

  test.each([
    ['confirm', 'paid', 'succeeded'],
    ['failLate', 'unpaid', 'failed'],
  ] as const)('later: complete and unpaid until %s', async (end, payment_status, event) => {
    const { stripe } = all.simulators;
    const { id } = await create();
    expect(stripe.payLater(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(stripe.awaited.map((one) => one.id)).toEqual([id]);
    expect(stripe[end](id)).toMatchObject({ status: 'complete', payment_status });
    expect(stripe.awaited).toEqual([]);
    expect(stripe.events.map(({ type }) => type)).toContain(`checkout.session.async_payment_${event}`);
    // Earlier events stay as they were.
    expect(stripe.events.find(({ type }) => type === 'checkout.session.completed')).toMatchObject({
      data: { object: { payment_status: 'unpaid' } },
    });
    expect(() => stripe[end](id)).toThrow();
  });
});

describe('refunds', () => {
  const paid = async (): Promise<string> =>
    String(all.simulators.stripe.pay((await create()).id).payment_intent);

  test('refund at most the remaining amount', async () => {
    const stripe = stripeClient(all.simulators);
    const payment_intent = await paid();
    const part = await stripe.refunds.create({ payment_intent, amount: 54_750, metadata: { due: '7' } });
    expect(part).toMatchObject({
      object: 'refund',
      amount: 54_750,
      status: 'succeeded',
      metadata: { due: '7' },
    });
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ id: part.id, amount: 54_750 });
    expect(await failureOf(stripe.refunds.create({ payment_intent, amount: 100_001 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 100_000 });
    expect(await failureOf(stripe.refunds.create({ payment_intent }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(all.simulators.stripe.charges).toMatchObject([{ amount_refunded: 154_750, refunded: true }]);
  });

  test('wait for the bank on demand, and may fail', async () => {
    const { stripe } = all.simulators;
    stripe.settings.holdRefunds = true;
    const payment_intent = await paid();
    const client = stripeClient(all.simulators);
    const first = await client.refunds.create({ payment_intent, amount: 1000 });
    const second = await client.refunds.create({ payment_intent, amount: 2000 });
    expect([first.status, second.status]).toEqual(['pending', 'pending']);
    expect(stripe.completeRefund(first.id).status).toBe('succeeded');
    expect(stripe.failRefund(second.id).status).toBe('failed');
    expect(stripe.charges).toMatchObject([{ amount_refunded: 1000 }]);
    expect(stripe.events.map(({ type }) => type).slice(2)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'refund.failed',
      'refund.updated',
    ]);
  });

  test('need a payment', async () => {
    const stripe = stripeClient(all.simulators);
    expect(await failureOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      code: 'resource_missing',
    });
    const { payment_intent } = all.simulators.stripe.decline((await create()).id);
    expect(await failureOf(stripe.refunds.create({ payment_intent: String(payment_intent) }))).toMatchObject({
      message: expect.stringContaining('does not have a successful charge'),
    });
  });
});

describe('events', () => {
  test('are signed over the raw body, and are snapshots of their time', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    const { id } = await create();
    simulators.stripe.pay(id);
    await simulators.settled();
    expect(shop.received.map(({ path }) => path)).toEqual(['/stripe', '/stripe']);
    const secret = simulators.stripe.webhookSecret;
    const events = await Promise.all(
      shop.received.map(({ body, headers }) =>
        Stripe.webhooks.constructEventAsync(body, headers['stripe-signature'] ?? '', secret),
      ),
    );
    expect(events.map(({ type }) => type).sort()).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);
    const completed = events.find(({ type }) => type === 'checkout.session.completed');
    expect(completed).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      data: { object: { id, payment_status: 'paid' } },
      request: { id: null, idempotency_key: null },
    });
    await expect(
      Stripe.webhooks.constructEventAsync(
        JSON.stringify(JSON.parse(shop.received[0]?.body ?? '')),
        shop.received[0]?.headers['stripe-signature'] ?? '',
        secret,
      ),
    ).rejects.toThrow();
  });

  test('name the request that they come from', async () => {
    const stripe = stripeClient(all.simulators);
    const { id } = await create();
    const { lastResponse } = await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire-1' });
    expect(all.simulators.stripe.events).toMatchObject([
      {
        type: 'checkout.session.expired',
        request: { id: lastResponse.requestId, idempotency_key: 'expire-1' },
        data: { object: { status: 'expired' } },
      },
    ]);
  });
});
