/**
 * Cards through Stripe Checkout (https://docs.stripe.com/api/checkout/sessions): the shopper pays on
 * Stripe's own page, and card numbers never come near us. Spoken to by Stripe's own client.
 */
import Stripe from 'stripe';
import { z } from 'zod';
import type { Money, ProviderNews } from '#db/schema/provider-event.ts';
import { paymentMethodNames } from '#features/orders/order.ts';
import { paths } from '#lib/paths.ts';
import { type PaymentProvider, type PaymentState, ProviderRefused, ProviderSilent } from './provider.ts';
import { givenUp } from './time-left.ts';
export type StripeSettings = {
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** The one before, while it is being exchanged: events that are repeated still carry it. */
  STRIPE_WEBHOOK_SECRET_PREVIOUS?: string;
  /** Another server that speaks Stripe's protocol. */
  STRIPE_API_BASE?: string;
};

/** Stripe keeps a session open for at least 30 minutes (its documentation of `expires_at`); a hold ends before. */
const sessionMinutes = 35;
/** How old, or how far ahead, a webhook's own time may be, s. */
const tolerance = 300;

const session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.string(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullable(),
  amount_total: z.int().nullable(),
  client_reference_id: z.string().nullable(),
  currency: z.string().nullable(),
});
const refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string().nullable(),
  payment_intent: z.string().nullable(),
});
/** https://docs.stripe.com/api/disputes/object; times are s. */
const dispute = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  charge: z.string(),
  payment_intent: z.string().nullable(),
  reason: z.string(),
  status: z.string(),
  evidence_details: z.object({ due_by: z.int().nullable() }),
  created: z.int(),
});
/** What is signed is Stripe's, but not always an event. */
const signedEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.int(),
  data: z.object({ object: z.unknown() }),
});

function stateOf(answer: unknown): PaymentState {
  const read = session.safeParse(answer);
  if (!read.success) throw new ProviderSilent('Stripe answered in a shape that we do not know');
  const { status, payment_status, payment_intent, amount_total, currency, client_reference_id } = read.data;
  const paymentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (payment_status === 'paid' && paymentId)
    return {
      state: 'paid',
      paymentId,
      amount: amount_total ?? 0,
      currency: currency ?? '',
      forOrder: client_reference_id,
    };
  // Complete and unpaid: a bank still has to confirm.
  if (status !== 'expired') return { state: 'open' };
  return { state: 'ended', reason: 'The card was not charged: the payment page has expired.' };
}

function newsOf({ type, created, data: { object } }: z.output<typeof signedEvent>): ProviderNews {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { state, ...money } = stateOf(object);
      if (state !== 'paid') return { kind: 'other' };
      return { kind: 'paid', providerId: session.parse(object).id, ...(money as Money) };
    }
    case 'checkout.session.expired':
      return {
        kind: 'ended',
        providerId: session.parse(object).id,
        reason: 'The payment page has expired.',
      };
    case 'checkout.session.async_payment_failed':
      return {
        kind: 'ended',
        providerId: session.parse(object).id,
        reason: 'The bank did not confirm the payment.',
      };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id: refundId, amount, status, payment_intent: paymentId } = refund.parse(object);
      if (!paymentId) return { kind: 'other' };
      if (status === 'succeeded') return { kind: 'refunded', refundId, paymentId, amount };
      return status === 'failed' || status === 'canceled'
        ? { kind: 'refund_failed', refundId, paymentId, amount }
        : { kind: 'other' };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeNews(dispute.parse(object), created);
    default:
      return { kind: 'other' };
  }
}

/** @param at when Stripe wrote the event, s */
function disputeNews(
  { id, charge, payment_intent, evidence_details, created, ...said }: z.output<typeof dispute>,
  at: number,
): ProviderNews {
  const { due_by } = evidence_details;
  return {
    kind: 'dispute',
    disputeId: id,
    // A payment is known to us by its intent.
    paymentId: payment_intent ?? charge,
    ...said,
    respondBy: due_by === null ? null : due_by * 1000,
    openedAt: created * 1000,
    at: at * 1000,
  };
}

/** Only Stripe's own "no" settles anything; whatever else went wrong, it may have happened. */
async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const no = error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) < 500;
    if (no && error.statusCode !== 429 && error.statusCode !== 409)
      throw new ProviderRefused(error.message, { cause: error });
    throw new ProviderSilent('Stripe gave no answer', { cause: error });
  }
}

