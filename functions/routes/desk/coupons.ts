/** /api/desk/coupons: coupon codes. */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { couponLimits, couponViews, endOfLastDay, parseNewCode } from '#domain/pricing/new-coupon.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { keysOf } from '#lib/keys.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import { createCoupon, endCoupon, listCoupons, setListed } from '../../desk/coupons.ts';
import { after } from '../../desk/paging.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const list = z.object({
  after,
  show: z
    .enum(keysOf(couponViews), 'is not a view of the codes')
    .default('all')
    .meta({ description: 'Which codes are listed.' }),
  q: z
    .string()
    .max(maxTyped, 'This is too long for a code.')
    .optional()
    .meta({ description: 'The beginning of the code.' }),
});

const fieldMessages = {
  code: 'A code has 3 to 20 letters, digits and hyphens.',
  percent: 'Please enter a whole number of per cent, 1 to 100.',
  minSubtotal: 'Please enter an amount in rupees, such as 499 or 499.50.',
  lastDay: 'Please choose the last day on which the code is valid.',
  maxUses: 'Please enter a whole number, 1 or more, or leave it empty.',
  maxUsesPerCustomer: 'Please enter a whole number, 1 or more, or leave it empty.',
} as const;

/** A number of orders; null for any number. */
const uses = (message: string) =>
  z.int(message).min(1, message).max(couponLimits.uses, message).nullable().default(null);

const listedField = z.boolean('Please say whether the cart shows it.');

/** `minSubtotal` is paise. */
const newCode = z
  .object({
    code: z
      .string(fieldMessages.code)
      .transform((typed) => parseNewCode(typed) ?? '')
      .refine(Boolean, fieldMessages.code),
    percent: z.int(fieldMessages.percent).min(1, fieldMessages.percent).max(100, fieldMessages.percent),
    minSubtotal: z
      .int(fieldMessages.minSubtotal)
      .min(0, fieldMessages.minSubtotal)
      .max(couponLimits.minSubtotal, fieldMessages.minSubtotal)
      .default(0),
    lastDay: z.iso.date(fieldMessages.lastDay).transform(endOfLastDay),
    maxUses: uses(fieldMessages.maxUses),
    maxUsesPerCustomer: uses(fieldMessages.maxUsesPerCustomer),
    email: emailField.nullable().default(null),
    listed: listedField.default(false),
    /** From `provedFrom` (domain/pricing/new-coupon.ts) per cent on. */
    password: proofFields.password.optional(),
  })
  .refine(({ listed, email }) => !listed || email === null, {
    path: ['email'],
    message: 'A code for one person cannot be shown in the cart.',
  })
  .transform(({ lastDay: validUntil, ...rest }) => ({ validUntil, ...rest }));

const ofCode = z.object({ code: z.string().meta({ description: 'The code.' }) });

export const coupons = new Hono<DeskEnv>()
  .get('/', desk('Lists codes.', { query: list }, listCoupons))
  .post(
    '/',
    desk('Creates a code.', { body: newCode }, createCoupon, ({ coupon }) => ({
      message: `${coupon.code} can be used now.`,
      coupon,
    })),
  )
  .post(
    '/:code/end',
    desk('Ends a code.', { params: ofCode, body: z.object({}) }, endCoupon, ({ coupon }) => ({
      message: `${coupon.code} has ended.`,
      coupon,
    })),
  )
  .post(
    '/:code/listed',
    desk(
      'Shows a code in the cart, or no longer.',
      { params: ofCode, body: z.object({ listed: listedField }) },
      setListed,
      ({ coupon }, { listed }) => ({
        message: listed
          ? `The cart shows ${coupon.code} now.`
          : `The cart no longer shows ${coupon.code}. It stays valid.`,
        coupon,
      }),
    ),
  );
