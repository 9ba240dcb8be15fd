/** PaymentIntents of the Stripe simulator, driven by Stripe's own client. */
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { failureOf, stripeClient } from '../testing.ts';
import { useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const intents = () => stripeClient(all.simulators).paymentIntents;
const eventTypes = () => all.simulators.stripe.events.map(({ type }) => type);
const noRedirects = { enabled: true, allow_redirects: 'never' } as const;

/** Creates an intent and confirms it with a test card. */
const pay = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  intents().create({
    amount: 2000,
    currency: 'inr',
    automatic_payment_methods: noRedirects,
    payment_method,
    confirm: true,
    ...more,
  });

describe('a payment intent', () => {
  test('is created, changed, confirmed and paid, as in Stripe’s examples', async () => {
    const created = await intents().create({
      amount: 2000,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
    });
    expect(created).toMatchObject({
      object: 'payment_intent',
      amount: 2000,
      amount_received: 0,
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      client_secret: expect.stringContaining(`${created.id}_secret_`),
      latest_charge: null,
      status: 'requires_payment_method',
    });
    const updated = await intents().update(created.id, { metadata: { order_id: '6735' } });
    expect(updated.metadata).toEqual({ order_id: '6735' });
    const paid = await intents().confirm(created.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://www.example.com',
      expand: ['payment_method', 'latest_charge'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 2000,
      payment_method: { object: 'payment_method', card: { brand: 'visa', last4: '4242' } },
      latest_charge: { object: 'charge', amount_captured: 2000, paid: true, metadata: { order_id: '6735' } },
    });
    expect(await intents().retrieve(created.id)).toMatchObject({ status: 'succeeded' });
    expect(eventTypes()).toEqual(['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded']);
  });

  test('waits for a confirmation when it has a payment method, and its metadata are merged', async () => {
    const intent = await pay('pm_card_visa', { confirm: false, metadata: { a: '1', b: '2' } });
    expect(intent.status).toBe('requires_confirmation');
    const change = { amount: 5000, metadata: { a: '', c: '3' }, description: 'Soap' };
    const { amount, description, metadata } = await intents().update(intent.id, change);
    expect([amount, description, metadata]).toEqual([5000, 'Soap', { b: '2', c: '3' }]);
    expect((await intents().update(intent.id, { metadata: '' })).metadata).toEqual({});
    expect(await intents().confirm(intent.id)).toMatchObject({ status: 'succeeded', amount_received: 5000 });
  });

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ])('is declined with %s, and may be tried again', async (card, code, decline_code) => {
    const error = (await failureOf(pay(card))) as Stripe.errors.StripeCardError;
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code });
    expect(error.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, decline_code, type: 'card_error' },
    });
    expect(all.simulators.stripe.charges).toMatchObject([
      { id: error.charge, paid: false, failure_code: code },
    ]);
    expect(eventTypes().slice(1)).toEqual(['payment_intent.payment_failed', 'charge.failed']);
    const { id } = error.payment_intent ?? { id: '' };
    expect(await intents().confirm(id, { payment_method: 'pm_card_mastercard' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
  });

  test('is captured by hand, in part', async () => {
    const { id, status, amount_capturable } = await pay('pm_card_visa', { capture_method: 'manual' });
    expect([status, amount_capturable]).toEqual(['requires_capture', 2000]);
    expect(await failureOf(intents().capture(id, { amount_to_capture: 2001 }))).toMatchObject({
      code: 'amount_too_large',
      param: 'amount_to_capture',
    });
    expect(
      await failureOf(stripeClient(all.simulators).refunds.create({ payment_intent: id })),
    ).toMatchObject({ message: 'The simulator does not support refunds of charges that are not captured.' });
    const captured = await intents().capture(id, { amount_to_capture: 1500, expand: ['latest_charge'] });
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount: 2000,
      amount_capturable: 0,
      amount_received: 1500,
      latest_charge: { captured: true, amount_captured: 1500 },
    });
    expect(eventTypes()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
    ]);
    expect(await stripeClient(all.simulators).refunds.create({ payment_intent: id })).toMatchObject({
      amount: 1500,
    });
    expect(await failureOf(intents().capture(id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('is canceled before it is paid, which gives the reserved money back', async () => {
    const open = await intents().create({ amount: 2000, currency: 'inr' });
    expect(await intents().cancel(open.id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      canceled_at: expect.any(Number),
    });
    const held = await pay('pm_card_visa', { capture_method: 'manual' });
    await intents().cancel(held.id);
    expect(all.simulators.stripe.charges).toMatchObject([{ captured: false, refunded: true }]);
    const paid = await pay('pm_card_visa');
    const failure = { statusCode: 400, code: 'payment_intent_unexpected_state' };
    expect(await failureOf(intents().cancel(paid.id))).toMatchObject(failure);
    expect(await failureOf(intents().update(paid.id, { amount: 3000 }))).toMatchObject(failure);
    expect(await failureOf(intents().confirm(open.id))).toMatchObject(failure);
  });

  test.each([
    ['yes', 'succeeded', 'succeeded', 'payment_intent.succeeded'],
    ['no', 'failed', 'requires_payment_method', 'payment_intent.payment_failed'],
  ])('is authenticated on the bank’s page: %s', async (decision, redirect_status, status, event) => {
    const { id, client_secret, next_action, ...intent } = await pay('pm_card_authenticationRequired', {
      return_url: 'http://shop.example/done?order=7',
    });
    expect(intent.status).toBe('requires_action');
    const url = next_action?.redirect_to_url?.url ?? '';
    expect(await (await fetch(url)).text()).toContain('₹20.00');
    const body = new URLSearchParams({ do: decision });
    const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    const query = new URLSearchParams({
      order: '7',
      payment_intent: id,
      payment_intent_client_secret: client_secret ?? '',
      redirect_status,
    });
    expect(headers.get('location')).toBe(`http://shop.example/done?${query}`);
    expect(await intents().retrieve(id)).toMatchObject({ status, next_action: null });
    expect(eventTypes()).toContain(event);
    expect((await fetch(url)).status).toBe(404);
  });

  test('needs authentication also without a page, and is declined off session', async () => {
    const { id, next_action } = await pay('pm_card_authenticationRequired');
    expect(next_action).toMatchObject({ type: 'use_stripe_sdk' });
    expect(all.simulators.stripe.pending.map((one) => one.id)).toEqual([id]);
    expect(all.simulators.stripe.authenticate(id, true).status).toBe('succeeded');
    expect(await failureOf(pay('pm_card_authenticationRequired', { off_session: true }))).toMatchObject({
      code: 'authentication_required',
    });
  });

  test('is disputed at once with the card for that', async () => {
    const { id } = await pay('pm_card_createDispute');
    expect(all.simulators.stripe.disputes).toMatchObject([{ payment_intent: id, status: 'needs_response' }]);
  });

  test('of a session is left to its session', async () => {
    const stripe = stripeClient(all.simulators);
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'inr', unit_amount: 5000, product_data: { name: 'Soap' } }, quantity: 1 },
      ],
      success_url: 'http://shop.example/done',
    });
    const intent = String(all.simulators.stripe.decline(id).payment_intent);
    expect(await failureOf(intents().cancel(intent))).toMatchObject({
      message: expect.stringContaining('belongs to a Checkout Session'),
    });
  });

  const unsupported = (param: string, message: string) => ({
    code: 'parameter_unknown',
    param,
    message: `The simulator does not support ${message}.`,
  });
  test.each<[string, Partial<Stripe.PaymentIntentCreateParams>, object]>([
    ['too little', { amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
    ['too much', { amount: 100_000_000 }, { code: 'amount_too_large', param: 'amount' }],
    ['a fraction', { amount: 99.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['no currency', { currency: undefined }, { code: 'parameter_missing', param: 'currency' }],
    ['an unknown customer', { customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
    ['no payment method', { payment_method: undefined }, { code: 'payment_intent_unexpected_state' }],
    ['an unknown payment method', { payment_method: 'pm_none' }, { code: 'resource_missing' }],
    [
      'redirects to nowhere',
      { automatic_payment_methods: { enabled: true } },
      { message: expect.stringContaining('you must provide a `return_url`') },
    ],
    [
      'a return without a confirmation',
      { confirm: false, return_url: 'http://a.example' },
      { param: 'return_url' },
    ],
    [
      'a card that the simulator does not know',
      { payment_method: 'pm_card_discover' },
      unsupported('payment_method', 'pm_card_discover as payment_method'),
    ],
    // The client's types know automatic payment methods only.
    [
      'a way to pay that the simulator does not know',
      { payment_method_types: ['upi'], automatic_payment_methods: undefined } as object,
      unsupported('payment_method_types[0]', 'upi as payment_method_types[0]'),
    ],
    [
      'a parameter that the simulator does not know',
      { setup_future_usage: 'off_session' },
      unsupported('setup_future_usage', 'the parameter setup_future_usage'),
    ],
  ])('is refused with %s', async (_, change, expected) => {
    expect(await failureOf(pay('pm_card_visa', change))).toMatchObject({ statusCode: 400, ...expected });
    expect(all.simulators.stripe.charges).toEqual([]);
  });

  test('sends its events signed', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    const { id } = await pay('pm_card_visa');
    await simulators.settled();
    const events = await Promise.all(
      shop.received.map(({ body, headers }) =>
        Stripe.webhooks.constructEventAsync(
          body,
          headers['stripe-signature'] ?? '',
          simulators.stripe.webhookSecret,
        ),
      ),
    );
    const succeeded = events.find(({ type }) => type === 'payment_intent.succeeded');
    expect(succeeded).toMatchObject({
      data: { object: { id, status: 'succeeded' } },
      request: { id: expect.stringMatching(/^req_/) },
    });
  });
});
