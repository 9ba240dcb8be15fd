/** What an import writes into the database: the schemas of a file's rows, and of the request of the desk. */
import { emailField } from '#domain/addresses/address.ts';
import { productId } from '#domain/catalogue/product-id.ts';
import { couponLimits, parseNewCode } from '#domain/pricing/new-coupon.ts';
import { reviewForm } from '#domain/reviews/review.ts';
import { reviewLength } from '#domain/reviews/review-constants.ts';
import * as z from '#lib/schema.ts';
import { oneLine, someLines } from '#lib/text.ts';

/** Most records of one request, the longest text that is kept of a column, characters, and most products of a past order. */
export const recordLimits = { records: 200, kept: 2000, lines: 200 } as const;

const time = z.int('is no time').min(0, 'is no time').max(8_640_000_000_000_000, 'is no time');
const kept = z.record(z.string().max(300), z.string().max(recordLimits.kept)).default({});
const unprintable = 'contains a character that cannot be printed';

/** @property key what names it among the reviews of its product @property at, and of the reply, UTC ms */
export const reviewRecord = reviewForm
  .pick({ rating: true, comment: true, title: true })
  .extend({
    key: z.string().min(1).max(10_000),
    productId,
    name: z.string().max(60, 'can have at most 60 characters').regex(oneLine, unprintable),
    at: time,
    reply: z
      .object({
        text: z
          .string()
          .min(1)
          .max(reviewLength.reply, `can have at most ${reviewLength.reply} characters`)
          .regex(someLines, unprintable),
        at: time,
      })
      .optional(),
    kept,
  });

const uses = z
  .int()
  .min(1, 'must be a number of orders')
  .max(couponLimits.uses, 'is too large a number of orders')
  .optional();

/** @property minSubtotal paise @property validUntil UTC ms, the first moment at which it is no longer valid */
export const couponRecord = z.object({
  code: z
    .string()
    .refine((code) => parseNewCode(code) === code, 'A code has 3 to 20 letters, digits and hyphens.'),
  percent: z.int().min(1).max(100),
  minSubtotal: z.int().min(0).max(couponLimits.minSubtotal, 'is too large a sum'),
  validUntil: time,
  maxUses: uses,
  maxUsesPerCustomer: uses,
  email: emailField.optional(),
  kept,
});

/** @property at when they agreed, UTC ms; left out where the file does not say it */
export const subscriberRecord = z.object({ email: emailField, at: time.optional(), kept });

const words = (most: number) =>
  z.string().max(most, `can have at most ${most} characters`).regex(oneLine, unprintable);
const sum = z.union([z.int().min(0), words(60).min(1)], 'is no amount');

/** @property at when it was placed, UTC ms @property total, price paise, or the words of the file for another currency */
export const orderRecord = z.object({
  number: words(60).min(1),
  at: time,
  email: emailField,
  status: words(100),
  total: sum,
  lines: z
    .array(
      z.object({
        name: words(300).min(1),
        quantity: z.int().min(0).max(1_000_000, 'is too large a number'),
        price: sum.optional(),
      }),
    )
    .max(recordLimits.lines, `can be at most ${recordLimits.lines}`),
  kept,
});

export type OrderRecord = z.output<typeof orderRecord>;
export type ReviewRecord = z.output<typeof reviewRecord>;
export type CouponRecord = z.output<typeof couponRecord>;
export type SubscriberRecord = z.output<typeof subscriberRecord>;

const from = z.string().min(1).max(60).regex(oneLine, unprintable);
const list = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .min(1, 'The list is empty.')
    .max(recordLimits.records, `Please send at most ${recordLimits.records} at once.`);

/** Records of one kind. @property from the system that exported them */
export const recordList = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('orders'), from, records: list(orderRecord) }),
  z.object({ kind: z.literal('reviews'), from, records: list(reviewRecord) }),
  z.object({ kind: z.literal('coupons'), from, records: list(couponRecord) }),
  z.object({ kind: z.literal('subscribers'), from, records: list(subscriberRecord) }),
]);
export type RecordList = z.output<typeof recordList>;
export type StoredKind = RecordList['kind'];

/**
 * What becomes of a record. `unsubscribed`: the address has left the newsletter here; `no product`: the shop does not sell its
 * product yet.
 */
export type RecordResult = 'added' | 'in the shop' | 'unsubscribed' | 'no product';
