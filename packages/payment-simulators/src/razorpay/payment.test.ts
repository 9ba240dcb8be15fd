/** Orders, payments and events of the Razorpay simulator. */
import { describe, expect, test } from 'vitest';
import { hmacHex } from '../core/ids.ts';
import { refusal, useRazorpay } from '../use-simulators.ts';

const { all, ask, orderBody, newOrder, captured } = useRazorpay();

describe('an order', () => {
  test('is made, found, and has no payments yet', async () => {
    const { status, body } = await ask('POST', '/v1/orders', orderBody);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_\w{14}$/),
      entity: 'order',
      amount: 154_750,
      amount_paid: 0,
      amount_due: 154_750,
      currency: 'INR',
      receipt: 'ORD-123456',
      status: 'created',
      attempts: 0,
      notes: { order: 'ORD-123456' },
      created_at: expect.any(Number),
    });
    expect((await ask('GET', `/v1/orders/${body.id}`)).body).toEqual(body);
    expect((await ask('GET', `/v1/orders/${body.id}/payments`)).body).toEqual({
      entity: 'collection',
      count: 0,
      items: [],
    });
  });

  test('without notes has an empty list of them', async () => {
    const { body } = await ask('POST', '/v1/orders', { amount: 100, currency: 'INR' });
    expect(body).toMatchObject({ notes: [], receipt: null });
  });

  test.each([
    ['too little', { amount: 99 }, 'The amount must be at least INR 1.00', 'amount'],
    ['a fraction', { amount: 100.5 }, 'The amount must be an integer.', 'amount'],
    ['no amount', { amount: undefined }, 'The amount field is required.', 'amount'],
    [
      'a long receipt',
      { receipt: 'x'.repeat(41) },
      'The receipt may not be greater than 40 characters.',
      'receipt',
    ],
    ['another currency', { currency: 'XYZ' }, 'Currency is not supported', 'currency'],
    ['more than it knows', { colour: 'green' }, 'The simulator does not support colour.', undefined],
  ])('is refused with %s', async (_, change, description, field) =>
    expect(await ask('POST', '/v1/orders', { ...orderBody, ...change })).toMatchObject(
      refusal(description, field ? { field } : {}),
    ),
  );

  test('needs the right keys', async () => {
    const { status, body } = await ask('POST', '/v1/orders', orderBody, {
      Authorization: `Basic ${btoa('a:b')}`,
    });
    expect([status, body.error.description]).toEqual([401, 'Authentication failed']);
    expect(all.simulators.razorpay.orders).toEqual([]);
  });

  test('that is unknown is an error', async () =>
    expect(await ask('GET', '/v1/orders/order_none')).toMatchObject(
      refusal('The id provided does not exist'),
    ));
});

