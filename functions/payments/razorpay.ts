/**
 * UPI, cards and net banking through Razorpay (https://razorpay.com/docs/api): its widget opens over the checkout
 * page. Uses fetch and WebCrypto, whose `verify` compares in constant time.
 */
import * as z from 'zod';
import type { ProviderUpdate } from '#db/schema/provider-event.ts';
import { paymentMethodNames } from '#features/orders/order.ts';
import type { Paise } from '#lib/money.ts';
import { callTimeout } from './call-timeout.ts';
import type { ReportedRefund } from './match-refund.ts';
import { type PaymentProvider, type PaymentState, ProviderRefused, ProviderUnreachable } from './provider.ts';
import { isSignedWith } from './signature.ts';

export type RazorpaySettings = {
  RAZORPAY_KEY_ID?: string;
  RAZORPAY_KEY_SECRET?: string;
  RAZORPAY_WEBHOOK_SECRET?: string;
  /** The previous secret, during a change: repeated events are still signed with it. */
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
const refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  status: z.string(),
  notes: z.unknown(),
});
/** The notes of a refund that the shop has asked for. @property key missing in those of older versions */
const refundNotes = z.object({ refund: z.string(), key: z.string().optional() });
const refunds = z.object({ items: z.array(refund) });
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

/** Time that a shopper has to approve a UPI payment in their app, ms. */
const approvalTime = 15 * 60 * 1000;

/** The paid amount without refunds. After a refund it does not match the order, and an operator has to look. */
const moneyOf = ({ id, amount, amount_refunded, currency }: RazorpayPayment) => ({
  paymentId: id,
  amount: amount - (amount_refunded ?? 0),
  currency,
  // Razorpay's payments name only Razorpay's order, by which the shop's order was found.
  forOrder: null,
});
const toPaidState = (payment: RazorpayPayment) => ({ state: 'paid', ...moneyOf(payment) }) as const;

/** The state of an order, from its payment attempts. */
function toPaymentState(items: readonly RazorpayPayment[]): PaymentState {
  const captured = items.find(({ status }) => status === 'captured');
  if (captured) return toPaidState(captured);
  const authorized = items.find(({ status }) => status === 'authorized');
  return authorized ? { state: 'authorized', ...moneyOf(authorized) } : { state: 'open' };
}

const toReportedRefund = ({ id, payment_id, amount, notes }: z.infer<typeof refund>): ReportedRefund => ({
  refundId: id,
  paymentId: payment_id,
  amount,
  ours: refundNotes.safeParse(notes).data?.refund ?? null,
});

function updateOf({ event: type, payload, created_at }: z.infer<typeof event>): ProviderUpdate {
  const attempt = payload.payment?.entity;
  const refunded = payload.refund?.entity;
  if (payload.dispute && type.startsWith('payment.dispute.'))
    return disputeUpdate(type, payload.dispute.entity, created_at);
  if (refunded && (type === 'refund.processed' || type === 'refund.failed'))
    return {
      kind: type === 'refund.processed' ? 'refunded' : 'refund_failed',
      ...toReportedRefund(refunded),
    };
  if (!attempt?.order_id) return { kind: 'other' };
  const providerId = attempt.order_id;
  switch (type) {
    case 'payment.authorized':
      return { kind: 'authorized', providerId, ...moneyOf(attempt) };
    case 'payment.captured':
    case 'order.paid':
      return { kind: 'paid', providerId, ...moneyOf(attempt) };
    case 'payment.failed':
      return {
        kind: 'failed',
        providerId,
        reason: attempt.error_description || 'The payment did not go through.',
      };
    default:
      return { kind: 'other' };
  }
}

/** @param at when Razorpay wrote the event, s */
function disputeUpdate(
  type: string,
  { id, payment_id, amount, currency, reason_code, status, respond_by, created_at }: z.infer<typeof dispute>,
  at: number,
): ProviderUpdate {
  return {
    kind: 'dispute',
    disputeId: id,
    paymentId: payment_id,
    amount,
    currency,
    reason: reason_code,
    // Only the event's type says that an answer is needed.
    status: type === 'payment.dispute.action_required' ? 'action_required' : status,
    respondBy: respond_by ? respond_by * 1000 : null,
    openedAt: created_at * 1000,
    at: at * 1000,
  };
}

