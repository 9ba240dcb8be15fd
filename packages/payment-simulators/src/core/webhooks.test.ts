/** Deliveries on good days and bad ones. */
import { Stripe } from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { razorpayRequest, sessionFields, stripeClient } from '../testing.ts';
import { type Received, useSimulators } from '../use-simulators.ts';
import { hmacHex } from './ids.ts';
import type { WebhookFault } from './webhooks.ts';

const all = useSimulators();
const newSession = async (): Promise<string> =>
  (await stripeClient(all.simulators).checkout.sessions.create(sessionFields())).id;
const newOrder = async (): Promise<string> =>
  (await razorpayRequest(all.simulators, 'POST', '/v1/orders', { amount: 100, currency: 'INR' })).body.id;
const typesOf = (received: readonly Received[]): string[] =>
  received.map(({ body }) => JSON.parse(body).type);

beforeEach(() => {
  Object.assign(all.simulators.stripe.webhooks.retry, { tries: 4, pauseMs: 1 });
});

/** Expires a session, which sends one event. */
const oneEvent = async (): Promise<string> => {
  const id = await newSession();
  all.simulators.stripe.expire(id);
  return id;
};
const secret = () => all.simulators.stripe.webhookSecret;
const isGenuine = ({ body, headers }: Received, by = secret()): Promise<boolean> =>
  Stripe.webhooks.constructEventAsync(body, headers['stripe-signature'] ?? '', by).then(
    () => true,
    () => false,
  );

