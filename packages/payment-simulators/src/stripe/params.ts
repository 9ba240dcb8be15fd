/** Parameters of Stripe's API, checked and refused as Stripe does. Every value arrives as text. */
import * as z from 'zod';
import type { FormFields } from '../form.ts';
import { StripeError } from './errors.ts';

/** A check whose failure has an error code of Stripe's. */
const coded = (code: string, message: string) => ({ error: message, params: { code } });

const text = (max: number) =>
  z
    .string()
    .min(1, {
      error: 'You passed an empty string. We assume empty values are an attempt to unset a parameter.',
    })
    .max(max, { error: `Invalid string: must be at most ${max} characters` });

const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), coded('parameter_invalid_integer', 'Invalid integer'))
  .transform(Number);
const positive = integer.refine((value) => value >= 1, {
  ...coded('parameter_invalid_integer', 'This value must be greater than or equal to 1.'),
});
const notNegative = integer.refine((value) => value >= 0, {
  ...coded('parameter_invalid_integer', 'This value must be greater than or equal to 0.'),
});
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

function isAbsolute(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(value);
}
const url = z.string().refine(isAbsolute, coded('url_invalid', 'Not a valid URL'));
const email = z
  .string()
  .refine((value) => z.email().safeParse(value).success, coded('email_invalid', 'Invalid email address'));
const currency = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => /^[a-z]{3}$/.test(value), { error: 'Invalid currency' });

/** https://docs.stripe.com/api/metadata */
const metadata = z
  .record(z.string().max(40, { error: 'Metadata keys can have up to 40 characters' }), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50, { error: 'Metadata can have up to 50 keys' });

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency,
    unit_amount: notNegative,
    product_data: z.strictObject({
      name: text(5000),
      description: text(40_000).optional(),
      images: z.array(url).max(8).optional(),
      metadata: metadata.optional(),
    }),
  }),
  quantity: positive,
});

/** The parameters of POST /v1/checkout/sessions that the simulator supports: payments of lines with inline prices. */
export const sessionParams = z.strictObject({
  mode: z.literal('payment', { error: 'The simulator supports only mode "payment"' }),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text(1000).optional(),
      receipt_email: email.optional(),
      statement_descriptor_suffix: text(22).optional(),
    })
    .optional(),
  allowed_payment_method_types: z.array(text(100)).min(1).optional(),
  payment_method_types: z.array(text(100)).min(1).optional(),
  locale: text(10).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  allow_promotion_codes: flag.optional(),
  phone_number_collection: z.strictObject({ enabled: flag }).optional(),
  expand: z.array(z.string()).optional(),
});
export type SessionParams = z.output<typeof sessionParams>;

/** POST /v1/refunds. */
export const refundParams = z.strictObject({
  payment_intent: text(255).optional(),
  charge: text(255).optional(),
  amount: positive.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
});
export type RefundParams = z.output<typeof refundParams>;

/** For calls that take nothing of their own. */
export const noParams = z.strictObject({ expand: z.array(z.string()).optional() });

const nameOf = ([head, ...rest]: readonly PropertyKey[]): string =>
  String(head) + rest.map((key) => `[${String(key)}]`).join('');

function refusalOf(issue: z.core.$ZodIssue): StripeError {
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? '']);
    const message = `Received unknown parameter: ${unknown}`;
    return new StripeError(400, { code: 'parameter_unknown', message, param: unknown });
  }
  if (issue.input === undefined && issue.code === 'invalid_type')
    return new StripeError(400, {
      code: 'parameter_missing',
      message: `Missing required param: ${param}.`,
      param,
    });
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return new StripeError(400, { ...(code && { code }), message: issue.message, param });
}

/** @throws StripeError for the first parameter that is not as it should be */
export function readParams<S extends z.ZodType>(schema: S, fields: FormFields): z.output<S> {
  const result = schema.safeParse(fields, { reportInput: true });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw first ? refusalOf(first) : new StripeError(400, { message: 'Invalid request' });
}
