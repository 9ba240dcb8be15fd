/**
 * Stripe's objects, with the fields that clients read: https://docs.stripe.com/api. Amounts are in the smallest unit of
 * the currency, times in seconds.
 */
import { newId } from '../core/ids.ts';
import { longest, type RefundParams, type SessionParams, totalOf } from './params.ts';

export type LineItem = ReturnType<typeof newLineItems>[number];
export type Session = ReturnType<typeof newSession>;
export type Intent = ReturnType<typeof newIntent>;
export type Charge = ReturnType<typeof newCharge>;
export type Refund = ReturnType<typeof newRefund>;
export type Dispute = ReturnType<typeof newDispute>;
export type StripeEvent = ReturnType<typeof newEvent>;
export type StripeObject = Session | Intent | Charge | Refund | Dispute;

export const newLineItems = ({ line_items }: SessionParams) =>
  line_items.map(({ price_data: { currency, unit_amount, product_data }, quantity }) => ({
    id: newId('li_', 24),
    object: 'item',
    amount_subtotal: unit_amount * quantity,
    amount_total: unit_amount * quantity,
    currency,
    description: product_data.name,
    price: { id: newId('price_', 24), object: 'price', currency, unit_amount },
    quantity,
  }));

/** @param payUrl of the hosted payment pages, without the session's id */
export function newSession(params: SessionParams, now: number, payUrl: string) {
  // As long as Stripe's.
  const id = newId('cs_test_a1', 56);
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: totalOf(params),
    amount_total: totalOf(params),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: now,
    currency: params.line_items[0]?.price_data.currency ?? '',
    customer: null,
    customer_details: null as { email: string } | null,
    customer_email: params.customer_email ?? null,
    expires_at: params.expires_at ?? now + longest,
    livemode: false,
    metadata: params.metadata ?? {},
    mode: 'payment',
    // There is one once somebody has tried to pay.
    payment_intent: null as string | null,
    payment_method_types: params.allowed_payment_method_types ?? params.payment_method_types ?? ['card'],
    payment_status: 'unpaid' as 'unpaid' | 'paid',
    status: 'open' as 'open' | 'complete' | 'expired',
    success_url: params.success_url,
    url: `${payUrl}/${id}` as string | null,
  };
}

/** Values of a payment that differ from the session's, to test whether the shop checks them. */
export type PaymentOverrides = {
  amount?: number;
  /** Three lower-case letters. */
  currency?: string;
  /** Another `client_reference_id`. */
  reference?: string;
};

type PaymentError = { charge: string; code: string; decline_code: string; message: string; type: string };
type IntentStatus = 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';

/** The intent of a first try to pay; nothing has been taken yet. */
export function newIntent(
  session: Session,
  data: NonNullable<SessionParams['payment_intent_data']>,
  now: number,
) {
  const id = newId('pi_3', 23);
  return {
    id,
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: 0,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    client_secret: `${id}_secret_${newId('', 25)}`,
    created: now,
    currency: session.currency,
    customer: null,
    description: data.description ?? null,
    last_payment_error: null as PaymentError | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: data.metadata ?? {},
    payment_method: null as string | null,
    payment_method_types: session.payment_method_types,
    receipt_email: data.receipt_email ?? null,
    status: 'requires_payment_method' as IntentStatus,
  };
}

/** The message for a declined card, on the hosted page too. */
export const declineMessage = 'Your card was declined.';

/** A charge that went through, or did not. */
export const newCharge = (intent: Intent, email: string | null, succeeds: boolean, now: number) => ({
  id: newId('ch_3', 23),
  object: 'charge',
  amount: intent.amount,
  amount_captured: succeeds ? intent.amount : 0,
  amount_refunded: 0,
  billing_details: { email },
  captured: succeeds,
  created: now,
  currency: intent.currency,
  customer: null,
  description: intent.description,
  disputed: false,
  failure_code: succeeds ? null : 'card_declined',
  failure_message: succeeds ? null : declineMessage,
  livemode: false,
  metadata: intent.metadata,
  paid: succeeds,
  payment_intent: intent.id,
  payment_method: newId('pm_1', 23),
  payment_method_details: {
    card: { brand: 'visa', country: 'IN', exp_month: 12, exp_year: 2034, funding: 'credit', last4: '0005' },
    type: 'card',
  },
  refunded: false,
  status: succeeds ? 'succeeded' : 'failed',
});

type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** Bank references of a refund. */
const pendingReference = { card: { reference_status: 'pending' } as Record<string, string>, type: 'card' };
export const arrivedReference: typeof pendingReference = {
  card: { reference: '4900000000000000000001', reference_status: 'available' },
  type: 'card',
};

export const newRefund = (
  charge: Charge,
  amount: number,
  { reason, metadata }: RefundParams,
  status: RefundStatus,
  now: number,
) => ({
  id: newId('re_3', 23),
  object: 'refund',
  amount,
  charge: charge.id,
  created: now,
  currency: charge.currency,
  destination_details: pendingReference,
  failure_reason: undefined as string | undefined,
  metadata: metadata ?? {},
  payment_intent: charge.payment_intent,
  reason: reason ?? null,
  status,
});

/** The time that Stripe gives for an answer to a Visa dispute, s. */
const answerTime = 9 * 24 * 60 * 60;
type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';

export const newDispute = (charge: Charge, reason: string, now: number) => ({
  id: newId('du_1', 23),
  object: 'dispute',
  amount: charge.amount,
  charge: charge.id,
  created: now,
  currency: charge.currency,
  evidence_details: { due_by: (now + answerTime) as number | null, has_evidence: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason,
  status: 'needs_response' as DisputeStatus,
});

/** The API request that an event comes from; without one it comes from the hosted page or the clock. */
export type Cause = { id: string | null; idempotency_key: string | null };

/** The version that stripe-node 23 asks for. */
export const apiVersion = '2026-10-28.endive';

/** A snapshot of the moment. @param previous fields of the object that have changed, with their old values */
export const newEvent = (
  type: string,
  object: StripeObject,
  request: Cause = { id: null, idempotency_key: null },
  previous: object | undefined,
  now: number,
) => ({
  id: newId('evt_1', 23),
  object: 'event',
  api_version: apiVersion,
  created: now,
  data: { object, ...(previous && { previous_attributes: previous }) },
  livemode: false,
  pending_webhooks: 1,
  request,
  type,
});
