/**
 * What Stripe answers and sends (https://docs.stripe.com/api), in the shop's terms. It adds values and fields without
 * notice: only what the shop cannot do without is required, and nothing else makes an answer unreadable.
 */
import * as z from 'zod';
import type { ProviderUpdate, ReportedMoney } from '#db/schema/provider-event.ts';
import { optional } from './optional.ts';
import { type PaymentState, ProviderUnreachable, unreadable } from './provider.ts';

/** An id, or the object with this id where Stripe has expanded it. */
const reference = optional(z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]));

const session = z.object({
  id: z.string(),
  /** open, complete, expired, or one that the shop does not know. */
  status: optional(z.string()),
  payment_status: optional(z.string()),
  payment_intent: reference,
  amount_total: optional(z.int()),
  client_reference_id: optional(z.string()),
  currency: optional(z.string()),
});
const refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: optional(z.string()),
  payment_intent: reference,
  /** Empty for a refund of the dashboard. */
  metadata: optional(z.object({ refund: optional(z.string()) })),
});
/** https://docs.stripe.com/api/disputes/object; times are s. */
const dispute = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  charge: reference,
  payment_intent: reference,
  reason: optional(z.string()),
  status: optional(z.string()),
  evidence_details: optional(z.object({ due_by: optional(z.int()) })),
  created: optional(z.int()),
});
/** A signed body comes from Stripe, but is not always an event. */
export const signedEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: optional(z.int()),
  data: optional(z.object({ object: z.unknown() })),
  /** The request to Stripe's API that the event comes from. */
  request: optional(z.object({ id: z.string().nullable() })),
});

export function toPaymentState(response: unknown): PaymentState {
  const parsed = session.safeParse(response);
  if (!parsed.success) throw new ProviderUnreachable('Stripe answered in an unknown format');
  const { status, payment_status, payment_intent: paymentId, amount_total, ...rest } = parsed.data;
  if (payment_status === 'paid' && paymentId) {
    // To take it for unpaid would cancel a paid order.
    if (typeof amount_total !== 'number')
      throw new ProviderUnreachable('Stripe reported a payment without an amount');
    return {
      state: 'paid',
      paymentId,
      amount: amount_total,
      currency: rest.currency ?? '',
      forOrder: rest.client_reference_id ?? null,
    };
  }
  // `complete` and unpaid: the bank has not confirmed yet.
  if (status !== 'expired') return { state: 'open', paying: status === 'complete' };
  return { state: 'ended', reason: 'The card was not charged: the payment page has expired.' };
}

const sessionEndings: Record<string, string> = {
  'checkout.session.expired': 'The payment page has expired.',
  'checkout.session.async_payment_failed': 'The bank did not confirm the payment.',
};

/** What an event means. @param now UTC ms, for an event without a time @throws for one that lacks what is needed of it */
function updateOf(
  { type, created, data, request }: z.output<typeof signedEvent>,
  now: number,
): ProviderUpdate {
  const object = data?.object;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { state, ...money } = toPaymentState(object);
      if (state !== 'paid') return { kind: 'other' };
      return { kind: 'paid', providerId: session.parse(object).id, ...(money as ReportedMoney) };
    }
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return {
        kind: 'ended',
        providerId: session.parse(object).id,
        reason: sessionEndings[type] ?? '',
        ...(request?.id && { asked: true }),
      };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id: refundId, amount, status, payment_intent: paymentId, metadata } = refund.parse(object);
      if (!paymentId) return { kind: 'other' };
      const about = { refundId, paymentId, amount, ours: metadata?.refund ?? null };
      if (status === 'succeeded') return { kind: 'refunded', ...about };
      return status === 'failed' || status === 'canceled'
        ? { kind: 'refund_failed', ...about }
        : { kind: 'other' };
    }
    default:
      if (!type.startsWith('charge.dispute.')) return { kind: 'other' };
      return disputeUpdate(dispute.parse(object), created ? created * 1000 : now);
  }
}

/** The same; an event that lacks what is needed of it is `unreadable`. */
export function readUpdate(event: z.output<typeof signedEvent>, now: number): ProviderUpdate {
  try {
    return updateOf(event, now);
  } catch {
    return unreadable;
  }
}

/** @param at when Stripe wrote the event, UTC ms */
function disputeUpdate(
  { id, charge, payment_intent, evidence_details, created, ...rest }: z.output<typeof dispute>,
  at: number,
): ProviderUpdate {
  // The shop stores a payment by its intent.
  const paymentId = payment_intent ?? charge;
  if (!paymentId) return unreadable;
  const { amount, currency, reason, status } = rest;
  const due = evidence_details?.due_by;
  return {
    kind: 'dispute',
    disputeId: id,
    paymentId,
    amount,
    currency,
    reason: reason ?? 'general',
    status: status ?? 'needs_response',
    respondBy: due ? due * 1000 : null,
    openedAt: created ? created * 1000 : at,
    at,
  };
}
