/** The Razorpay simulator, driven by Razorpay's own client as its README and its examples do. */
import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../testing.ts';
import { razorpayClient, useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const client = () => razorpayClient(all.simulators);
const eventTypes = () => all.simulators.razorpay.events.map(({ event }) => event);
const orderOf = (more: { receipt?: string; payment_capture?: boolean } = {}) =>
  client().orders.create({ amount: 50_000, currency: 'INR', ...more });
const refusal = (description: string) => ({
  statusCode: 400,
  error: { code: 'BAD_REQUEST_ERROR', description },
});

describe('an order', () => {
  test('is created, fetched and changed', async () => {
    const { orders } = client();
    const order = await orders.create({
      amount: 50_000,
      currency: 'INR',
      receipt: 'receipt#1',
      partial_payment: false,
      notes: { key1: 'value3', key2: 2 },
    });
    expect(order).toMatchObject({ status: 'created', notes: { key1: 'value3', key2: 2 } });
    expect(await orders.fetch(order.id)).toEqual(order);
    expect(await orders.edit(order.id, { notes: { key1: 'value1' } })).toEqual({
      ...order,
      notes: { key1: 'value1' },
    });
    expect(await orders.fetchPayments(order.id)).toEqual({ entity: 'collection', count: 0, items: [] });
  });

  test.each([
    [undefined, 'authorized', ['payment.authorized']],
    [false, 'authorized', ['payment.authorized']],
    [true, 'captured', ['payment.authorized', 'payment.captured', 'order.paid']],
  ])('with payment_capture %s has its payments %s', async (payment_capture, status, events) => {
    const { id } = await orderOf({ payment_capture });
    const payment = all.simulators.razorpay.authorize(id);
    expect(await client().payments.fetch(payment.id)).toMatchObject({ status });
    expect(eventTypes()).toEqual(events);
    if (status === 'authorized')
      expect(await client().payments.capture(payment.id, 50_000, 'INR')).toMatchObject({ captured: true });
    expect(await client().orders.fetch(id)).toMatchObject({ status: 'paid', amount_paid: 50_000 });
  });

  test('takes 0 and 1 for payment_capture, and an amount in text', async () => {
    for (const [flag, status] of [
      [0, 'authorized'],
      ['1', 'captured'],
    ]) {
      const order = { amount: '50000', payment_capture: flag } as unknown as {
        amount: string;
        currency: string;
      };
      const { id, amount } = await client().orders.create(order);
      expect([amount, all.simulators.razorpay.authorize(id).status]).toEqual([50_000, status]);
    }
  });

  test.each([
    [{ partial_payment: true }, 'The simulator does not support true as partial_payment.'],
    [{ offer_id: 'offer_1' }, 'The simulator does not support offer_id.'],
  ])('is refused with %o', async (more, description) =>
    expect(
      await failureOf(client().orders.create({ amount: 50_000, currency: 'INR', ...more })),
    ).toMatchObject(refusal(description)),
  );
});

test('takes forms at paths that end with a slash, as the clients for PHP and Ruby send them', async () => {
  const { razorpay, urls } = all.simulators;
  const headers = { Authorization: `Basic ${btoa(`${razorpay.keyId}:${razorpay.keySecret}`)}` };
  const body = new URLSearchParams({
    amount: '50000',
    currency: 'INR',
    payment_capture: 'true',
    partial_payment: '0',
    'notes[a]': 'b',
  });
  const answer = await fetch(`${urls.razorpay}/v1/orders/`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ amount: 50_000, notes: { a: 'b' } });
  const list = await fetch(`${urls.razorpay}/v1/orders/?count=1`, { headers });
  expect(await list.json()).toMatchObject({ count: 1 });
});

