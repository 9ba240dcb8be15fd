/** /api/webhooks: what the providers tell. Only a signature over the raw body is believed. */
import { type Context, Hono } from 'hono';
import type { OnlineMethod } from '#features/orders/order.ts';
import { bodyLimit, rawBody } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import { Refusal, unavailable } from '../http/refusal.ts';
import { shopOf } from '../http/request-context.ts';
import { receive } from '../payments/events.ts';
import { ProviderRefused, ProviderSilent } from '../payments/provider.ts';

async function webhook(c: Context<Env>, method: OnlineMethod) {
  const shop = shopOf(c);
  const body = await rawBody(c.req.raw, bodyLimit.order);
  const read = await shop.providers[method].read(body, c.req.raw.headers, shop.now);
  if (!read.ok)
    throw read.code === 'closed'
      ? // Never "ok": the provider keeps the event and tells it again once the secret is there.
        new Refusal(503, 'not_configured', 'Webhooks are not configured here.', {}, { 'Retry-After': '3600' })
      : new Refusal(400, read.code, 'This was not signed by the provider, or is not one of its events.');
  try {
    await receive(shop, method, read.event);
  } catch (error) {
    // It is stored, and not counted as handled: told again, or tried again by the job.
    if (error instanceof ProviderSilent || error instanceof ProviderRefused) throw unavailable(30);
    throw error;
  }
  return c.json({ success: true as const });
}

export const webhooks = new Hono<Env>()
  .post('/stripe', (c) => webhook(c, 'stripe'))
  .post('/razorpay', (c) => webhook(c, 'razorpay'));
