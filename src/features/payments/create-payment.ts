/** Beginning to pay: an order's own call, or 'Pay now' for one that waits; both answer the same. */
import type { InferRequestType } from 'hono/client';
import type { PaymentMethod } from '#features/orders/order.ts';
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { type Begun, readBegun } from './started.ts';

/** An order as its call takes it. */
type OrderBody = InferRequestType<typeof api.order.place.$post>['json'];

const reading = <T>(answer: Outcome<T>, read: (data: T) => Begun): Outcome<Begun> =>
  answer.ok ? { ok: true, data: read(answer.data) } : answer;

/**
 * Places an order in a way that fits how it is paid.
 * @param key of this attempt (attempt.ts): whatever is sent again with it is the same order
 */
export async function beginOrder(
  method: PaymentMethod,
  json: OrderBody,
  key: string,
): Promise<Outcome<Begun>> {
  const keyed = { headers: { 'Idempotency-Key': key } };
  const { origin } = location;
  switch (method) {
    case 'cod':
      return reading(await send(api.order.place.$post({ json }, keyed)), ({ order }) => ({
        kind: 'placed',
        orderId: order._id,
      }));
    case 'stripe':
      return reading(await send(api.order.stripe.$post({ json }, keyed)), (data) => readBegun(data, origin));
    case 'razorpay':
      return reading(await send(api.order.razorpay.$post({ json }, keyed)), (data) =>
        readBegun(data, origin),
      );
  }
}

/** Where an order that waits is paid by Razorpay: the checkout's page alone may load its window. */
export const payPage = (orderId: string): string =>
  `${paths.checkout}?${new URLSearchParams({ pay: orderId })}`;

/** Pays an order that waits for its payment, in the way that it was placed with. */
export const payAgain = async (orderId: string): Promise<Outcome<Begun>> =>
  reading(await send(api.order.pay.$post({ json: { orderId } })), (data) => readBegun(data, location.origin));
