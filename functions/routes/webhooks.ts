/** /api/webhooks: events of the payment providers, which sign the raw body. */
import { Hono } from 'hono';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';
import { receiveWebhook } from '../payments/webhook.ts';

export const webhooks = new Hono<Env>()
  .post(
    '/stripe',
    route('Receives an event that Stripe has signed.', {}, receiveWebhook('stripe'), (code, _, c) => {
      if (code) c.set('code', code);
      return {};
    }),
  )
  .post(
    '/razorpay',
    route('Receives an event that Razorpay has signed.', {}, receiveWebhook('razorpay'), (code, _, c) => {
      if (code) c.set('code', code);
      return {};
    }),
  );