function client({ STRIPE_SECRET_KEY = '', STRIPE_API_BASE }: StripeSettings, until: number): Stripe {
  const { hostname, port, protocol } = new URL(STRIPE_API_BASE || 'https://api.stripe.com');
  return new Stripe(STRIPE_SECRET_KEY, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(((url, init) =>
      fetch(url, { ...init, signal: givenUp(until) })) as typeof fetch),
    // It carries the same idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** The body, parsed, when one of our secrets has signed exactly it at about this time. */
async function verified(
  stripe: Stripe,
  body: string,
  header: string,
  secrets: readonly string[],
  now: number,
): Promise<unknown> {
  // The library looks only backwards; an event from the future is as wrong as one from the past.
  const time = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
  if (!(time <= now / 1000 + tolerance)) return undefined;
  const subtle = Stripe.createSubtleCryptoProvider();
  for (const secret of secrets)
    try {
      return await stripe.webhooks.constructEventAsync(body, header, secret, tolerance, subtle, now);
    } catch {
      // Another secret may fit; none does: forged.
    }
  return undefined;
}

/** @param until when all calls are given up, UTC ms */
export function stripe(settings: StripeSettings, until: number): PaymentProvider {
  const key = settings.STRIPE_SECRET_KEY;
  let made: Stripe | undefined;
  const api = () => {
    made ??= client(settings, until);
    return made;
  };
  const sessions = () => api().checkout.sessions;

  return {
    id: 'stripe',
    name: paymentMethodNames.stripe,
    closed: key ? null : 'Not available in this shop yet',
    testMode: Boolean(key && !key.includes('_live_')),
    // Stripe's smallest charge in INR is ₹0.50; no order of ours is below ₹1.
    minimum: 100,
    atTheDoor: false,

    async begin(order, { origin, now, attempt }) {
      const verify = (success: boolean) => origin + paths.verify({ success, orderId: order.orderId });
      const begun = await asked(
        sessions().create(
          {
            mode: 'payment',
            allowed_payment_method_types: ['card'],
            client_reference_id: order.orderId,
            customer_email: order.email,
            line_items: order.lines.map(({ name, amount }) => ({
              quantity: 1,
              price_data: { currency: 'inr', unit_amount: amount, product_data: { name } },
            })),
            metadata: { order: order.orderId, reference: order.reference },
            payment_intent_data: { metadata: { order: order.orderId, reference: order.reference } },
            success_url: verify(true),
            cancel_url: verify(false),
            expires_at: Math.floor(now / 1000) + sessionMinutes * 60,
          },
          { idempotencyKey: attempt ? `${order.orderId}-${attempt}` : order.orderId },
        ),
      );
      if (!begun.url) throw new ProviderSilent('Stripe named no page to pay on');
      return { providerId: begun.id, url: begun.url };
    },

    ask: async (id) => stateOf(await asked(sessions().retrieve(id))),

    async end(id) {
      const state = stateOf(await asked(sessions().retrieve(id)));
      if (state.state !== 'open') return state;
      try {
        return stateOf(await asked(sessions().expire(id)));
      } catch (error) {
        // It is not open any more: paid in this very moment, perhaps.
        if (error instanceof ProviderRefused) return stateOf(await asked(sessions().retrieve(id)));
        throw error;
      }
    },

    // Cards are captured by Stripe itself.
    capture: async (id) => stateOf(await asked(sessions().retrieve(id))),

    async repay({ id, paymentId, amount, reference }) {
      const made = await asked(
        api().refunds.create(
          { payment_intent: paymentId, amount, metadata: { refund: id, reference } },
          { idempotencyKey: id },
        ),
      );
      if (made.status === 'failed') throw new ProviderRefused(made.failure_reason ?? 'the refund failed');
      return { providerId: made.id, done: made.status === 'succeeded' };
    },

    async returned(paymentId) {
      const made = await asked(api().refunds.list({ payment_intent: paymentId, limit: 100 }));
      return made.data
        .filter(({ status }) => status === 'succeeded')
        .map(({ id: refundId, amount }) => ({ refundId, amount }));
    },

    async read(raw, headers, now) {
      const secrets = [settings.STRIPE_WEBHOOK_SECRET, settings.STRIPE_WEBHOOK_SECRET_PREVIOUS];
      const ours = secrets.filter((secret) => secret !== undefined && secret !== '') as string[];
      if (!key || !settings.STRIPE_WEBHOOK_SECRET) return { ok: false, code: 'closed' };
      const body = await verified(api(), raw, headers.get('stripe-signature') ?? '', ours, now);
      if (body === undefined) return { ok: false, code: 'forged' };
      try {
        const event = signedEvent.parse(body);
        return { ok: true, event: { id: `stripe:${event.id}`, type: event.type, about: newsOf(event) } };
      } catch {
        return { ok: false, code: 'malformed' };
      }
    },
  };
}
