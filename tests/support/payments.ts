/** Steps of orders that are paid online, and what the database has stored about them. */
import { asc, eq } from 'drizzle-orm';
import type { PaymentOverrides } from 'payment-simulators';
import { hmacHex, razorpayRequest } from 'payment-simulators/testing';
import { Stripe } from 'stripe';
import { expect } from 'vitest';
import { flags, orderEvents, orders, outbox, paymentEvents, payments, refunds } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import type { Client, RawBody } from './client.ts';
import { orderOf, serum } from './orders.ts';
import type { TestShop } from './shop.ts';

/** Both online methods; tests run for each. */
export const onlineMethods = ['stripe', 'razorpay'] as const;

/** Where the providers create a payment, and where they are asked about it. */
export const providerPaths = {
  stripe: { create: '/v1/checkout/sessions', retrieve: '/v1/checkout/sessions/*' },
  razorpay: { create: '/v1/orders', retrieve: '/v1/orders/*/payments' },
} as const;

/** Lets the simulators work normally and forget everything, and deletes what their calls have left, so that no job is due. */
export async function resetPayments({ simulators, db }: TestShop): Promise<void> {
  const { stripe, razorpay, mailbox } = simulators;
  for (const { api, webhooks, settings } of [stripe, razorpay]) {
    api.clearFaults();
    webhooks.fault = 'none';
    Object.assign(webhooks.retry, { tries: 8, pauseMs: 50 });
    settings.holdRefunds = false;
  }
  mailbox.api.clearFaults();
  await simulators.settled();
  for (const { api, webhooks } of [stripe, razorpay]) {
    api.forget();
    webhooks.forget();
  }
  await db.write.batch([
    db.write.update(payments).set({ nextAskAt: null }),
    db.write.delete(paymentEvents),
    db.write.delete(outbox),
    db.write.delete(flags),
  ]);
}

/** Sends an order that is paid by card or by the widget. */
export async function startOrder(
  person: Client,
  method: OnlineMethod,
  quantities: Record<string, number> = { [serum]: 1 },
  key?: string,
) {
  const order = await orderOf(person, quantities, method);
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return person.post(`/api/order/${method}`, order, headers);
}

/** Places an order of one serum that is not paid. @returns its id */
export async function pendingOrder(
  person: Client,
  method: OnlineMethod,
  quantities?: Record<string, number>,
) {
  const { status, body } = await startOrder(person, method, quantities);
  expect(status).toBe(200);
  return body.orderId;
}

/** The provider's id of an order's payment. */
export async function providerIdOf({ db }: TestShop, orderId: string): Promise<string> {
  const [payment] = await db.read.select().from(payments).where(eq(payments.orderId, orderId));
  if (!payment?.providerId) throw new Error('the payment has not begun');
  return payment.providerId;
}

/**
 * Pays at the provider without returning to the shop. A card payment is captured, a UPI payment only authorized.
 * @returns the provider's payment id
 */
export async function payAtProvider(
  shop: TestShop,
  method: OnlineMethod,
  orderId: string,
  odd: PaymentOverrides = {},
) {
  const providerId = await providerIdOf(shop, orderId);
  const { stripe, razorpay } = shop.simulators;
  if (method === 'razorpay') return razorpay.authorize(providerId, odd).id;
  return String(stripe.pay(providerId, odd).payment_intent);
}

/** Captures an authorised payment as an account does that captures by itself. @param paymentId at Razorpay */
export function captureAtRazorpay({ simulators }: TestShop, paymentId: string) {
  const { amount, currency } = simulators.razorpay.payment(paymentId);
  const json = { amount, currency };
  return razorpayRequest(simulators, 'POST', `/v1/payments/${paymentId}/capture`, json);
}

/** Returns to the shop after paying, as the browser does. @param paymentId from the widget */
export async function verifyPayment(
  shop: TestShop,
  person: Pick<Client, 'post'>,
  method: OnlineMethod,
  orderId: string,
  paymentId: string,
) {
  return method === 'stripe'
    ? person.post('/api/order/verifyStripe', { orderId, success: true })
    : person.post('/api/order/verifyRazorpay', shop.simulators.razorpay.response(paymentId));
}

/** Places and pays an order, by default of one serum. @returns its id, and the provider's payment id */
export async function paidOrder(
  shop: TestShop,
  person: Client,
  method: OnlineMethod,
  quantities?: Record<string, number>,
) {
  const orderId = await pendingOrder(person, method, quantities);
  const paymentId = await payAtProvider(shop, method, orderId);
  expect((await verifyPayment(shop, person, method, orderId, paymentId)).status).toBe(200);
  await shop.simulators.settled();
  return { orderId, paymentId };
}

/** What {@link recordOf} returns for an order that was paid without errors. */
export const paidRecord = {
  status: 'Order Placed',
  paid: true,
  history: ['shopper: Payment Pending', 'provider: Order Placed'],
  emails: ['order_paid'],
  refunds: [],
  flags: [],
};

/** All stored data about an order, except values that differ from run to run. */
export async function recordOf({ db }: TestShop, orderId: string) {
  const [[order], [payment], events, back, emails, raised] = await db.read.batch([
    db.read.select().from(orders).where(eq(orders.id, orderId)),
    db.read.select().from(payments).where(eq(payments.orderId, orderId)),
    db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.at)),
    db.read.select().from(refunds).where(eq(refunds.orderId, orderId)),
    db.read.select().from(outbox).orderBy(asc(outbox.createdAt)),
    db.read.select().from(flags),
  ]);
  const about = [orderId, payment?.paymentId, ...back.map(({ paymentId }) => paymentId)];
  return {
    status: order?.status,
    paid: order?.paid,
    payment,
    history: events.map(({ kind, toStatus, actor }) => `${actor}: ${toStatus ?? kind}`),
    refunds: back,
    emails: emails
      .filter(({ cause }) => cause.endsWith(orderId) || back.some(({ id }) => cause.endsWith(id)))
      .map(({ cause }) => cause.split(':')[0]),
    flags: raised.filter((flag) => about.includes(flag.about)).map(({ kind }) => kind),
  };
}

/** The variable with the secret of a provider's webhooks. */
export const webhookSecretName = (method: OnlineMethod) => `${method.toUpperCase()}_WEBHOOK_SECRET`;

/**
 * Headers with the right signature over a body.
 * @param id of a Razorpay event @param ahead ms by which the signature's time is moved on
 */
export function signWebhook(
  { simulators }: TestShop,
  method: OnlineMethod,
  body: string,
  { id = 'evt-by-hand', ahead = 0 }: { id?: string; ahead?: number } = {},
): Record<string, string> {
  const secret = simulators[method].webhookSecret;
  if (method === 'razorpay')
    return { 'X-Razorpay-Signature': hmacHex(secret, body), 'x-razorpay-event-id': id };
  const timestamp = Math.floor((Date.now() + ahead) / 1000);
  const header = { payload: body, secret, timestamp };
  return { 'Stripe-Signature': Stripe.webhooks.generateTestHeaderString(header) };
}

/** Sends a body to the shop's webhook. @param headers with the signature */
export const deliverWebhook = (
  shop: TestShop,
  method: OnlineMethod,
  raw: RawBody,
  headers: Record<string, string>,
) =>
  shop
    .client()
    .send('POST', `/api/webhooks/${method}`, {
      raw,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