describe('webhooks', () => {
  test('wait for a shop to be there', async () => {
    const { simulators, shop } = all;
    await oneEvent();
    await simulators.settled();
    expect(simulators.stripe.webhooks.deliveries).toMatchObject([{ state: 'due', tries: [] }]);
    simulators.sendWebhooksTo(shop.urls);
    await simulators.settled();
    expect(simulators.stripe.webhooks.deliveries).toMatchObject([
      { state: 'delivered', tries: [{ status: 200 }] },
    ]);
  });

  test('are repeated until the shop accepts them', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    shop.answers.push(500, 302, 404);
    await oneEvent();
    await simulators.settled();
    const [delivery] = simulators.stripe.webhooks.deliveries;
    expect(delivery?.tries.map(({ status }) => status)).toEqual([500, 302, 404, 200]);
    expect(delivery?.state).toBe('delivered');
    expect(new Set(shop.received.map(({ body }) => body)).size).toBe(1);
  });

  test('are not repeated without end', async () => {
    const { simulators, shop } = all;
    await shop.stop();
    simulators.sendWebhooksTo(shop.urls);
    await oneEvent();
    await simulators.settled();
    const [delivery] = simulators.stripe.webhooks.deliveries;
    expect(delivery?.state).toBe('given-up');
    expect(delivery?.tries.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  });

  test('are never sent with the setting `never`', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    simulators.stripe.webhooks.fault = 'never';
    await oneEvent();
    await simulators.settled();
    expect(shop.received).toEqual([]);
    expect(simulators.stripe.webhooks.deliveries).toMatchObject([{ state: 'never' }]);
  });

  test('are sent many times with the setting `repeat`', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    simulators.razorpay.webhooks.fault = { repeat: 50 };
    simulators.razorpay.authorize(await newOrder());
    await simulators.settled();
    expect(shop.received).toHaveLength(50);
    expect(new Set(shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1);
  });

  test.each([
    ['sent', ['checkout.session.expired', 'payment_intent.payment_failed', 'payment_intent.succeeded']],
    ['reverse', ['payment_intent.succeeded', 'payment_intent.payment_failed', 'checkout.session.expired']],
  ] as const)('are held, and released in order: %s', async (order, expected) => {
    const { simulators, shop } = all;
    const { stripe } = simulators;
    simulators.sendWebhooksTo(shop.urls);
    stripe.webhooks.fault = 'hold';
    await oneEvent();
    const id = await newSession();
    stripe.decline(id);
    stripe.webhooks.fault = 'never';
    stripe.pay(id);
    const succeeded = stripe.events.find(({ type }) => type === 'payment_intent.succeeded');
    stripe.webhooks.resend(succeeded?.id ?? '', 'hold');
    await simulators.settled();
    expect(shop.received).toEqual([]);
    await stripe.webhooks.release(order);
    expect(typesOf(shop.received)).toEqual(expected);
    expect(stripe.webhooks.fault).toBe('none');
  });

  test('come late, when the clock has moved on', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    simulators.stripe.webhooks.fault = { lateMs: 3_600_000 };
    await oneEvent();
    simulators.setClock(3_590_000);
    await simulators.settled();
    expect(shop.received).toEqual([]);
    simulators.setClock(3_610_000);
    await simulators.settled();
    expect(shop.received).toHaveLength(1);
    const signed = Number(/t=(\d+)/.exec(shop.received[0]?.headers['stripe-signature'] ?? '')?.[1]);
    const created = JSON.parse(shop.received[0]?.body ?? '').created;
    // Signed when sent; the event itself is as old as it is.
    expect(signed - created).toBeGreaterThanOrEqual(3600);
  });

  test.each<[WebhookFault, (received: Received) => Promise<boolean>]>([
    [{ forged: 'wrong-secret' }, (received) => isGenuine(received, `${secret()}_not`)],
    [{ forged: 'tampered' }, async ({ body }) => JSON.parse(body).data.object.amount_total === 1],
    [
      { forged: 'old' },
      async ({ headers }) => {
        const at = Number(/t=(\d+)/.exec(headers['stripe-signature'] ?? '')?.[1]);
        return at < Date.now() / 1000 - 3000;
      },
    ],
  ])('are forged in place of the true ones, and tried once: %j', async (forgery, isAsExpected) => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    simulators.stripe.webhooks.fault = forgery;
    shop.answers.push(400);
    await oneEvent();
    await simulators.settled();
    expect(shop.received).toHaveLength(1);
    const [received] = shop.received;
    expect(received && (await isGenuine(received))).toBe(false);
    expect(received && (await isAsExpected(received))).toBe(true);
  });

  test('are signed with the previous secret', async () => {
    const { simulators, shop } = all;
    const { webhooks } = simulators.razorpay;
    simulators.sendWebhooksTo(shop.urls);
    webhooks.fault = 'previous-secret';
    simulators.razorpay.authorize(await newOrder());
    await simulators.settled();
    const [received] = shop.received;
    expect(received?.headers['x-razorpay-signature']).toBe(
      hmacHex(webhooks.options.previousSecret, received?.body ?? ''),
    );
  });

  test('have no age where the provider signs none', async () => {
    const { webhooks } = all.simulators.razorpay;
    webhooks.fault = { forged: 'old' };
    const orderId = await newOrder();
    expect(() => all.simulators.razorpay.authorize(orderId)).toThrow(/does not sign the time/);
  });

  test('are sent again by hand', async () => {
    const { simulators, shop } = all;
    simulators.sendWebhooksTo(shop.urls);
    await oneEvent();
    await simulators.settled();
    simulators.stripe.webhooks.resend(simulators.stripe.events[0]?.id ?? '');
    await simulators.settled();
    expect(shop.received).toHaveLength(2);
    expect(shop.received[0]?.body).toBe(shop.received[1]?.body);
    expect(() => simulators.stripe.webhooks.resend('evt_none')).toThrow(/No event/);
  });

  test('end with the simulators, though the shop never answers', async () => {
    const { simulators, shop } = all;
    Object.assign(simulators.stripe.webhooks.retry, { tries: 100, pauseMs: 60_000 });
    simulators.sendWebhooksTo(shop.urls);
    shop.answers.push(500);
    await oneEvent();
    await expect.poll(() => shop.received.length).toBe(1);
    await simulators.stop();
    expect(simulators.stripe.webhooks.deliveries).toMatchObject([{ state: 'given-up' }]);
  });
});
