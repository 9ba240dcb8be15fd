/** /api/order: starting and verifying online payments. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { fullName } from '#lib/full-name.ts';
import { orderPlacedPath } from '#lib/paths.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { signedIn } from '../http/middleware.ts';
import { originOf, owner, requestContext } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import type { PlacedOrder } from '../orders/queries.ts';
import { createPayment, payRefusals } from '../payments/create-payment.ts';
import { canBePaid } from '../payments/pay-unconfirmed.ts';
import { type VerifyResult, verifyRazorpay, verifyRefusals, verifyStripe } from '../payments/verify.ts';

/** Starts the payment of an order, which may have been placed by an earlier request with the same key. */
async function startPayment(c: Context<Env>, { order, lines, payment }: PlacedOrder) {
  if (!payment) throw payRefusals.notPending();
  // A repeated request whose order is paid already.
  if (order.paid) return { orderId: order.id, paid: true as const };
  if (!canBePaid(order, c.get('now'))) throw payRefusals.notPending();
  const started = await createPayment(requestContext(c), { order, lines, payment });
  if (!started.ok) throw started;
  return { orderId: order.id, paid: false as const, ...started };
}

/** The browser goes to `session_url` (docs/behaviour.md, "Stripe"). */
export async function payByCard(c: Context<Env>, placed: PlacedOrder) {
  const started = await startPayment(c, placed);
  const placedUrl = originOf(c) + orderPlacedPath(started.orderId);
  return {
    message: 'Taking you to the payment page…',
    orderId: started.orderId,
    session_url: started.paid ? placedUrl : (started.url ?? placedUrl),
  };
}

/**
 * The browser opens the widget (docs/behaviour.md, "Razorpay"). `order` is in the format of Razorpay's widget, with the
 * amount in paise; `widget` has its script, key and contact details.
 */
export async function payByWidget(c: Context<Env>, placed: PlacedOrder) {
  const started = await startPayment(c, placed);
  const { reference, total, address } = placed.order;
  return {
    message: 'Opening the payment window…',
    orderId: started.orderId,
    paid: started.paid,
    order: {
      id: started.paid ? '' : started.providerId,
      amount: total,
      currency: 'INR' as const,
      receipt: reference,
    },
    widget: {
      script: c.env.RAZORPAY_CHECKOUT_URL || 'https://checkout.razorpay.com/v1/checkout.js',
      key: c.env.RAZORPAY_KEY_ID ?? '',
      prefill: { name: fullName(address), email: address.email, contact: `+91${address.phone}` },
    },
  };
}

const stripeReturn = z.object({
  orderId,
  /** The text of the return page's URL, or a boolean. */
  success: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
});

const id = z.string().regex(/^[A-Za-z0-9_]{1,64}$/, 'The payment id is not valid.');
const widgetResponse = z.object({
  razorpay_order_id: id,
  razorpay_payment_id: id,
  razorpay_signature: z.string().regex(/^[0-9a-f]{64}$/i, 'The signature is not valid.'),
});

function verifiedBody(verified: VerifyResult) {
  if (!verified.ok) throw verified;
  return { message: 'Order Placed Successfully!', orderId: verified.orderId };
}

export const paymentVerification = new Hono<Env>()
  .post(
    '/verifyStripe',
    describeRoute('Confirms a payment after the return from Stripe.', [verifyRefusals]),
    signedIn,
    body(stripeReturn),
    async (c) =>
      success(c, verifiedBody(await verifyStripe(requestContext(c), owner(c), c.req.valid('json')))),
  )
  .post(
    '/verifyRazorpay',
    describeRoute('Confirms a payment after the widget of Razorpay.', [verifyRefusals]),
    signedIn,
    body(widgetResponse),
    async (c) => {
      const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = c.req.valid('json');
      const response = {
        orderId: razorpay_order_id,
        paymentId: razorpay_payment_id,
        signature: razorpay_signature,
      };
      const secret = c.env.RAZORPAY_KEY_SECRET ?? '';
      return success(c, verifiedBody(await verifyRazorpay(requestContext(c), owner(c), response, secret)));
    },
  );
