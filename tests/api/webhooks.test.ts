/**
 * Signatures of webhooks (docs/behaviour.md, "Webhooks"): only a body that one of the provider's secrets has signed is
 * stored.
 */
import type { Forgery, WebhookFault } from 'payment-simulators';
import { hmacHex } from 'payment-simulators/testing';
import { describe, expect } from 'vitest';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import type { RawBody } from '../support/client.ts';
import { changeSettings, minute } from '../support/clock.ts';
import {
  deliverWebhook,
  onlineMethods,
  paidRecord,
  payAtProvider,
  pendingOrder,
  recordOf,
  signWebhook,
  webhookSecretName,
} from '../support/payments.ts';
import { countRows, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

const webhooksOf = (method: OnlineMethod) => shop.simulators[method].webhooks;
const stored = () => countRows(shop.db, 'payment_events');
/** The different statuses of all deliveries. */
const answers = (method: OnlineMethod) => [
  ...new Set(webhooksOf(method).deliveries.flatMap(({ tries }) => tries.map(({ status }) => status))),
];

const signed = (method: OnlineMethod, body: string, ahead = 0) => signWebhook(shop, method, body, { ahead });
const deliver = (method: OnlineMethod, raw: RawBody, headers: Record<string, string>) =>
  deliverWebhook(shop, method, raw, headers);

/** The body of an event that would place this order. */
async function payingEvent(method: OnlineMethod, orderId: string): Promise<string> {
  webhooksOf(method).fault = 'never';
  await payAtProvider(shop, method, orderId);
  return webhooksOf(method).deliveries.at(-1)?.body ?? '';
}

describe.each(onlineMethods)('%s', (method) => {
  test('forged is a 400 and leaves no trace', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, method);
    const before = await snapshot(shop.db);
    await payingEvent(method, orderId);
    const webhooks = webhooksOf(method);
    const events = [...webhooks.deliveries];
    for (const forged of ['wrong-secret', 'tampered'] satisfies Forgery[]) {
      for (const { id } of events) webhooks.resend(id, { forged });
      await shop.simulators.settled();
      expect(answers(method), forged).toEqual([400]);
    }
    expect(await snapshot(shop.db)).toEqual(before);
  });

  test('without its signature, or with one space more, is a 400; signed it is accepted', async ({
    shopper,
  }) => {
    const orderId = await pendingOrder(shopper, method);
    const body = await payingEvent(method, orderId);
    const name = method === 'stripe' ? 'Stripe-Signature' : 'X-Razorpay-Signature';
    const malformed = ['', 'nonsense', 't=1,v1=', 't=,v1=0', 'ä'.repeat(64), '0'.repeat(64)];
    for (const signature of [undefined, ...malformed]) {
      const given: Record<string, string> = signature === undefined ? {} : { [name]: encodeURI(signature) };
      const { status, body: answer } = await deliver(method, body, { 'x-razorpay-event-id': 'x', ...given });
      expect([signature, status, answer.success, answer.code]).toEqual([signature, 400, false, 'forged']);
    }
    expect([await stored(), (await recordOf(shop, orderId)).paid]).toEqual([0, false]);
    expect((await deliver(method, `${body} `, signed(method, body))).status).toBe(400);
    expect(await stored()).toBe(0);
    expect((await deliver(method, body, signed(method, body))).body).toEqual({ success: true });
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  });

  test('what is no event is refused and not stored, although it is signed', async () => {
    for (const text of [
      'hello',
      '{"id": "evt_1", "type":',
      'null',
      '',
      '[]',
      '[{"id":"evt_1","type":"refund.updated","event":"refund.processed"}]',
      '"x"',
      '7',
      '{}',
      '{"created":1,"created_at":1,"data":{"object":{}},"payload":{}}',
      '{"type":"x","event":"","created":1,"data":{"object":{}},"payload":{}}',
      '{"id":[1],"type":[1],"event":[1],"data":{},"payload":{}}',
    ]) {
      const { status, body } = await deliver(method, text, signed(method, text));
      expect([text, status, body.success]).toEqual([text, 400, false]);
    }
    expect(await stored()).toBe(0);
  });

  test('bytes that are not UTF-8 are a 400', async () => {
    const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    expect((await deliver(method, bytes, signed(method, '"\ufffd\ufffd"'))).status).toBe(400);
  });
});

