/** /api/order, the part that deals with providers: sending a shopper to pay, and what came of it. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { paths } from '#lib/paths.ts';
import { body } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import { signedIn } from '../http/middleware.ts';
import { originOf, owner, shopOf } from '../http/request-context.ts';
import type { PlacedOrder } from '../orders/queries.ts';
import { beginPayment } from '../payments/create-payment.ts';
import { type Verified, verifyRazorpay, verifyStripe } from '../payments/verify.ts';
import { payRefusal, verifyRefusal } from './refusals.ts';

/** The payment of an order that was just placed, or placed before with the same key. */
async function begun(c: Context<Env>, { order, lines, payment }: PlacedOrder) {
  if (!payment) throw payRefusal('not_pending');
  // Repeated with its key when it was paid already: there is nothing left to pay.
  if (order.paid) return { orderId: order.id, paid: true as const };
  if (order.status !== 'Payment Pending') throw payRefusal('ended');
  const started = await beginPayment(shopOf(c), { order, lines, payment });
  if (!started.ok) throw payRefusal(started.code);
  return { orderId: order.id, paid: false as const, ...started };
}

/** The browser goes to `session_url` (docs/behaviour.md 7.3). */
export async function payByCard(c: Context<Env>, placed: PlacedOrder) {
  const started = await begun(c, placed);
  const placedUrl = originOf(c) + paths.orderPlaced(started.orderId);
  return {
    success: true as const,
    message: 'Taking you to the payment page…',
    orderId: started.orderId,
    session_url: started.paid ? placedUrl : (started.url ?? placedUrl),
  };
}

/**
 * The browser opens the widget (docs/behaviour.md 7.4). `order` is in Razorpay's own terms, amount in paise, as
 * its widget takes it; `widget` says where that comes from and whose it is.
 */
export async function payByWidget(c: Context<Env>, placed: PlacedOrder) {
  const started = await begun(c, placed);
  const { reference, total, address } = placed.order;
  return {
    success: true as const,
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
      prefill: {
        name: `${address.firstName} ${address.lastName}`,
        email: address.email,
        contact: `+91${address.phone}`,
      },
    },
  };
}

/** As it stands in the address of the return page: text, or what a client made of it. */
const success = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const returned = z.object({ orderId: z.uuid('is not an order'), success });

const id = z.string().regex(/^[A-Za-z0-9_]{1,64}$/, 'is not an id');
const widgetAnswer = z.object({
  razorpay_order_id: id,
  razorpay_payment_id: id,
  razorpay_signature: z.string().regex(/^[0-9a-f]{64}$/i, 'is not a signature'),
});

function answer(verified: Verified) {
  if (!verified.ok) throw verifyRefusal(verified.code);
  return { success: true as const, message: 'Order Placed Successfully!', orderId: verified.orderId };
}

export const verifying = new Hono<Env>()
  .post('/verifyStripe', signedIn, body(returned), async (c) =>
    c.json(answer(await verifyStripe(shopOf(c), owner(c), c.req.valid('json')))),
  )
  .post('/verifyRazorpay', signedIn, body(widgetAnswer), async (c) => {
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = c.req.valid('json');
    const given = {
      orderId: razorpay_order_id,
      paymentId: razorpay_payment_id,
      signature: razorpay_signature,
    };
    return c.json(answer(await verifyRazorpay(shopOf(c), owner(c), given, c.env.RAZORPAY_KEY_SECRET ?? '')));
  });