describe('a payment', () => {
  test('is authorised by the shopper and captured by the shop', async () => {
    const { razorpay } = all.simulators;
    const orderId = await newOrder();
    const { id } = razorpay.authorize(orderId, {
      method: 'card',
      notes: { a: 'b' },
      email: 'asha@example.com',
    });
    expect((await ask('GET', `/v1/payments/${id}`)).body).toMatchObject({
      id: expect.stringMatching(/^pay_\w{14}$/),
      entity: 'payment',
      status: 'authorized',
      captured: false,
      method: 'card',
      order_id: orderId,
      amount: 154_750,
      fee: null,
      card: { entity: 'card' },
      email: 'asha@example.com',
      notes: { a: 'b' },
    });
    expect(razorpay.order(orderId)).toMatchObject({ status: 'attempted', attempts: 1, amount_paid: 0 });
    const { status, body } = await ask('POST', `/v1/payments/${id}/capture`, {
      amount: 154_750,
      currency: 'INR',
    });
    expect(status).toBe(200);
    // 2 % and GST of 18 % on it.
    expect(body).toMatchObject({ status: 'captured', captured: true, fee: 3652, tax: 557 });
    expect(razorpay.order(orderId)).toMatchObject({ status: 'paid', amount_paid: 154_750, amount_due: 0 });
    expect((await ask('GET', `/v1/orders/${orderId}/payments`)).body).toMatchObject({
      count: 1,
      items: [{ id }],
    });
  });

  test('is captured once, in full and only when authorised', async () => {
    const { razorpay } = all.simulators;
    const orderId = await newOrder();
    const { id } = razorpay.begin(orderId);
    const capture = (payment: string, amount = 154_750, currency = 'INR') =>
      ask('POST', `/v1/payments/${payment}/capture`, { amount, currency });
    const notYet = refusal('Only payments which have been authorized and not yet captured can be captured');
    expect(await capture(id)).toMatchObject(notYet);
    razorpay.approve(id);
    expect(await capture(id, 154_749)).toMatchObject(
      refusal('Capture amount must be equal to the amount authorized'),
    );
    expect(await capture(id, 154_750, 'USD')).toMatchObject(refusal('Currency is not supported'));
    const other = razorpay.authorize(orderId).id;
    expect((await capture(id)).status).toBe(200);
    expect(await capture(id)).toMatchObject(refusal('This payment has already been captured'));
    expect(await capture(other)).toMatchObject(refusal(expect.stringContaining('order is already paid')));
    expect(await capture(razorpay.payments[0]?.id === id ? 'pay_none' : id)).toMatchObject(
      refusal('The id provided does not exist'),
    );
    expect(() => razorpay.begin(orderId)).toThrow(/already paid/);
  });

  test('that failed has a reason, and may be authorised late', async () => {
    const { razorpay } = all.simulators;
    const { id } = razorpay.fail(await newOrder(), { method: 'netbanking' });
    expect(razorpay.payment(id)).toMatchObject({
      status: 'failed',
      bank: 'HDFC',
      error_code: 'BAD_REQUEST_ERROR',
      error_reason: 'payment_failed',
    });
    expect(razorpay.approve(id)).toMatchObject({
      status: 'authorized',
      error_code: null,
      error_reason: null,
    });
    expect(() => razorpay.decline(id)).toThrow(/is authorized, not created/);
    expect(razorpay.events.map(({ event }) => event)).toEqual(['payment.failed', 'payment.authorized']);
  });

  test('can be of another amount or currency than the order', async () => {
    const { amount, currency } = all.simulators.razorpay.authorize(await newOrder(), {
      amount: 100,
      currency: 'USD',
    });
    expect([amount, currency]).toEqual([100, 'USD']);
  });

  test('that is not captured is refunded', async () => {
    const { razorpay } = all.simulators;
    const { id } = razorpay.authorize(await newOrder());
    expect(razorpay.refundUncaptured(id)).toMatchObject({ amount: 154_750, status: 'processed' });
    expect(razorpay.payment(id)).toMatchObject({
      status: 'refunded',
      captured: false,
      refund_status: 'full',
    });
  });

  test('is returned to the shop with a signature', async () => {
    const { razorpay } = all.simulators;
    const orderId = await newOrder();
    const { id } = razorpay.authorize(orderId);
    expect(razorpay.response(id)).toEqual({
      razorpay_payment_id: id,
      razorpay_order_id: orderId,
      razorpay_signature: hmacHex(razorpay.keySecret, `${orderId}|${id}`),
    });
  });
});

describe('events', () => {
  test('are signed over the raw body, have an id, and are snapshots of their time', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    const id = await captured();
    await simulators.settled();
    expect(shop.received.map(({ path }) => path)).toEqual(Array(3).fill('/razorpay'));
    const ids = shop.received.map(({ headers }) => headers['x-razorpay-event-id']);
    expect(new Set(ids).size).toBe(3);
    for (const { headers, body } of shop.received)
      expect(headers['x-razorpay-signature']).toBe(hmacHex(simulators.razorpay.webhookSecret, body));
    const events = shop.received.map(({ body }) => JSON.parse(body));
    expect(simulators.razorpay.events[0]?.payload.payment).toMatchObject({
      entity: { status: 'authorized' },
    });
    const statusOf = (type: string) =>
      events.find(({ event }) => event === type)?.payload.payment.entity.status;
    expect(statusOf('payment.authorized')).toBe('authorized');
    expect(statusOf('payment.captured')).toBe('captured');
    expect(events.find(({ event }) => event === 'order.paid')).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_/),
      contains: ['payment', 'order'],
      payload: { payment: { entity: { id } }, order: { entity: { status: 'paid' } } },
    });
  });
});
