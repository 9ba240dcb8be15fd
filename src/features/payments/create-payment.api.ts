/** Creates payments: for a new order, or ('Pay now') for an order that still waits for its payment. */
import type { InferRequestType } from 'hono/client';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { api, send, withToken } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { linkPaymentOf } from './link-payment.dom.ts';
import { readStartedPayment, type StartedPayment } from './started.ts';

/** The body of the calls that place an order. */
export type OrderBody = InferRequestType<typeof api.order.place.$post>['json'];

const mapOutcome = <T>(outcome: Outcome<T>, read: (data: T) => StartedPayment): Outcome<StartedPayment> =>
  outcome.ok ? { ok: true, data: read(outcome.data) } : outcome;

/**
 * Places an order by the call of its payment method.
 * @param key the idempotency key (src/lib/attempt.dom.ts): the same key always means the same order
 */
export async function createPayment(
  method: PaymentMethod,
  json: OrderBody,
  key: string,
): Promise<Outcome<StartedPayment>> {
  const keyed = { headers: { 'Idempotency-Key': key } };
  const { origin } = location;
  switch (method) {
    case 'cod':
      return mapOutcome(await send(api.order.place.$post({ json }, keyed)), ({ order }) => ({
        kind: 'placed',
        orderId: order._id,
      }));
    case 'transfer':
      return mapOutcome(await send(api.order.transfer.$post({ json }, keyed)), ({ order }) => ({
        kind: 'placed',
        orderId: order._id,
      }));
    case 'stripe':
      return mapOutcome(await send(api.order.stripe.$post({ json }, keyed)), (data) =>
        readStartedPayment(data, origin),
      );
    case 'razorpay':
      return mapOutcome(await send(api.order.razorpay.$post({ json }, keyed)), (data) =>
        readStartedPayment(data, origin),
      );
  }
}

/** Pays a pending order with the payment method that it was placed with. */
export async function payAgain(orderId: string): Promise<Outcome<StartedPayment>> {
  const token = linkPaymentOf(orderId)?.token;
  const answer = await send(api.order.pay.$post({ json: { orderId } }, withToken(token)), { token });
  return mapOutcome(answer, (data) => readStartedPayment(data, location.origin));
}