test('a payment and a refund are fetched, changed and found in their lists', async () => {
  const { payments, refunds } = client();
  const { id } = await orderOf({ payment_capture: true });
  const { id: paymentId } = all.simulators.razorpay.authorize(id);
  expect(await payments.edit(paymentId, { notes: { key1: 'value1' } })).toMatchObject({
    notes: { key1: 'value1' },
  });
  const refund = await payments.refund(paymentId, { amount: '100', speed: 'normal', notes: { a: 'b' } });
  await payments.refund(paymentId, { amount: 200 });
  expect(await refunds.fetch(refund.id)).toEqual(refund);
  expect(await payments.fetchRefund(paymentId, refund.id)).toEqual(refund);
  expect(await refunds.edit(refund.id, { notes: { c: 'd' } })).toMatchObject({ notes: { c: 'd' } });
  for (const list of [
    await refunds.all(),
    // Not in the client's types.
    await refunds.all({ payment_id: paymentId } as object),
    await payments.fetchMultipleRefund(paymentId, { count: 10 }),
  ])
    expect(list).toMatchObject({
      entity: 'collection',
      count: 2,
      items: [{ amount: 200 }, { id: refund.id }],
    });
  expect(await failureOf(payments.fetchRefund(paymentId, 'rfnd_none'))).toMatchObject(
    refusal('The id provided does not exist'),
  );
  expect(await failureOf(payments.fetchTransfer(paymentId))).toMatchObject(
    refusal(`The simulator does not support GET /v1/payments/${paymentId}/transfers.`),
  );
});

describe('a list', () => {
  /** Creates orders and pays them. @returns the ids of the orders and the payments, newest first */
  const newOrders = async (count: number) => {
    const { razorpay } = all.simulators;
    for (let number = 1; number <= count; number += 1) {
      const { id } = await orderOf({ receipt: `receipt-${number}` });
      razorpay.authorize(id);
    }
    return {
      orders: razorpay.orders.map(({ id }) => id).reverse(),
      payments: razorpay.payments.map(({ id }) => id).reverse(),
    };
  };
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

  test('has each order and payment once in its pages, whatever their size', async () => {
    const ids = await newOrders(8);
    for (let count = 1; count <= 9; count += 1)
      for (const kind of ['orders', 'payments'] as const) {
        const found: string[] = [];
        for (let skip = 0; skip < 9; skip += count) {
          const page = await client()[kind].all({ count, skip });
          expect(page.count).toBe(Math.min(count, 8 - Math.min(skip, 8)));
          found.push(...idsOf(page));
        }
        expect(found).toEqual(ids[kind]);
      }
  });

  test('has ten entities, and is filtered by time and receipt', async () => {
    const { simulators } = all;
    await newOrders(11);
    simulators.setClock(86_400_000);
    await newOrders(1);
    const { orders, payments } = client();
    const [newest = '', ...older] = simulators.razorpay.orders.map(({ id }) => id).reverse();
    expect((await orders.all()).count).toBe(10);
    const tomorrow = simulators.razorpay.order(newest).created_at;
    expect(idsOf(await orders.all({ from: tomorrow }))).toEqual([newest]);
    expect(idsOf(await orders.all({ to: tomorrow - 1, count: 100 }))).toEqual(older);
    expect(idsOf(await orders.all({ receipt: 'receipt-11' }))).toEqual([older[0]]);
    // As in the client's README; its types want numbers.
    const longAgo = await payments.all({ from: '2016-08-01', to: '2016-08-20' } as object);
    expect(longAgo).toEqual({ entity: 'collection', count: 0, items: [] });
  });

  test.each([
    [{ count: 101 }, 'The count may not be greater than 100.'],
    [{ authorized: 1 as const }, 'The simulator does not support authorized.'],
  ])('is refused with %o', async (query, description) =>
    expect(await failureOf(client().orders.all(query))).toMatchObject(refusal(description)),
  );
});

