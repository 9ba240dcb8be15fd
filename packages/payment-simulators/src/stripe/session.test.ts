/** Checkout Sessions, keys and repetition at the Stripe simulator, driven by Stripe's own client. */
import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { failureOf, sessionFields, stripeClient } from '../testing.ts';
import { useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const create = (more?: Parameters<typeof sessionFields>[0], options?: Stripe.RequestOptions) =>
  stripeClient(all.simulators).checkout.sessions.create(sessionFields(more), options);

describe('a checkout session', () => {
  test('is open, and has the amount and the payment URL', async () => {
    const session = await create();
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 154_750,
      currency: 'inr',
      client_reference_id: 'ORD-123456',
      customer_email: 'asha@example.com',
      metadata: { order: 'ORD-123456' },
      payment_intent: null,
      livemode: false,
      expires_at: session.created + 86_400,
    });
    expect(session.id).toMatch(/^cs_test_\w{58}$/);
    expect(session.url).toBe(`${all.simulators.urls.stripe}/stripe/c/pay/${session.id}`);
    expect(await stripeClient(all.simulators).checkout.sessions.retrieve(session.id)).toMatchObject({
      id: session.id,
      status: 'open',
    });
  });

  test('has its lines if they are requested', async () => {
    const { id } = await create();
    const stripe = stripeClient(all.simulators);
    const { line_items } = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
    expect(
      line_items?.data.map(({ description, quantity, amount_total }) => [
        description,
        quantity,
        amount_total,
      ]),
    ).toEqual([
      ['Neem Face Wash', 2, 99_800],
      ['Rose <Mist> & Tonic', 1, 54_950],
    ]);
  });

  test('can be expired once, and not when it is paid', async () => {
    const stripe = stripeClient(all.simulators);
    const { id } = await create();
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    expect(await failureOf(stripe.checkout.sessions.expire(id))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      message: expect.stringContaining('status of `expired`'),
    });
    const paid = await create();
    all.simulators.stripe.pay(paid.id);
    expect(await failureOf(stripe.checkout.sessions.expire(paid.id))).toMatchObject({
      message: expect.stringContaining('status of `complete`'),
    });
  });

  test('expires by the clock', async () => {
    const { simulators } = all;
    const { id, created } = await create({ expires_at: Math.floor(Date.now() / 1000) + 35 * 60 });
    simulators.setClock(34 * 60_000);
    expect(simulators.stripe.session(id).status).toBe('open');
    simulators.setClock(36 * 60_000);
    expect(simulators.stripe.session(id)).toMatchObject({ status: 'expired', created });
    expect(simulators.stripe.events.map(({ type }) => type)).toEqual(['checkout.session.expired']);
    expect(() => simulators.stripe.pay(id)).toThrow(/status of `expired`/);
  });

  const minutesAhead = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;
  const line = (unit_amount: number, quantity = 1) => ({
    line_items: [{ price_data: { currency: 'inr', unit_amount, product_data: { name: 'Soap' } }, quantity }],
  });
  test.each([
    ['under 30 minutes', () => ({ expires_at: minutesAhead(29) }), { param: 'expires_at' }],
    ['over a day', () => ({ expires_at: minutesAhead(24 * 60 + 1) }), { param: 'expires_at' }],
    ['under 50 paise', () => line(49), { code: 'amount_too_small' }],
    [
      'a fraction of a paisa',
      () => line(99.5),
      { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [
      'no pieces',
      () => line(100, 0),
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    ['no lines', () => ({ line_items: undefined }), { code: 'parameter_missing', param: 'line_items' }],
    ['a relative address', () => ({ success_url: '/verify' }), { code: 'url_invalid', param: 'success_url' }],
    [
      'a parameter of Stripe that the simulator does not know',
      () => ({ discounts: [{ coupon: 'x' }] }),
      {
        code: 'parameter_unknown',
        param: 'discounts',
        message: 'The simulator does not support the parameter discounts.',
      },
    ],
    [
      'another mode',
      () => ({ mode: 'subscription' }),
      {
        code: 'parameter_unknown',
        param: 'mode',
        message: 'The simulator does not support subscription as mode.',
      },
    ],
    [
      'a line without a price',
      () => ({ line_items: [{ quantity: 1 }] }),
      { param: 'line_items[0][price]', message: 'You must specify either `price` or `price_data`.' },
    ],
    [
      'an unknown price',
      () => ({ line_items: [{ price: 'price_none', quantity: 1 }] }),
      { code: 'resource_missing', param: 'line_items[0][price]' },
    ],
    ['a bad e-mail', () => ({ customer_email: 'asha' }), { code: 'email_invalid', param: 'customer_email' }],
  ])('is refused with %s', async (_, change, expected) => {
    const fields = change() as Parameters<typeof sessionFields>[0];
    expect(await failureOf(create(fields))).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      ...expected,
    });
    expect(all.simulators.stripe.sessions).toEqual([]);
  });

  test('is not found under another id', async () => {
    const stripe = stripeClient(all.simulators);
    expect(await failureOf(stripe.checkout.sessions.retrieve('cs_test_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      requestId: expect.stringMatching(/^req_/),
    });
  });

  test('is not all of Stripe: another call is refused in the simulator’s own words', async () => {
    const stripe = stripeClient(all.simulators);
    const refused = (path: string) => ({
      statusCode: 404,
      message: `The simulator does not support ${path}.`,
    });
    expect(await failureOf(stripe.subscriptions.list())).toMatchObject(refused('GET /v1/subscriptions'));
    expect(await failureOf(stripe.customers.search({ query: "email:'a@example.com'" }))).toMatchObject(
      refused('GET /v1/customers/search'),
    );
    expect(await failureOf(stripe.products.del('prod_1'))).toMatchObject(
      refused('DELETE /v1/products/prod_1'),
    );
  });
});

