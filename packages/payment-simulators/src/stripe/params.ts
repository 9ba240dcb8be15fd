/** Parameters of Stripe's API, checked and refused as Stripe does. Every value arrives as text. */
import * as z from 'zod';
import { StripeError } from './errors.ts';
import type { FormFields } from './form.ts';

/** A check whose failure has an error code of Stripe's. */
const coded = (code: string, error: string) => ({ error, params: { code } });

const text = z.string().min(1, { error: 'You passed an empty string.' }).max(5000);
const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), coded('parameter_invalid_integer', 'Invalid integer'))
  .transform(Number);
const atLeast = (least: number) =>
  integer.refine(
    (value) => value >= least,
    coded('parameter_invalid_integer', `This value must be greater than or equal to ${least}.`),
  );
const url = z
  .string()
  .refine(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    coded('url_invalid', 'Not a valid URL'),
  );
const email = z
  .string()
  .refine((value) => z.email().safeParse(value).success, coded('email_invalid', 'Invalid email address'));
const currency = z
  .string()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, { error: 'Invalid currency' });
/** https://docs.stripe.com/api/metadata */
const metadata = z
  .record(z.string().max(40, { error: 'Metadata keys can have up to 40 characters' }), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50, { error: 'Metadata can have up to 50 keys' });
const expand = z.array(z.string()).optional();

/** Parameters of Stripe's that are accepted and change nothing. */
const ignored = Object.fromEntries(
  [
    'adaptive_pricing',
    'allow_promotion_codes',
    'automatic_tax',
    'billing_address_collection',
    'consent_collection',
    'custom_text',
    'customer_creation',
    'locale',
    'payment_method_options',
    'phone_number_collection',
    'shipping_address_collection',
    'submit_type',
    'ui_mode',
  ].map((name) => [name, z.unknown().optional()]),
);

/** POST /v1/checkout/sessions: payments of lines with inline prices. */
export const sessionParams = z.strictObject({
  mode: z.literal('payment', { error: 'The simulator supports only mode "payment"' }),
  line_items: z
    .array(
      z.strictObject({
        price_data: z.strictObject({
          currency,
          unit_amount: atLeast(0),
          product_data: z.object({ name: text }),
        }),
        quantity: atLeast(1),
      }),
    )
    .min(1)
    .max(100),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: text.optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .object({ metadata: metadata.optional(), description: text.optional(), receipt_email: email.optional() })
    .optional(),
  allowed_payment_method_types: z.array(text).min(1).optional(),
  payment_method_types: z.array(text).min(1).optional(),
  expand,
  ...ignored,
});
export type SessionParams = z.output<typeof sessionParams>;

/** POST /v1/refunds. */
export const refundParams = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: atLeast(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
});
export type RefundParams = z.output<typeof refundParams>;

/** For calls that take nothing of their own. */
export const noParams = z.strictObject({ expand });

const nameOf = ([head, ...rest]: readonly PropertyKey[]): string =>
  String(head) + rest.map((key) => `[${String(key)}]`).join('');

function errorOf(issue: z.core.$ZodIssue): StripeError {
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? '']);
    // Not Stripe's own words: Stripe may well know it.
    const message = `The simulator does not support the parameter ${unknown}.`;
    return new StripeError(400, { code: 'parameter_unknown', message, param: unknown });
  }
  if (issue.input === undefined && issue.code === 'invalid_type') {
    const message = `Missing required param: ${param}.`;
    return new StripeError(400, { code: 'parameter_missing', message, param });
  }
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return new StripeError(400, { ...(code && { code }), message: issue.message, param });
}

/** @throws StripeError for the first parameter that is not as it should be */
export function readParams<S extends z.ZodType>(schema: S, fields: FormFields): z.output<S> {
  const result = schema.safeParse(fields, { reportInput: true });
  if (result.success) return result.data;
  throw result.error.issues.map(errorOf)[0];
}

/** Stripe's limits: https://docs.stripe.com/api/checkout/sessions/create. s, and the smallest unit of the currency. */
const shortest = 30 * 60;
export const longest = 24 * 60 * 60;
const smallestAmount = 50;
const largestAmount = 99_999_999;

/** In the smallest unit of the currency. */
export const totalOf = ({ line_items }: SessionParams): number =>
  line_items.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0);

/**
 * Errors that belong to no single parameter.
 * @param now s @throws StripeError for several currencies, and for a sum or a time that Stripe does not take
 */
export function checkSession(params: SessionParams, now: number): void {
  const refuse = (message: string, more: { code?: string; param?: string }) =>
    new StripeError(400, { message, ...more });
  const currencies = new Set(params.line_items.map(({ price_data }) => price_data.currency));
  if (currencies.size > 1)
    throw refuse('All line items must have the same currency.', { param: 'line_items' });
  const total = totalOf(params);
  if (total < smallestAmount)
    throw refuse(`The total amount due must be at least ${smallestAmount}`, { code: 'amount_too_small' });
  if (total > largestAmount)
    throw refuse(`The total amount due must be no more than ${largestAmount}`, { code: 'amount_too_large' });
  const time = (params.expires_at ?? now + longest - 1) - now;
  if (time < shortest || time >= longest)
    throw refuse('The `expires_at` timestamp must be 30 minutes to 24 hours from creation.', {
      param: 'expires_at',
    });
}
