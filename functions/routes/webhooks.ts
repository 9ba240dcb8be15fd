/** /api/webhooks: events of the payment providers, which sign the raw body. */
import { type Context, Hono } from 'hono';
import type { OnlineMethod } from '#domain/orders/payment-method.ts';
import { bodyLimit, rawBody } from '../http/body.ts';
import { describeRoute, type RefusalCode } from '../http/describe-route.ts';
import type { Env } from '../http/env.ts';
import { Refusal, unavailable } from '../http/refusal.ts';
import { requestContext } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { receiveEvent } from '../payments/events.ts';
import { ProviderRefused, ProviderUnreachable } from '../payments/provider.ts';

async function receiveWebhook(c: Context<Env>, method: OnlineMethod) {
  const context = requestContext(c);
  const body = await rawBody(c.req.raw, bodyLimit.order);
  const webhook = await context.providers[method].parseWebhook(body, c.req.raw.headers, context.now);
  if (!webhook.ok)
    throw webhook.code === 'not_configured'
      ? // An error, so that the provider repeats the event until the secret is set.
        new Refusal(503, 'not_configured', 'Webhooks are not configured here.', {}, { 'Retry-After': '3600' })
      : new Refusal(400, webhook.code, 'This was not signed by the provider, or is not one of its events.');
  // For the log. The event is stored and answered with 200: a provider switches a webhook off after failures.
  if (webhook.event.about.kind === 'other') c.set('code', 'ignored');
  try {
    await receiveEvent(context, method, webhook.event);
  } catch (error) {
    // The event is stored but not handled: the provider repeats it, or the job retries it.
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefused) throw unavailable(30);
    throw error;
  }
  return success(c);
}

const webhookRefusals: RefusalCode[] = ['400 malformed', '400 forged', '413 too_large', '503 not_configured'];

export const webhooks = new Hono<Env>()
  .post('/stripe', describeRoute('Receives an event that Stripe has signed.', webhookRefusals), (c) =>
    receiveWebhook(c, 'stripe'),
  )
  .post('/razorpay', describeRoute('Receives an event that Razorpay has signed.', webhookRefusals), (c) =>
    receiveWebhook(c, 'razorpay'),
  );