describe('authentication', () => {
  test('refuses another key, and none', async () => {
    const stripe = stripeClient(all.simulators, 'sk_test_other');
    expect(await failureOf(stripe.checkout.sessions.retrieve('cs_test_x'))).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    const bare = await fetch(`${all.simulators.urls.stripe}/v1/refunds/re_1`);
    expect(bare.status).toBe(401);
    expect(await bare.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('accepts Basic authentication too', async () => {
    const { stripe, urls } = all.simulators;
    const headers = { Authorization: `Basic ${btoa(`${stripe.secretKey}:`)}` };
    const { id } = await create();
    const answer = await fetch(`${urls.stripe}/v1/checkout/sessions/${id}`, { headers });
    expect(answer.status).toBe(200);
  });
});

/** A header of the answer that this came with; the library hands on what its HTTP client has. */
const header = ({ lastResponse }: Stripe.Response<unknown>, name: string): string | null =>
  new Headers(lastResponse.headers).get(name);

describe('a key for safe repetition', () => {
  const idempotencyKey = 'order-ORD-123456-1';

  test('returns the same response again, and does nothing more', async () => {
    const first = await create({}, { idempotencyKey });
    const second = await create({}, { idempotencyKey });
    expect(second).toEqual(first);
    expect(header(first, 'idempotent-replayed')).toBeNull();
    expect(header(second, 'idempotent-replayed')).toBe('true');
    expect(header(second, 'original-request')).toBe(header(first, 'request-id'));
    expect(all.simulators.stripe.sessions).toHaveLength(1);
    expect(
      all.simulators.stripe.api.seen('POST', '/v1/checkout/sessions').map((one) => one.idempotencyKey),
    ).toEqual([idempotencyKey, idempotencyKey]);
  });

  test('is refused for other parameters, and at another path', async () => {
    await create({}, { idempotencyKey });
    expect(await failureOf(create({ client_reference_id: 'ORD-2' }, { idempotencyKey }))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    const { id } = await create();
    expect(
      await failureOf(stripeClient(all.simulators).checkout.sessions.expire(id, {}, { idempotencyKey })),
    ).toMatchObject({ type: 'StripeIdempotencyError', message: expect.stringContaining('same endpoint') });
  });

  test('is not used up by parameters that are refused', async () => {
    const wrong = { expires_at: Math.floor(Date.now() / 1000) + 60 };
    await failureOf(create(wrong, { idempotencyKey }));
    expect(await create({}, { idempotencyKey })).toMatchObject({ status: 'open' });
  });

  test('keeps an error of started work, and expires after a day', async () => {
    const { simulators } = all;
    const stripe = stripeClient(simulators);
    const { id } = await create();
    const payment_intent = String(simulators.stripe.pay(id).payment_intent);
    await stripe.refunds.create({ payment_intent });
    const again = () => stripe.refunds.create({ payment_intent }, { idempotencyKey });
    const first = (await failureOf(again())) as Stripe.errors.StripeError;
    const second = (await failureOf(again())) as Stripe.errors.StripeError;
    expect(first.code).toBe('charge_already_refunded');
    expect(first.headers?.['idempotent-replayed']).toBeUndefined();
    expect(second.headers?.['idempotent-replayed']).toBe('true');
    simulators.setClock(24 * 60 * 60_000);
    const third = (await failureOf(again())) as Stripe.errors.StripeError;
    expect(third.headers?.['idempotent-replayed']).toBeUndefined();
  });
});
