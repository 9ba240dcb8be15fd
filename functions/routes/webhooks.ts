/** /api/webhooks: events of the payment providers, which sign the raw body. */
import { type Context, Hono } from 'hono';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';
import { receiveWebhook } from '../payments/webhook.ts';

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
