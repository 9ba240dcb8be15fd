/**
 * UPI, cards and net banking through Razorpay (https://razorpay.com/docs/api): its widget opens over the checkout
 * page. Uses fetch and WebCrypto, whose `verify` compares in constant time.
 */
import * as z from 'zod';
import type { ProviderUpdate, ReportedMoney } from '#db/schema/provider-event.ts';
import { paymentMethodNames } from '#features/orders/order.ts';
import type { Paise } from '#lib/money.ts';
import { log } from '../lib/log.ts';
import { callTimeout } from './call-timeout.ts';
import type { ReportedRefund } from './match-refund.ts';
import {
  type PaymentProvider,
  type PaymentState,
  ProviderRefused,
  ProviderUnreachable,
  unreadable,
} from './provider.ts';
import { isSignedWith } from './signature.ts';

export type RazorpaySettings = {
  RAZORPAY_KEY_ID?: string;
  RAZORPAY_KEY_SECRET?: string;
  RAZORPAY_WEBHOOK_SECRET?: string;
  /** The previous secret, during a change: repeated events are still signed with it. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string;
  RAZORPAY_API_BASE?: string;
};

/**
 * A field that is used when it is there. Razorpay adds statuses and fields without notice, so only what the shop cannot do
 * without is required, and nothing else makes an answer unreadable.
 */
const optional = <T extends z.ZodType>(field: T) => field.nullish().catch(null);
const items = z.object({ items: z.array(z.unknown()) });

const payment = z.object({
  id: z.string(),
  /** created, authorized, captured, refunded, failed, or one that the shop does not know. */
  status: z.string(),
  order_id: optional(z.string()),
  /** Needed of money only. */
  amount: optional(z.int()),
  amount_refunded: optional(z.int()),
  currency: optional(z.string()),
  error_description: optional(z.string()),
  /** s */
  created_at: optional(z.int()),
});
type RazorpayPayment = z.infer<typeof payment>;
const order = z.object({ id: z.string() });
const refund = z.object({
  id: z.string(),
  payment_id: optional(z.string()),
  amount: optional(z.int()),
  status: optional(z.string()),
  notes: z.unknown().optional(),
});
type RazorpayRefund = z.infer<typeof refund>;
/** The notes of a refund that the shop has asked for. @property key missing in those of older versions */
const refundNotes = z.object({ refund: z.string(), key: z.string().optional() });
const refusal = z.object({ error: z.object({ description: z.string() }) });
/** https://razorpay.com/docs/api/disputes/entity; times are s. */
const dispute = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  currency: optional(z.string()),
  reason_code: optional(z.string()),
  status: optional(z.string()),
  respond_by: optional(z.int()),
  created_at: optional(z.int()),
});
/** A signed body comes from Razorpay, but is not always an event. */
const event = z.object({
  event: z.string().min(1).max(255),
  payload: z.record(z.string(), z.unknown()).catch({}),
  /** s */
  created_at: optional(z.int()),
});

/** The entity of an event's payload, if it is there and readable. */
const entityOf = <T>(schema: z.ZodType<T>, part: unknown): T | undefined =>
  z.object({ entity: schema }).safeParse(part).data?.entity;

/** The entries of a list that can be read. One that cannot is left out, and does not take the others with it. */
function readable<T>(schema: z.ZodType<T>, list: readonly unknown[]): T[] {
  const parsed = list.map((one) => schema.safeParse(one));
  const ignored = parsed.filter(({ success }) => !success).length;
  if (ignored) log('warn', { provider: 'razorpay', ignored });
  return parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
}

/** Time that a shopper has to approve a UPI payment in their app, ms. */
const approvalTime = 15 * 60 * 1000;

/**
 * The paid amount without refunds. After a refund it does not match the order, and an operator has to look.
 * @returns undefined for a payment without an amount
 */
const moneyOf = ({ id, amount, amount_refunded, currency }: RazorpayPayment): ReportedMoney | undefined =>
  amount === null || amount === undefined
    ? undefined
    : {
        paymentId: id,
        amount: amount - (amount_refunded ?? 0),
        currency: currency ?? '',
        // Razorpay's payments name only Razorpay's order, by which the shop's order was found.
        forOrder: null,
      };

/** @throws ProviderUnreachable without an amount: to take it for unpaid would cancel a paid order */
function toMoneyState(state: 'paid' | 'authorized', one: RazorpayPayment): PaymentState {
  const money = moneyOf(one);
  if (!money) throw new ProviderUnreachable('Razorpay reported a payment without an amount');
  return { state, ...money };
}

