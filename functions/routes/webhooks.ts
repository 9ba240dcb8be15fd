/** /api/webhooks: events of the payment providers, which sign the raw body. */
import { type Context, Hono } from 'hono';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { bodyLimit, rawBody, tooLarge } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import type { Env } from '../http/env.ts';
import { requestContext } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { unavailable } from '../lib/refusal.ts';
import { receiveEvent } from '../payments/events.ts';
import { ProviderRefused, ProviderUnreachable, webhookRefusals } from '../providers/provider.ts';

async function receiveWebhook(c: Context<Env>, method: OnlineMethod) {
  const context = requestContext(c);
  const body = await rawBody(c.req.raw, bodyLimit.order);
  const webhook = await context.providers[method].parseWebhook(body, c.req.raw.headers, context.now);
  if (!webhook.ok) throw webhook;
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

const refusals = [webhookRefusals, tooLarge];

export const webhooks = new Hono<Env>()
  .post('/stripe', describeRoute('Receives an event that Stripe has signed.', refusals), (c) =>
    receiveWebhook(c, 'stripe'),
  )
  .post('/razorpay', describeRoute('Receives an event that Razorpay has signed.', refusals), (c) =>
    receiveWebhook(c, 'razorpay'),
  );
