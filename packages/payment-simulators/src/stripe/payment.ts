/** PaymentIntent, Charge and Refund with every field that Stripe sends: https://docs.stripe.com/api */
import type { Stripe } from 'stripe';
import { newId } from '../ids.ts';
import type { SessionParams } from './params.ts';
import type { Session } from './session.ts';

export type Intent = Stripe.PaymentIntent;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;

type IntentData = NonNullable<SessionParams['payment_intent_data']>;

/** The intent of a first try to pay; nothing has been taken yet. @param now seconds */
export function newIntent(session: Session, data: IntentData, now: number): Intent {
  const id = newId('pi_3', 23);
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: now,
    currency: session.currency ?? 'inr',
    customer: null,
    customer_account: null,
    description: data.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: data.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: session.payment_method_types,
    payment_record: null,
    processing: null,
    receipt_email: data.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Stripe's test card, as an Indian bank would have given it out. */
const card = (amount: number): Stripe.Charge.PaymentMethodDetails => ({
  card: {
    amount_authorized: amount,
    authorization_code: null,
    brand: 'visa',
    electronic_commerce_indicator: null,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'IN',
    exp_month: 12,
    exp_year: 2034,
    extended_authorization: { status: 'disabled' },
    fingerprint: 'Xt5EWLLDS7FJjR1c',
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: '0005',
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: 'visa',
    network_token: { used: false },
    network_transaction_id: '104102978678771',
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  },
  type: 'card',
});

const approved: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
};

const declined: Stripe.Charge.Outcome = {
  ...approved,
  network_advice_code: '03',
  network_decline_code: '01',
  network_status: 'declined_by_network',
  reason: 'generic_decline',
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
};

/** The hosted page's message for a declined card. */
export const declineMessage = 'Your card was declined.';

/** A charge that went through, or did not. @param now seconds */
export function newCharge(intent: Intent, email: string | null, succeeds: boolean, now: number): Charge {
  const id = newId('ch_3', 23);
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: succeeds ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeds ? newId('txn_3', 23) : null,
    billing_details: {
      address: { city: null, country: 'IN', line1: null, line2: null, postal_code: null, state: null },
      email,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'TEST MODE',
    captured: succeeds,
    created: now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: succeeds ? null : 'card_declined',
    failure_message: succeeds ? null : declineMessage,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: succeeds ? approved : declined,
    paid: succeeds,
    payment_intent: intent.id,
    payment_method: newId('pm_1', 23),
    payment_method_details: card(intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: succeeds ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

/** @param now seconds */
export function newRefund(
  charge: Charge,
  fields: { amount: number; reason: Refund['reason']; metadata: Record<string, string>; status: string },
  now: number,
): Refund {
  return {
    id: newId('re_3', 23),
    object: 'refund',
    balance_transaction: newId('txn_3', 23),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...fields,
  };
}