/** The state of an order, from its payment attempts. */
function toPaymentState(items: readonly RazorpayPayment[]): PaymentState {
  const captured = items.find(({ status }) => status === 'captured');
  if (captured) return toMoneyState('paid', captured);
  const authorized = items.find(({ status }) => status === 'authorized');
  return authorized ? toMoneyState('authorized', authorized) : { state: 'open' };
}

/** Statuses of an attempt that has ended. One that the shop does not know may still be paid. */
const ended = ['failed', 'refunded'];
const isPaying = ({ status, created_at }: RazorpayPayment, now: number): boolean =>
  !ended.includes(status) && (created_at ?? 0) * 1000 > now - approvalTime;

/** @param paymentId of a list, whose entries need not repeat it @returns undefined for a refund without an amount */
function toReportedRefund(
  { id, payment_id, amount, notes }: RazorpayRefund,
  paymentId = payment_id,
): ReportedRefund | undefined {
  if (typeof amount !== 'number' || typeof paymentId !== 'string') return undefined;
  return { refundId: id, paymentId, amount, ours: refundNotes.safeParse(notes).data?.refund ?? null };
}

const paymentEvents = ['payment.authorized', 'payment.captured', 'order.paid', 'payment.failed'];
const refundEvents = ['refund.processed', 'refund.failed'];

/** What an event means. @param now UTC ms, for an event without a time */
function updateOf({ event: type, payload, created_at }: z.infer<typeof event>, now: number): ProviderUpdate {
  if (type.startsWith('payment.dispute.')) {
    const disputed = entityOf(dispute, payload.dispute);
    return disputed ? disputeUpdate(type, disputed, created_at ? created_at * 1000 : now) : unreadable;
  }
  if (refundEvents.includes(type)) {
    const refunded = entityOf(refund, payload.refund);
    const about = refunded && toReportedRefund(refunded);
    return about
      ? { kind: type === 'refund.processed' ? 'refunded' : 'refund_failed', ...about }
      : unreadable;
  }
  if (!paymentEvents.includes(type)) return { kind: 'other' };
  const attempt = entityOf(payment, payload.payment);
  if (!attempt) return unreadable;
  // A payment without an order is not of this shop.
  if (!attempt.order_id) return { kind: 'other' };
  const providerId = attempt.order_id;
  if (type === 'payment.failed')
    return {
      kind: 'failed',
      providerId,
      reason: attempt.error_description || 'The payment did not go through.',
    };
  const money = moneyOf(attempt);
  if (!money) return unreadable;
  return { kind: type === 'payment.authorized' ? 'authorized' : 'paid', providerId, ...money };
}

/** @param at when Razorpay wrote the event, UTC ms */
function disputeUpdate(
  type: string,
  { id, payment_id, amount, currency, reason_code, status, respond_by, created_at }: z.infer<typeof dispute>,
  at: number,
): ProviderUpdate {
  const ofType = type.replace('payment.dispute.', '');
  return {
    kind: 'dispute',
    disputeId: id,
    paymentId: payment_id,
    amount,
    currency: currency ?? 'INR',
    reason: reason_code ?? 'general',
    // Only the event's type says that an answer is needed.
    status: ofType === 'action_required' ? ofType : (status ?? (ofType === 'created' ? 'open' : ofType)),
    respondBy: respond_by ? respond_by * 1000 : null,
    openedAt: created_at ? created_at * 1000 : at,
    at,
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
    readable(payment, (await call(settings, items, 'GET', `/orders/${id}/payments`)).items);
  const listRefunds = async (id: string) =>
    readable(refund, (await call(settings, items, 'GET', `/payments/${id}/refunds?count=100`)).items);

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
      const attempts = await listPayments(id);
      const state = toPaymentState(attempts);
      if (state.state !== 'open') return state;
      // Razorpay's orders cannot be closed. A later authorisation is not captured, and the bank releases it.
      return attempts.some((one) => isPaying(one, now))
        ? state
        : { state: 'ended', reason: 'No payment has arrived.' };
    },

    async capture(id, paymentId, amount: Paise) {
      try {
        const body = { amount, currency: 'INR' };
        return toMoneyState(
          'paid',
          await call(settings, payment, 'POST', `/payments/${paymentId}/capture`, body),
        );
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
      (await listRefunds(paymentId))
        .filter(({ status }) => status === 'processed')
        .flatMap((one) => toReportedRefund(one, paymentId) ?? []),

    async parseWebhook(body, headers, now) {
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
        event: { id: `razorpay:${id}`, type: parsed.data.event, about: updateOf(parsed.data, now) },
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
