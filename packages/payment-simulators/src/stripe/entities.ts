/**
 * Stripe's objects, with the fields that clients read: https://docs.stripe.com/api. Amounts are in the smallest unit of
 * the currency, times in seconds.
 */
import { newId } from '../core/ids.ts';
import type { TestCard } from './cards.ts';
import {
  type CustomerParams,
  type IntentParams,
  longest,
  type PriceParams,
  type ProductParams,
  type RefundParams,
  type SessionParams,
} from './params.ts';

export type Customer = ReturnType<typeof newCustomer>;
export type Product = ReturnType<typeof newProduct>;
export type Price = ReturnType<typeof newPrice>;
export type LineItem = ReturnType<typeof newLineItem>;
export type Session = ReturnType<typeof newSession>;
export type Intent = ReturnType<typeof newIntent>;
export type PaymentMethod = ReturnType<typeof newPaymentMethod>;
export type Charge = ReturnType<typeof newCharge>;
export type Refund = ReturnType<typeof newRefund>;
export type Dispute = ReturnType<typeof newDispute>;
export type StripeEvent = ReturnType<typeof newEvent>;
export type StripeObject =
  | Customer
  | Product
  | Price
  | Session
  | Intent
  | PaymentMethod
  | Charge
  | Refund
  | Dispute;

export const newCustomer = (params: CustomerParams, now: number) => ({
  id: newId('cus_', 14),
  object: 'customer' as const,
  address: params.address ?? null,
  balance: 0,
  created: now,
  currency: null,
  default_source: null,
  /** A deleted customer stays known by its id. */
  deleted: undefined as true | undefined,
  delinquent: false,
  description: params.description ?? null,
  email: params.email ?? null,
  livemode: false,
  metadata: params.metadata ?? {},
  name: params.name ?? null,
  phone: params.phone ?? null,
  preferred_locales: params.preferred_locales ?? [],
  shipping: params.shipping ?? null,
  tax_exempt: 'none',
});

export const newProduct = ({ id, name, ...params }: ProductParams, now: number) => ({
  id: id ?? newId('prod_', 14),
  object: 'product' as const,
  active: params.active ?? true,
  created: now,
  default_price: null as string | null,
  description: params.description ?? null,
  images: params.images ?? [],
  livemode: false,
  marketing_features: [],
  metadata: params.metadata ?? {},
  name,
  shippable: params.shippable ?? null,
  tax_code: null,
  type: 'service',
  unit_label: params.unit_label ?? null,
  updated: now,
  url: params.url ?? null,
});

type NewPrice = Omit<PriceParams, 'product' | 'product_data' | 'expand'>;

export const newPrice = ({ unit_amount, currency, ...params }: NewPrice, product: string, now: number) => ({
  id: newId('price_1', 23),
  object: 'price' as const,
  active: params.active ?? true,
  billing_scheme: 'per_unit',
  created: now,
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: params.lookup_key ?? null,
  metadata: params.metadata ?? {},
  nickname: params.nickname ?? null,
  product,
  recurring: null,
  tax_behavior: params.tax_behavior ?? 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
  unit_amount,
  unit_amount_decimal: String(unit_amount),
});

export const newLineItem = (price: Price, { name }: Product, quantity: number) => ({
  id: newId('li_1', 23),
  object: 'item' as const,
  amount_discount: 0,
  amount_subtotal: price.unit_amount * quantity,
  amount_tax: 0,
  amount_total: price.unit_amount * quantity,
  currency: price.currency,
  description: name,
  price,
  quantity,
});

/** In the smallest unit of the currency. */
export const totalOf = (lines: readonly LineItem[]): number =>
  lines.reduce((sum, { amount_total }) => sum + amount_total, 0);

/** @param payUrl of the hosted payment pages, without the session's id */
export function newSession(params: SessionParams, lines: readonly LineItem[], now: number, payUrl: string) {
  // As long as Stripe's.
  const id = newId('cs_test_a1', 56);
  return {
    id,
    object: 'checkout.session' as const,
    amount_subtotal: totalOf(lines),
    amount_total: totalOf(lines),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: now,
    currency: lines[0]?.currency ?? '',
    customer: params.customer ?? null,
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

type PaymentError = {
  charge?: string;
  code: string;
  decline_code?: string;
  message: string;
  payment_method?: PaymentMethod;
  type: 'card_error' | 'invalid_request_error';
};
type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'canceled';
type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } }
  | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: string } };

/** What an intent that nothing has been done with yet is made from. */
export type NewIntent = Pick<IntentParams, 'amount' | 'currency'> &
  Partial<
    Pick<
      IntentParams,
      | 'automatic_payment_methods'
      | 'capture_method'
      | 'customer'
      | 'description'
      | 'metadata'
      | 'receipt_email'
      | 'shipping'
    >
  > & { payment_method_types?: string[] | undefined };

export function newIntent(params: NewIntent, now: number) {
  const id = newId('pi_3', 23);
  const automatic = params.automatic_payment_methods ?? {
    enabled: params.payment_method_types === undefined,
  };
  return {
    id,
    object: 'payment_intent' as const,
    amount: params.amount,
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: automatic.enabled
      ? { allow_redirects: 'always' as 'always' | 'never', ...automatic }
      : null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: now,
    currency: params.currency,
    customer: params.customer ?? null,
    description: params.description ?? null,
    last_payment_error: null as PaymentError | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: params.metadata ?? {},
    next_action: null as NextAction | null,
    payment_method: null as string | null,
    payment_method_types: params.payment_method_types ?? ['card'],
    receipt_email: params.receipt_email ?? null,
    shipping: params.shipping ?? null,
    status: 'requires_payment_method' as IntentStatus,
  };
}

export const newPaymentMethod = (
  { brand, last4, country = 'US', funding = 'credit' }: TestCard,
  now: number,
) => ({
  id: newId('pm_1', 23),
  object: 'payment_method' as const,
  billing_details: { address: null, email: null, name: null, phone: null },
  card: { brand, country, exp_month: 12, exp_year: 2034, funding, last4 },
  created: now,
  customer: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

/** Whether the bank has given the money, or has reserved it until the shop captures it, or neither. */
type ChargeOutcome = 'captured' | 'authorized' | { code: string; message: string };

export function newCharge(
  intent: Intent,
  { id, card }: PaymentMethod,
  email: string | null,
  outcome: ChargeOutcome,
  now: number,
) {
  const failure = typeof outcome === 'object' ? outcome : undefined;
  return {
    id: newId('ch_3', 23),
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: outcome === 'captured' ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: { email },
    captured: outcome === 'captured',
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: !failure,
    payment_intent: intent.id,
    payment_method: id,
    payment_method_details: { card, type: 'card' },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  };
}

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
  object: 'refund' as const,
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
  object: 'dispute' as const,
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
