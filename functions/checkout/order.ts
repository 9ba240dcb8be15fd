/** Placing an order with each way to pay, as the checkout asks for it. */
import * as z from 'zod';
import { confirmState, openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { refuses, wrongFields } from '../lib/refusal.ts';
import { limitOfCall } from '../limits/hourly.ts';
import { serializeOrder } from '../orders/serialize.ts';
import { payRefusals } from '../payments/create-payment.ts';
import { payByCard, payByWidget } from '../payments/start-payment.ts';
import { couponRequest } from '../pricing/coupons.ts';
import type { ShopCall } from '../providers/context.ts';
import { type OrderRequest, placeRefusals } from './new-order.ts';
import { placeOrder } from './place.ts';
import { placeContext } from './place-context.ts';

const keyMessage = 'Idempotency-Key must be 8 to 128 printable characters.';

/** Printable, so that it can be logged and compared; long enough for a UUID with a prefix. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,128}$/, keyMessage)
  .optional();

/** @throws Refusal */
function keyOf({ request }: ShopCall): string | undefined {
  const key = idempotencyKey.safeParse(request.headers.get('idempotency-key') ?? undefined);
  if (!key.success) throw wrongFields({ 'Idempotency-Key': keyMessage });
  return key.data;
}

function placeWith(call: ShopCall, method: PaymentMethod, request: OrderRequest) {
  const { owner, limits } = call;
  const context = {
    ...placeContext(call, method, request.address),
    owner,
    key: keyOf(call),
    couponRequest: couponRequest(request.couponCode, limitOfCall(call, limits.COUPON_TRIES_PER_HOUR)),
  };
  return placeOrder(context, request);
}

/** With cash on delivery. */
export async function placeForCash(call: ShopCall, request: OrderRequest) {
  const done = await placeWith(call, 'cod', request);
  if (!done.ok) return done;
  const order = serializeOrder(done.order, done.lines, call.now);
  // Sent again, it may have been confirmed meanwhile.
  return { message: openConfirmation(order) ? confirmState : 'Order Placed Successfully!', order };
}
refuses(placeForCash, placeRefusals);

/** By card: the shopper goes to Stripe's page. */
export async function placeForCard(call: ShopCall, request: OrderRequest) {
  const done = await placeWith(call, 'stripe', request);
  return done.ok ? payByCard(call, done) : done;
}
refuses(placeForCard, placeRefusals, payRefusals);

/** By UPI, card or net banking, in Razorpay's widget. */
export async function placeForWidget(call: ShopCall, request: OrderRequest) {
  const done = await placeWith(call, 'razorpay', request);
  return done.ok ? payByWidget(call, done) : done;
}
refuses(placeForWidget, placeRefusals, payRefusals);

/** By bank transfer, for which the order waits. */
export async function placeForTransfer(call: ShopCall, request: OrderRequest) {
  const done = await placeWith(call, 'transfer', request);
  if (!done.ok) return done;
  const transfer = { received: 0, until: done.payment?.holdUntil ?? 0 };
  return {
    message: 'One step left: send the money to our account.',
    order: serializeOrder(done.order, done.lines, call.now, { transfer }),
  };
}
refuses(placeForTransfer, placeRefusals);