/**
 * Calls Razorpay. Only a refusal by Razorpay means that nothing happened.
 * @throws ProviderRefused, ProviderUnreachable
 */
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
  let content: unknown;
  try {
    response = await fetch(`${RAZORPAY_API_BASE || 'https://api.razorpay.com'}/v1${path}`, {
      method,
      headers: {
        ...headers,
        Authorization: `Basic ${btoa(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`)}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: callTimeout(until),
    });
    content = await response.json();
  } catch (error) {
    throw new ProviderUnreachable('Razorpay gave no answer', { cause: error });
  }
  if (response.status === 429 || response.status >= 500)
    throw new ProviderUnreachable(`Razorpay answered ${response.status}`);
  if (!response.ok)
    throw new ProviderRefused(
      refusal.safeParse(content).data?.error.description ?? `status ${response.status}`,
    );
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new ProviderUnreachable('Razorpay answered in an unknown format');
  return parsed.data;
}

/** @param until end of the time for all calls, UTC ms */
export function razorpay(given: RazorpaySettings, until: number): PaymentProvider {
  const settings = { ...given, until };
  const isConfigured = settings.RAZORPAY_KEY_ID && settings.RAZORPAY_KEY_SECRET;
  const listPayments = async (id: string) =>
    (await call(settings, payments, 'GET', `/orders/${id}/payments`)).items;
  const listRefunds = async (id: string) =>
    (await call(settings, refunds, 'GET', `/payments/${id}/refunds?count=100`)).items;

  return {
    id: 'razorpay',
    name: paymentMethodNames.razorpay,
    unavailableReason: isConfigured ? null : 'Not available in this shop yet',
    testMode: !settings.RAZORPAY_KEY_ID?.startsWith('rzp_live'),
    // Razorpay's smallest order, 100 paise.
    minimum: 100,
    isCashOnDelivery: false,

    async create({ amount, reference, orderId }) {
      // A second call creates a second order, but only the order whose id the shop stores can be paid.
      const body = { amount, currency: 'INR', receipt: reference, notes: { order: orderId } };
      const { id } = await call(settings, order, 'POST', '/orders', body);
      return { providerId: id, url: null };
    },

    retrieve: async (id) => toPaymentState(await listPayments(id)),

    async expire(id, now) {
      const items = await listPayments(id);
      const state = toPaymentState(items);
      if (state.state !== 'open') return state;
      const paying = items.some(
        ({ status, created_at }) => status === 'created' && created_at * 1000 > now - approvalTime,
      );
      // Razorpay's orders cannot be closed. A later authorisation is not captured, and the bank releases it.
      return paying ? state : { state: 'ended', reason: 'No payment has arrived.' };
    },

    async capture(id, paymentId, amount: Paise) {
      try {
        const body = { amount, currency: 'INR' };
        return toPaidState(await call(settings, payment, 'POST', `/payments/${paymentId}/capture`, body));
      } catch (error) {
        // It may be captured already, by another call or by the account's settings.
        if (error instanceof ProviderRefused) return toPaymentState(await listPayments(id));
        throw error;
      }
    },

    async refund({ id, key, paymentId, amount, reference }) {
      const existing = (await listRefunds(paymentId)).find(({ notes }) => {
        const { data } = refundNotes.safeParse(notes);
        return (data?.key ?? data?.refund) === key;
      });
      const created =
        existing ??
        (await call(
          settings,
          refund,
          'POST',
          `/payments/${paymentId}/refund`,
          { amount, notes: { refund: id, key, reference } },
          { 'X-Refund-Idempotency': key },
        ));
      if (created.status === 'failed') throw new ProviderRefused('the refund failed');
      return { providerId: created.id, done: created.status === 'processed' };
    },

    listRefunds: async (paymentId) =>
      (await listRefunds(paymentId)).filter(({ status }) => status === 'processed').map(toReportedRefund),

    async parseWebhook(body, headers) {
      const { RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous } = settings;
      if (!isConfigured || !secret) return { ok: false, code: 'not_configured' };
      const signature = headers.get('x-razorpay-signature') ?? '';
      const secrets = previous ? [secret, previous] : [secret];
      if (!(await isSignedWith(secrets, body, signature))) return { ok: false, code: 'forged' };
      const id = headers.get('x-razorpay-event-id');
      const parsed = event.safeParse(parseJson(body));
      if (!id || id.length > 100 || !parsed.success) return { ok: false, code: 'malformed' };
      return {
        ok: true,
        event: { id: `razorpay:${id}`, type: parsed.data.event, about: updateOf(parsed.data) },
      };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
