/** Online payments: /api/order verifies them after the return, /api/webhooks takes the signed events of the providers. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { verifyRazorpay, verifyStripe } from '../payments/verify.ts';
import { receiveWebhook } from '../payments/webhook.ts';

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

const placed = ({ orderId }: { orderId: string }) => ({ message: 'Order Placed Successfully!', orderId });

export const paymentVerification = new Hono<Env>()
  .post(
    '/verifyStripe',
    route(
      'Confirms a payment after the return from Stripe.',
      { session: 'any', link: 'always', body: stripeReturn },
      verifyStripe,
      placed,
    ),
  )
  .post(
    '/verifyRazorpay',
    route(
      'Confirms a payment after the widget of Razorpay.',
      { session: 'any', link: 'always', body: widgetResponse },
      verifyRazorpay,
      placed,
    ),
  );

/** Notes for the log that the shop ignores the event. */
function noted(code: string | undefined, _: object, c: Context<Env>): object {
  if (code) c.set('code', code);
  return {};
}

export const webhooks = new Hono<Env>()
  .post('/stripe', route('Receives an event that Stripe has signed.', {}, receiveWebhook('stripe'), noted))
  .post(
    '/razorpay',
    route('Receives an event that Razorpay has signed.', {}, receiveWebhook('razorpay'), noted),
  );