/** An order of each method that is paid; its webhooks are tried once. */
async function paidOfEach(fault: WebhookFault) {
  const orders = [];
  for (const method of onlineMethods) {
    const webhooks = webhooksOf(method);
    Object.assign(webhooks, { fault }).retry.tries = 1;
    const orderId = await pendingOrder(await shop.person(), method);
    await payAtProvider(shop, method, orderId);
    orders.push({ method, orderId, webhooks });
  }
  await shop.simulators.settled();
  return orders;
}

test('without a secret it is a 503, so that the provider repeats the event; a previous one is accepted only while it is configured', async () => {
  const ofPrevious = await paidOfEach('previous-secret');
  for (const { method } of ofPrevious) expect(answers(method)).toEqual([400]);

  const none = onlineMethods.map((method) => [webhookSecretName(method), '']);
  await changeSettings(shop, Object.fromEntries(none));
  for (const { webhooks } of ofPrevious) webhooks.forget();
  const ofCurrent = await paidOfEach('none');
  for (const { method, orderId } of ofCurrent) {
    expect(answers(method)).toEqual([503]);
    const { status, body, headers } = await deliver(method, '{}', signed(method, '{}'));
    expect([status, body.success, body.code]).toEqual([503, false, 'not_configured']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // An empty secret accepts nothing either.
    const empty = { 'X-Razorpay-Signature': hmacHex('', '{}'), 'x-razorpay-event-id': 'x' };
    expect((await deliver(method, '{}', empty)).status).toBe(503);
    expect([await stored(), (await recordOf(shop, orderId)).paid]).toEqual([0, false]);
  }

  const previous = ofCurrent.map(({ method, webhooks }) => [
    `${webhookSecretName(method)}_PREVIOUS`,
    webhooks.options.previousSecret,
  ]);
  await shop.stack.restartWorker(Object.fromEntries(previous));
  // The new secret is accepted throughout.
  for (const { webhooks } of ofCurrent) for (const { id } of [...webhooks.deliveries]) webhooks.resend(id);
  const again = await paidOfEach('previous-secret');
  await shop.simulators.settled();
  for (const { orderId } of [...ofCurrent, ...again])
    expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
});

describe('Stripe’s timestamp', () => {
  test('an hour ago is too old', async ({ shopper }) => {
    const orderId = await pendingOrder(shopper, 'stripe');
    webhooksOf('stripe').fault = { forged: 'old' };
    await payAtProvider(shop, 'stripe', orderId);
    await shop.simulators.settled();
    expect(answers('stripe')).toEqual([400]);
    expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
  });

  test('may differ by five minutes, either way', async ({ shopper }) => {
    const body = await payingEvent('stripe', await pendingOrder(shopper, 'stripe'));
    const ask = async (ahead: number) =>
      (await deliver('stripe', body, signed('stripe', body, ahead * minute))).status;
    for (const ahead of [-6, 6, 60]) expect([ahead, await ask(ahead)]).toEqual([ahead, 400]);
    expect(await stored()).toBe(0);
    for (const ahead of [-4, 4]) expect([ahead, await ask(ahead)]).toEqual([ahead, 200]);
    expect(await stored()).toBe(1);
  });
});

test('a Razorpay event without an id is refused: its repeats could not be recognised', async ({
  shopper,
}) => {
  const body = await payingEvent('razorpay', await pendingOrder(shopper, 'razorpay'));
  const { 'x-razorpay-event-id': _, ...headers } = signed('razorpay', body);
  for (const id of [{}, { 'x-razorpay-event-id': 'x'.repeat(101) }] as Record<string, string>[])
    expect((await deliver('razorpay', body, { ...headers, ...id })).status).toBe(400);
  expect(await stored()).toBe(0);
});
