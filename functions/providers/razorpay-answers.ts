/**
 * What Razorpay answers and sends (https://razorpay.com/docs/api), in the shop's terms. It adds statuses and fields without
 * notice: only what the shop cannot do without is required, and nothing else makes an answer unreadable.
 */
import * as z from 'zod';
import type { ProviderUpdate, ReportedMoney } from '#db/schema/provider-event.ts';
import { log } from '../lib/log.ts';
import type { ReportedRefund } from './match-refund.ts';
import { optional } from './optional.ts';
import { type PaymentState, ProviderUnreachable, unreadable } from './provider.ts';

export const items = z.object({ items: z.array(z.unknown()) });

export const payment = z.object({
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
export const order = z.object({ id: z.string() });
export const refund = z.object({
  id: z.string(),
  payment_id: optional(z.string()),
  amount: optional(z.int()),
  status: optional(z.string()),
  notes: z.unknown().optional(),
});
type RazorpayRefund = z.infer<typeof refund>;
/** The notes of a refund that the shop has asked for. @property key missing in those of older versions */
export const refundNotes = z.object({ refund: z.string(), key: z.string().optional() });
export const refusal = z.object({ error: z.object({ description: z.string() }) });
/** Whether a refusal says that the amount is too small: `The amount must be at least INR 1.00`. It has no code of its own. */
export const isTooSmall = (description: string): boolean => /\bamount must be at ?least\b/i.test(description);
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
export const event = z.object({
  event: z.string().min(1).max(255),
  payload: z.record(z.string(), z.unknown()).catch({}),
  /** s */
  created_at: optional(z.int()),
});

/** The entity of an event's payload, if it is there and readable. */
const entityOf = <T>(schema: z.ZodType<T>, part: unknown): T | undefined =>
  z.object({ entity: schema }).safeParse(part).data?.entity;

/** The entries of a list that can be read. One that cannot is left out, and does not take the others with it. */
export function readable<T>(schema: z.ZodType<T>, list: readonly unknown[]): T[] {
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
export function toMoneyState(state: 'paid' | 'authorized', one: RazorpayPayment): PaymentState {
  const money = moneyOf(one);
  if (!money) throw new ProviderUnreachable('Razorpay reported a payment without an amount');
  return { state, ...money };
}

/** The state of an order, from its payment attempts. */
export function toPaymentState(items: readonly RazorpayPayment[]): PaymentState {
  const captured = items.find(({ status }) => status === 'captured');
  if (captured) return toMoneyState('paid', captured);
  const authorized = items.find(({ status }) => status === 'authorized');
  return authorized ? toMoneyState('authorized', authorized) : { state: 'open' };
}

/** Statuses of an attempt that has ended. One that the shop does not know may still be paid. */
const ended = ['failed', 'refunded'];
export const isPaying = ({ status, created_at }: RazorpayPayment, now: number): boolean =>
  !ended.includes(status) && (created_at ?? 0) * 1000 > now - approvalTime;

/** @param paymentId of a list, whose entries need not repeat it @returns undefined for a refund without an amount */
export function toReportedRefund(
  { id, payment_id, amount, notes }: RazorpayRefund,
  paymentId = payment_id,
): ReportedRefund | undefined {
  if (typeof amount !== 'number' || typeof paymentId !== 'string') return undefined;
  return { refundId: id, paymentId, amount, ours: refundNotes.safeParse(notes).data?.refund ?? null };
}

const paymentEvents = ['payment.authorized', 'payment.captured', 'order.paid', 'payment.failed'];
const refundEvents = ['refund.processed', 'refund.failed'];

/** What an event means. @param now UTC ms, for an event without a time */
export function updateOf(
  { event: type, payload, created_at }: z.infer<typeof event>,
  now: number,
): ProviderUpdate {
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
