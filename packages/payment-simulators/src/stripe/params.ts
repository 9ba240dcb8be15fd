/** The parameters of each call of Stripe's API: https://docs.stripe.com/api */
import * as z from 'zod';
import { StripeError } from './errors.ts';
import {
  boolean,
  currency,
  email,
  expand,
  ignored,
  integer,
  integerFrom,
  metadata,
  oneOf,
  only,
  text,
  unsettable,
  url,
} from './fields.ts';

const amount = integerFrom(1);

/** A check that one of two parameters is given. */
const eitherOf = (a: string, b: string) =>
  [
    (fields: Record<string, unknown>) => (fields[a] === undefined) !== (fields[b] === undefined),
    { error: `You must specify either \`${a}\` or \`${b}\`.`, path: [a] },
  ] satisfies Parameters<z.ZodObject['refine']>;

/** POST /v1/checkout/sessions: payments of lines with stored or inline prices. */
export const sessionParams = z.strictObject({
  mode: only('payment'),
  line_items: z
    .array(
      z
        .strictObject({
          price: text.optional(),
          price_data: z
            .strictObject({
              currency,
              unit_amount: integerFrom(0),
              product: text.optional(),
              product_data: z
                .object({
                  name: text,
                  description: text.optional(),
                  images: z.array(url).optional(),
                  metadata: metadata.optional(),
                })
                .optional(),
            })
            .refine(...eitherOf('product', 'product_data'))
            .optional(),
          quantity: integerFrom(1),
        })
        .refine(...eitherOf('price', 'price_data')),
    )
    .min(1)
    .max(100),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: text.optional(),
  customer: text.optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      receipt_email: email.optional(),
      ...ignored('statement_descriptor', 'statement_descriptor_suffix'),
    })
    .optional(),
  allowed_payment_method_types: z.array(text).min(1).optional(),
  payment_method_types: z.array(text).min(1).optional(),
  ui_mode: only('hosted', 'hosted_page').optional(),
  expand,
  ...ignored(
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
  ),
});
export type SessionParams = z.output<typeof sessionParams>;

export const refundParams = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: amount.optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
  metadata: metadata.optional(),
  expand,
});
export type RefundParams = z.output<typeof refundParams>;
export const refundUpdate = z.strictObject({ metadata: metadata.optional(), expand });

/** What a payment can be confirmed with. */
const confirmation = {
  payment_method: text.optional(),
  return_url: url.optional(),
  off_session: boolean.optional(),
  error_on_requires_action: boolean.optional(),
  receipt_email: email.optional(),
};
const intentFields = {
  customer: text.optional(),
  description: unsettable.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_types: z.array(only('card')).min(1).optional(),
  receipt_email: email.optional(),
  shipping: z.looseObject({}).optional(),
  expand,
  ...ignored('statement_descriptor', 'statement_descriptor_suffix', 'payment_method_options'),
};
export const intentParams = z
  .strictObject({
    ...intentFields,
    ...confirmation,
    amount,
    currency,
    automatic_payment_methods: z
      .strictObject({ enabled: boolean, allow_redirects: oneOf('always', 'never').optional() })
      .optional(),
    capture_method: oneOf('automatic', 'automatic_async', 'manual').optional(),
    confirm: boolean.optional(),
  })
  .superRefine(({ confirm, return_url, off_session }, context) => {
    for (const [name, value] of Object.entries({ return_url, off_session }))
      if (value !== undefined && !confirm)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `You cannot provide \`${name}\` when \`confirm\` is not set to \`true\`.`,
        });
  });
export type IntentParams = z.output<typeof intentParams>;
export const intentUpdate = z.strictObject({
  ...intentFields,
  amount: amount.optional(),
  currency: currency.optional(),
});
export type IntentUpdate = z.output<typeof intentUpdate>;
export const confirmParams = z.strictObject({ ...confirmation, expand });
export type ConfirmParams = z.output<typeof confirmParams>;
export const captureParams = z.strictObject({
  amount_to_capture: amount.optional(),
  metadata: metadata.optional(),
  expand,
});
export type CaptureParams = z.output<typeof captureParams>;
export const cancelParams = z.strictObject({
  cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned').optional(),
  expand,
});
export type CancelParams = z.output<typeof cancelParams>;

export const customerParams = z.strictObject({
  address: z.looseObject({}).optional(),
  description: unsettable.optional(),
  email: email.or(z.literal('').transform(() => null)).optional(),
  metadata: metadata.optional(),
  name: unsettable.optional(),
  phone: unsettable.optional(),
  preferred_locales: z.array(text).optional(),
  shipping: z.looseObject({}).optional(),
  expand,
});
export type CustomerParams = z.output<typeof customerParams>;

const productFields = {
  active: boolean.optional(),
  description: unsettable.optional(),
  images: z.array(url).max(8).optional(),
  metadata: metadata.optional(),
  shippable: boolean.optional(),
  unit_label: unsettable.optional(),
  url: url.optional(),
  expand,
};
export const productParams = z.strictObject({ ...productFields, name: text, id: text.optional() });
export type ProductParams = z.output<typeof productParams>;
export const productUpdate = z.strictObject({
  ...productFields,
  name: text.optional(),
  default_price: text.optional(),
});

const priceFields = {
  active: boolean.optional(),
  lookup_key: unsettable.optional(),
  metadata: metadata.optional(),
  nickname: unsettable.optional(),
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified').optional(),
  expand,
};
export const priceParams = z
  .strictObject({
    ...priceFields,
    currency,
    unit_amount: integerFrom(0),
    product: text.optional(),
    product_data: z.strictObject({ name: text, metadata: metadata.optional() }).optional(),
  })
  .refine(...eitherOf('product', 'product_data'));
export type PriceParams = z.output<typeof priceParams>;
export const priceUpdate = z.strictObject(priceFields);

/** For calls that take nothing of their own. */
export const noParams = z.strictObject({ expand });

const moment = integer.optional();
/** @param filters parameters of this list alone; each takes a text or several */
export const listParams = (filters: readonly string[]) =>
  z.strictObject({
    limit: integerFrom(1, 100).optional(),
    starting_after: text.optional(),
    ending_before: text.optional(),
    created: integer.or(z.strictObject({ gt: moment, gte: moment, lt: moment, lte: moment })).optional(),
    expand,
    ...Object.fromEntries(filters.map((name) => [name, text.or(z.array(text)).optional()])),
  });

/** Stripe's limits of a session's time: https://docs.stripe.com/api/checkout/sessions/create. s */
const shortest = 30 * 60;
export const longest = 24 * 60 * 60;

/** @param now s @throws StripeError for a time that Stripe does not take */
export function checkExpiry({ expires_at }: SessionParams, now: number): void {
  const time = (expires_at ?? now + longest - 1) - now;
  if (time < shortest || time >= longest)
    throw new StripeError(400, {
      message: 'The `expires_at` timestamp must be 30 minutes to 24 hours from creation.',
      param: 'expires_at',
    });
}
