/**
 * Cards through Stripe Checkout (https://docs.stripe.com/api/checkout/sessions): the shopper pays on Stripe's page,
 * and the shop never receives card numbers. Uses Stripe's own client library.
 */
import Stripe from 'stripe';
import { paymentRules } from '#domain/payments/payment-methods.ts';
import { verifyPath } from '#lib/paths.ts';
import { callTimeout } from './call-timeout.ts';
import {
  type PayableOrder,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
  RefundTooSmall,
  webhookRefusals,
} from './provider.ts';
import { readUpdate, signedEvent, toPaymentState } from './stripe-answers.ts';

export type StripeSettings = {
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** The previous secret, during a change: repeated events are still signed with it. */
  STRIPE_WEBHOOK_SECRET_PREVIOUS?: string;
  /** URL of another server with Stripe's API, for the simulator. */
  STRIPE_API_BASE?: string;
};

/** Stripe's minimum is 30 minutes (its documentation of `expires_at`). The hold of an order ends earlier. */
const sessionMinutes = 35;
/** Largest difference of a webhook's timestamp from now, past or future, s. */
const tolerance = 300;

/**
 * Translates Stripe's errors. Only a refusal by Stripe means that nothing happened.
 * @throws ProviderRefused, RefundTooSmall, ProviderUnreachable
 */
async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const isClientError = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) < 500;
    if (isClientError && error.statusCode !== 429 && error.statusCode !== 409)
      throw error.code === 'amount_too_small'
        ? new RefundTooSmall(error.message, { cause: error })
        : new ProviderRefused(error.message, { cause: error });
    throw new ProviderUnreachable('Stripe gave no answer', { cause: error });
  }
}

function createClient({ STRIPE_SECRET_KEY = '', STRIPE_API_BASE }: StripeSettings, until: number): Stripe {
  const { hostname, port, protocol } = new URL(STRIPE_API_BASE || 'https://api.stripe.com');
  return new Stripe(STRIPE_SECRET_KEY, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(((url, init) =>
      fetch(url, { ...init, signal: callTimeout(until) })) as typeof fetch),
    // The retry has the same idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Returns the parsed body if one of the secrets signed it at about `now` (UTC ms), else undefined. */
async function verifySignature(
  stripe: Stripe,
  body: string,
  header: string,
  secrets: readonly string[],
  now: number,
): Promise<unknown> {
  // The library checks only for old timestamps.
  const time = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
  if (!(time <= now / 1000 + tolerance)) return undefined;
  const subtle = Stripe.createSubtleCryptoProvider();
  for (const secret of secrets)
    try {
      return await stripe.webhooks.constructEventAsync(body, header, secret, tolerance, subtle, now);
    } catch {
      // Try the next secret.
    }
  return undefined;
}

/** The payment page of an order. @param startedAt UTC ms */
function sessionOf(
  { orderId, reference, email, lines }: PayableOrder,
  origin: string,
  startedAt: number,
): Stripe.Checkout.SessionCreateParams {
  const verify = (success: boolean) => origin + verifyPath({ success, orderId });
  const metadata = { order: orderId, reference };
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    client_reference_id: orderId,
    ...(email && { customer_email: email }),
    line_items: lines.map(({ name, amount }) => ({
      quantity: 1,
      price_data: { currency: 'inr', unit_amount: amount, product_data: { name } },
    })),
    metadata,
    payment_intent_data: { metadata },
    success_url: verify(true),
    cancel_url: verify(false),
    expires_at: Math.floor(startedAt / 1000) + sessionMinutes * 60,
  };
}

/** @param until end of the time for all calls, UTC ms */
export function stripe(settings: StripeSettings, until: number): PaymentProvider {
  const key = settings.STRIPE_SECRET_KEY;
  let client: Stripe | undefined;
  const api = () => {
    if (!key) throw new ProviderUnreachable('Stripe has no key in this shop');
    client ??= createClient(settings, until);
    return client;
  };
  const sessions = () => api().checkout.sessions;

  return {
    id: 'stripe',
    name: paymentRules.stripe.name,
    unavailableReason: key ? null : 'Not available in this shop yet',
    testMode: Boolean(key && !key.includes('_live_')),
    // Stripe's smallest charge in INR is ₹0.50; the shop has no orders below ₹1.
    minimum: 100,

    async create(order, { origin, startedAt, attempt }) {
      const idempotencyKey = attempt ? `${order.orderId}-${attempt}` : order.orderId;
      const created = await callStripe(
        sessions().create(sessionOf(order, origin, startedAt), { idempotencyKey }),
      );
      if (!created.url) throw new ProviderUnreachable('Stripe returned no payment page');
      return { providerId: created.id, url: created.url };
    },

    retrieve: async (id) => toPaymentState(await callStripe(sessions().retrieve(id))),

    async expire(id) {
      const state = toPaymentState(await callStripe(sessions().retrieve(id)));
      if (state.state !== 'open') return state;
      try {
        return toPaymentState(await callStripe(sessions().expire(id)));
      } catch (error) {
        // No longer open: it may have been paid in the meantime.
        if (error instanceof ProviderRefused)
          return toPaymentState(await callStripe(sessions().retrieve(id)));
        throw error;
      }
    },

    // Stripe captures card payments itself.
    capture: async (id) => toPaymentState(await callStripe(sessions().retrieve(id))),

    async refund({ id, key, paymentId, amount, reference }) {
      const created = await callStripe(
        api().refunds.create(
          { payment_intent: paymentId, amount, metadata: { refund: id, reference } },
          { idempotencyKey: key },
        ),
      );
      if (created.status === 'failed')
        throw new ProviderRefused(created.failure_reason ?? 'the refund failed');
      return { providerId: created.id, done: created.status === 'succeeded' };
    },

    async listRefunds(paymentId) {
      const list = await callStripe(api().refunds.list({ payment_intent: paymentId, limit: 100 }));
      return list.data
        .filter(({ status }) => status === 'succeeded')
        .map(({ id: refundId, amount, metadata }) => ({
          refundId,
          paymentId,
          amount,
          ours: metadata?.refund ?? null,
        }));
    },

    async parseWebhook(raw, headers, now) {
      const secrets = [settings.STRIPE_WEBHOOK_SECRET, settings.STRIPE_WEBHOOK_SECRET_PREVIOUS];
      const setSecrets = secrets.filter((secret) => secret !== undefined && secret !== '') as string[];
      if (!key || !settings.STRIPE_WEBHOOK_SECRET) return webhookRefusals.notConfigured();
      const body = await verifySignature(api(), raw, headers.get('stripe-signature') ?? '', setSecrets, now);
      if (body === undefined) return webhookRefusals.forged();
      const { data: event } = signedEvent.safeParse(body);
      if (!event) return webhookRefusals.malformed();
      return {
        ok: true,
        event: { id: `stripe:${event.id}`, type: event.type, about: readUpdate(event, now) },
      };
    },
  };
}
