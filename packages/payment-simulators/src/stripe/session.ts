/**
 * The Checkout Session object with every field that Stripe sends:
 * https://docs.stripe.com/api/checkout/sessions/object
 */
import type { Stripe } from 'stripe';
import { newId } from '../ids.ts';
import { StripeError } from './errors.ts';
import type { SessionParams } from './params.ts';

export type Session = Stripe.Checkout.Session;
export type LineItem = Stripe.LineItem;

/** Stripe's limits, in seconds: https://docs.stripe.com/api/checkout/sessions/create */
const shortest = 30 * 60;
const longest = 24 * 60 * 60;
/** The smallest and largest amount of a payment, in paise. */
const smallestAmount = 50;
const largestAmount = 99_999_999;

/** @throws StripeError for a time that is too near or too far */
function checkExpiry(expiresAt: number, now: number): void {
  const refuse = (message: string) => new StripeError(400, { message, param: 'expires_at' });
  if (expiresAt - now < shortest)
    throw refuse('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.');
  if (expiresAt - now >= longest)
    throw refuse('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.');
}

/** @throws StripeError for a sum that cannot be charged */
function checkTotal(total: number): void {
  const refuse = (code: string, limit: string) =>
    new StripeError(400, { code, message: `The Checkout Session's total amount due must be ${limit}` });
  if (total < smallestAmount) throw refuse('amount_too_small', 'at least ₹0.50 inr');
  if (total > largestAmount) throw refuse('amount_too_large', 'no more than ₹999,999.99 inr');
}

/** Paise. */
const totalOf = ({ line_items }: SessionParams): number =>
  line_items.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0);

/**
 * Errors that belong to no single parameter.
 * @param now seconds @throws StripeError for several currencies, and for a sum or a time that Stripe does not take
 */
export function checkSession(params: SessionParams, now: number): void {
  const currencies = new Set(params.line_items.map(({ price_data }) => price_data.currency));
  if (currencies.size > 1)
    throw new StripeError(400, {
      message: 'All line items must have the same currency.',
      param: 'line_items',
    });
  checkTotal(totalOf(params));
  if (params.expires_at !== undefined) checkExpiry(params.expires_at, now);
}

/** The session's lines. */
export function lineItemsOf({ line_items }: SessionParams): LineItem[] {
  return line_items.map(({ price_data: { currency, unit_amount, product_data }, quantity }) => ({
    id: newId('li_', 24),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: unit_amount * quantity,
    amount_tax: 0,
    amount_total: unit_amount * quantity,
    currency,
    description: product_data.name,
    metadata: {},
    // Only what a shop reads of it: the price is made for this line and used once.
    price: {
      id: newId('price_', 24),
      object: 'price',
      currency,
      unit_amount,
      type: 'one_time',
    } as Stripe.Price,
    quantity,
  }));
}

/** A customer as the hosted page has taken them down. */
export const customerDetails = (email: string | null): Stripe.Checkout.Session.CustomerDetails => ({
  address: { city: null, country: 'IN', line1: null, line2: null, postal_code: null, state: null },
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});

/** An open session of parameters that {@link checkSession} has passed. @param now seconds */
export function newSession(params: SessionParams, lines: readonly LineItem[], now: number): Session {
  const total = totalOf(params);
  // The same duration as at Stripe.
  const id = newId('cs_test_a1', 56);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: lines[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: params.customer_creation ?? 'if_required',
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at ?? now + longest,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: (params.locale ?? null) as Session['locale'],
    managed_payments: { enabled: false },
    metadata: params.metadata ?? {},
    mode: 'payment',
    origin_context: null,
    // There is one once somebody has tried to pay.
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: params.allowed_payment_method_types ?? params.payment_method_types ?? ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${new URL(params.success_url).origin}/dev/stripe/c/pay/${id}`,
    wallet_options: null,
  };
}
