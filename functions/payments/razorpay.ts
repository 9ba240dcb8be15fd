/**
 * UPI, cards and net banking through Razorpay (https://razorpay.com/docs/api): its widget opens over our
 * checkout. Spoken to with fetch and WebCrypto, whose `verify` compares in constant time.
 */
import { z } from 'zod';
import type { ProviderNews } from '#db/schema/provider-event.ts';
import { paymentMethodNames } from '#features/orders/order.ts';
import type { Paise } from '#lib/money.ts';
import { type PaymentProvider, type PaymentState, ProviderRefused, ProviderSilent } from './provider.ts';
import { signedWith } from './signature.ts';
import { givenUp } from './time-left.ts';

export type RazorpaySettings = {
  RAZORPAY_KEY_ID?: string;
  RAZORPAY_KEY_SECRET?: string;
  RAZORPAY_WEBHOOK_SECRET?: string;
  /** The one before: after a change, repeats of older events still carry its signature. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string;
  RAZORPAY_API_BASE?: string;
};

const payment = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  amount: z.int(),
  amount_refunded: z.int().nullish(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  error_description: z.string().nullish(),
  /** s */
  created_at: z.int(),
});
type RazorpayPayment = z.infer<typeof payment>;
const order = z.object({ id: z.string() });
const payments = z.object({ items: z.array(payment) });
const refund = z.object({ id: z.string(), payment_id: z.string(), amount: z.int(), status: z.string() });
const refunds = z.object({ items: z.array(refund.extend({ notes: z.unknown() })) });
const refusal = z.object({ error: z.object({ description: z.string() }) });
/** https://razorpay.com/docs/api/disputes/entity; times are s. */
const dispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason_code: z.string(),
  status: z.string(),
  respond_by: z.int().nullish(),
  created_at: z.int(),
});
const event = z.object({
  event: z.string().min(1).max(255),
  payload: z.object({
    payment: z.object({ entity: payment }).optional(),
    refund: z.object({ entity: refund }).optional(),
    dispute: z.object({ entity: dispute }).optional(),
  }),
  /** s */
  created_at: z.int(),
});

/** A shopper who began to pay by UPI has this long to say yes in their app, ms. */
const stillPaying = 15 * 60 * 1000;

/** What has gone back already was not paid: then the amount does not fit, and an operator looks. */
const moneyOf = ({ id, amount, amount_refunded, currency }: RazorpayPayment) => ({
  paymentId: id,
  amount: amount - (amount_refunded ?? 0),
  currency,
  // Its payments know only its own order, by which we have found ours.
  forOrder: null,
});
const paid = (made: RazorpayPayment) => ({ state: 'paid', ...moneyOf(made) }) as const;

/** The best that any try has come to. */
function stateOf(items: readonly RazorpayPayment[]): PaymentState {
  const captured = items.find(({ status }) => status === 'captured');
  if (captured) return paid(captured);
  const authorized = items.find(({ status }) => status === 'authorized');
  return authorized ? { state: 'authorized', ...moneyOf(authorized) } : { state: 'open' };
}

function newsOf({ event: type, payload, created_at }: z.infer<typeof event>): ProviderNews {
  const made = payload.payment?.entity;
  const back = payload.refund?.entity;
  if (payload.dispute && type.startsWith('payment.dispute.'))
    return disputeNews(type, payload.dispute.entity, created_at);
  if (back && (type === 'refund.processed' || type === 'refund.failed'))
    return {
      kind: type === 'refund.processed' ? 'refunded' : 'refund_failed',
      refundId: back.id,
      paymentId: back.payment_id,
      amount: back.amount,
    };
  if (!made?.order_id) return { kind: 'other' };
  const providerId = made.order_id;
  switch (type) {
    case 'payment.authorized':
      return { kind: 'authorized', providerId, ...moneyOf(made) };
    case 'payment.captured':
    case 'order.paid':
      return { kind: 'paid', providerId, ...moneyOf(made) };
    case 'payment.failed':
      return {
        kind: 'failed',
        providerId,
        reason: made.error_description || 'The payment did not go through.',
      };
    default:
      return { kind: 'other' };
  }
}

/** @param at when Razorpay wrote the event, s */
function disputeNews(
  type: string,
  { id, payment_id, amount, currency, reason_code, status, respond_by, created_at }: z.infer<typeof dispute>,
  at: number,
): ProviderNews {
  return {
    kind: 'dispute',
    disputeId: id,
    paymentId: payment_id,
    amount,
    currency,
    reason: reason_code,
    // The dispute itself has no status that says so.
    status: type === 'payment.dispute.action_required' ? 'action_required' : status,
    respondBy: respond_by ? respond_by * 1000 : null,
    openedAt: created_at * 1000,
    at: at * 1000,
  };
}