describe('a payment link', () => {
  const linkFields = {
    amount: 50_000,
    currency: 'INR',
    description: 'For XYZ purpose',
    reference_id: 'TS1989',
    customer: { name: 'Asha', email: 'asha@example.com', contact: '+919000090000' },
    notify: { sms: true, email: true },
    reminder_enable: true,
    notes: { policy_name: 'Jeevan Bima' },
    callback_url: 'https://example-callback-url.com/?a=b',
    callback_method: 'get',
  };
  const create = (more: Partial<typeof linkFields & { expire_by: number; accept_partial: boolean }> = {}) =>
    client().paymentLink.create({ ...linkFields, ...more });
  const press = (url: string, pressed: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ do: pressed }), redirect: 'manual' });

  test('is paid on its page, which sends the shopper back with a signature', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    const link = await create();
    expect(link).toMatchObject({
      id: expect.stringMatching(/^plink_\w{14}$/),
      status: 'created',
      amount_paid: 0,
      notify: { sms: true, email: true },
      payments: null,
    });
    expect(await (await fetch(link.short_url)).text()).toContain('For XYZ purpose');
    expect(await (await press(link.short_url, 'fail')).text()).toContain('declined in the UPI app');
    const back = new URL((await press(link.short_url, 'pay')).headers.get('location') ?? '');
    const { razorpay_signature = '', ...query } = Object.fromEntries(back.searchParams);
    const [payment] = simulators.razorpay.payments.slice(-1);
    expect(query).toEqual({
      a: 'b',
      razorpay_payment_id: payment?.id,
      razorpay_payment_link_id: link.id,
      razorpay_payment_link_reference_id: 'TS1989',
      razorpay_payment_link_status: 'paid',
    });
    const signed = {
      payment_link_id: link.id,
      payment_id: payment?.id ?? '',
      payment_link_reference_id: 'TS1989',
      payment_link_status: 'paid',
    };
    expect(validatePaymentVerification(signed, razorpay_signature, simulators.razorpay.keySecret)).toBe(true);
    expect(await client().paymentLink.fetch(link.id)).toMatchObject({
      status: 'paid',
      amount_paid: 50_000,
      payments: [{ payment_id: payment?.id, plink_id: link.id, status: 'captured' }],
    });
    expect(await (await press(link.short_url, 'pay')).text()).toContain('Paid');
    await simulators.settled();
    const paid = shop.received.find(({ body }) => JSON.parse(body).event === 'payment_link.paid');
    const signature = paid?.headers['x-razorpay-signature'] ?? '';
    const secret = simulators.razorpay.webhookSecret;
    expect(Razorpay.validateWebhookSignature(paid?.body ?? '', signature, secret)).toBe(true);
    expect(JSON.parse(paid?.body ?? '')).toMatchObject({
      contains: ['payment_link', 'order', 'payment'],
      payload: {
        payment_link: { entity: { id: link.id, status: 'paid' } },
        order: { entity: { status: 'paid' } },
        payment: { entity: { id: payment?.id, status: 'captured' } },
      },
    });
  });

  test('is listed, changed, sent again and cancelled', async () => {
    const { paymentLink } = client();
    const first = await create();
    const second = await create({ reference_id: 'TS1990' });
    expect(await paymentLink.all({ count: 1 })).toMatchObject({ payment_links: [{ id: second.id }] });
    expect(await paymentLink.all({ reference_id: 'TS1989' } as object)).toMatchObject({
      payment_links: [{ id: first.id }],
    });
    expect(await paymentLink.edit(first.id, { reference_id: 'TS35', notes: { a: 'b' } })).toMatchObject({
      reference_id: 'TS35',
      notes: { a: 'b' },
    });
    expect(await paymentLink.notifyBy(first.id, 'email')).toEqual({ success: true });
    expect(await paymentLink.cancel(first.id)).toMatchObject({ status: 'cancelled', amount_paid: 0 });
    expect(await (await fetch(first.short_url)).text()).toContain('has been cancelled');
    expect(await failureOf(paymentLink.cancel(first.id))).toMatchObject({ statusCode: 400 });
    expect(eventTypes()).toEqual(['payment_link.cancelled']);
  });

  test('expires by the clock', async () => {
    const { simulators } = all;
    const { id, short_url } = await create({ expire_by: Math.floor(Date.now() / 1000) + 3600 });
    simulators.setClock(3_601_000);
    expect(await client().paymentLink.fetch(id)).toMatchObject({ status: 'expired' });
    expect(await (await fetch(short_url)).text()).toContain('has expired');
    expect(eventTypes()).toEqual(['payment_link.expired']);
  });

  test.each([
    ['partial payments', { accept_partial: true }, 'The simulator does not support true as accept_partial.'],
    [
      'an end too soon',
      { expire_by: 1_700_000_000 },
      'expire_by should be at least 15 minutes after current time',
    ],
    ['too little', { amount: 99 }, 'The amount must be at least INR 1.00'],
    ['a relative address', { callback_url: '/paid' }, 'The callback url format is invalid.'],
  ])('is refused with %s', async (_, more, description) =>
    expect(await failureOf(create(more))).toMatchObject(refusal(description)),
  );

  test('has a reference of its own', async () => {
    await create();
    expect(await failureOf(create())).toMatchObject(
      refusal('payment link with given reference_id (TS1989) already exists'),
    );
  });
});