/** One call. Only Razorpay's own "no" settles anything. */
async function call<T>(
  { until, ...settings }: RazorpaySettings & { until: number },
  schema: z.ZodType<T>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_API_BASE } = settings;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${RAZORPAY_API_BASE || 'https://api.razorpay.com'}/v1${path}`, {
      method,
      headers: {
        ...headers,
        Authorization: `Basic ${btoa(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`)}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: givenUp(until),
    });
    answer = await response.json();
  } catch (error) {
    throw new ProviderSilent('Razorpay gave no answer', { cause: error });
  }
  if (response.status === 429 || response.status >= 500)
    throw new ProviderSilent(`Razorpay answered ${response.status}`);
  if (!response.ok)
    throw new ProviderRefused(
      refusal.safeParse(answer).data?.error.description ?? `status ${response.status}`,
    );
  const read = schema.safeParse(answer);
  if (!read.success) throw new ProviderSilent('Razorpay answered in a shape that we do not know');
  return read.data;
}

/** @param until when all calls are given up, UTC ms */
export function razorpay(given: RazorpaySettings, until: number): PaymentProvider {
  const settings = { ...given, until };
  const ready = settings.RAZORPAY_KEY_ID && settings.RAZORPAY_KEY_SECRET;
  const ask = async (id: string) => (await call(settings, payments, 'GET', `/orders/${id}/payments`)).items;
  const refundsOf = async (id: string) =>
    (await call(settings, refunds, 'GET', `/payments/${id}/refunds`)).items;

  return {
    id: 'razorpay',
    name: paymentMethodNames.razorpay,
    closed: ready ? null : 'Not available in this shop yet',
    testMode: !settings.RAZORPAY_KEY_ID?.startsWith('rzp_live'),
    // Razorpay's smallest order, 100 paise.
    minimum: 100,
    atTheDoor: false,

    async begin({ amount, reference, orderId }) {
      // Asked twice it makes two, but only the one whose id we have stored can ever be paid.
      const body = { amount, currency: 'INR', receipt: reference, notes: { order: orderId } };
      const { id } = await call(settings, order, 'POST', '/orders', body);
      return { providerId: id, url: null };
    },

    ask: async (id) => stateOf(await ask(id)),

    async end(id, now) {
      const items = await ask(id);
      const state = stateOf(items);
      if (state.state !== 'open') return state;
      const paying = items.some(
        ({ status, created_at }) => status === 'created' && created_at * 1000 > now - stillPaying,
      );
      // Its orders cannot be closed. What is authorised later is not captured, and returns by itself.
      return paying ? state : { state: 'ended', reason: 'No payment has arrived.' };
    },

    async capture(id, paymentId, amount: Paise) {
      try {
        const body = { amount, currency: 'INR' };
        return paid(await call(settings, payment, 'POST', `/payments/${paymentId}/capture`, body));
      } catch (error) {
        // Captured already, by another of our calls or by the account's own setting?
        if (error instanceof ProviderRefused) return stateOf(await ask(id));
        throw error;
      }
    },

    async repay({ id, paymentId, amount, reference }) {
      const ours = (await refundsOf(paymentId)).find(
        ({ notes }) => (notes as { refund?: string } | null)?.refund === id,
      );
      const made =
        ours ??
        (await call(
          settings,
          refund,
          'POST',
          `/payments/${paymentId}/refund`,
          { amount, notes: { refund: id, reference } },
          { 'X-Refund-Idempotency': id },
        ));
      if (made.status === 'failed') throw new ProviderRefused('the refund failed');
      return { providerId: made.id, done: made.status === 'processed' };
    },

    returned: async (paymentId) =>
      (await refundsOf(paymentId))
        .filter(({ status }) => status === 'processed')
        .map(({ id: refundId, amount }) => ({ refundId, amount })),

    async read(body, headers) {
      const { RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous } = settings;
      if (!ready || !secret) return { ok: false, code: 'closed' };
      const signature = headers.get('x-razorpay-signature') ?? '';
      const secrets = previous ? [secret, previous] : [secret];
      if (!(await signedWith(secrets, body, signature))) return { ok: false, code: 'forged' };
      const id = headers.get('x-razorpay-event-id');
      const read = event.safeParse(parsed(body));
      if (!id || id.length > 100 || !read.success) return { ok: false, code: 'malformed' };
      return {
        ok: true,
        event: { id: `razorpay:${id}`, type: read.data.event, about: newsOf(read.data) },
      };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
