/** Reviews: the schemas of the forms, and the responses of the API (docs/behaviour.md, "Reviews"). */
import { keysOf } from '#lib/keys.ts';
import { skinTypes } from '#lib/product-constants.ts';
import * as z from '#lib/schema.ts';
import { oneLine, someLines } from '#lib/text.ts';
import type { ApiPhoto, ReviewedPhoto } from '../photos/photo.ts';
import { photoIds } from '../photos/photo-ids.ts';
import {
  ageBands,
  climates,
  type HideReason,
  hideReasons,
  type Received,
  receivedLabels,
  requiredMessages,
  reviewLength,
  weeksMessage,
  weeksOfUse,
} from './review-constants.ts';

const unprintable = 'This contains a character that we cannot print';
const tooLong = (max: number): string => `Please use at most ${max} characters`;
const longText = (max: number, missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(max, tooLong(max)).regex(someLines, unprintable);

/** The signed link of the email that asks for a review; it stands for an account. */
const link = z.string().max(200, 'This link is not valid.').optional();
const reason = z.enum(keysOf(hideReasons), { error: 'Please choose a reason' });

/** POST /api/reviews/{productId}. A `productId` in the body is ignored. */
export const reviewForm = z.object({
  rating: z
    .int({ error: requiredMessages.rating })
    .min(1, requiredMessages.rating)
    .max(5, requiredMessages.rating),
  comment: longText(reviewLength.comment, requiredMessages.comment),
  title: z
    .string()
    .trim()
    .max(reviewLength.title, tooLong(reviewLength.title))
    .regex(oneLine, unprintable)
    .optional(),
  skinType: z.enum(skinTypes).optional(),
  ageBand: z.enum(ageBands).optional(),
  climate: z.enum(climates).optional(),
  weeks: z
    .int({ error: weeksMessage })
    .min(weeksOfUse.min, weeksMessage)
    .max(weeksOfUse.max, weeksMessage)
    .optional(),
  received: z.enum(keysOf(receivedLabels)).default('bought'),
  buyAgain: z.boolean().optional(),
  /** All photos of the review, those that stay included; left out, they stay as they are. */
  photos: photoIds.optional(),
  link,
});

/** POST /api/reviews/{productId}/mine, DELETE /api/reviews/{productId}. */
export const ownReviewForm = z.object({ link });

/** POST /api/reviews/{productId}/objection. */
export const objectionForm = z.object({
  text: longText(reviewLength.objection, 'Please write why the review should be shown'),
  link,
});

/** POST /api/reviews/report. */
export const reportForm = z.object({
  reviewId: z.uuid('The review is not valid.'),
  reason,
  text: z
    .string()
    .trim()
    .max(reviewLength.report, tooLong(reviewLength.report))
    .regex(someLines, unprintable)
    .optional(),
});

type Context = {
  skinType: (typeof skinTypes)[number] | null;
  ageBand: (typeof ageBands)[number] | null;
  climate: (typeof climates)[number] | null;
  /** Whole weeks of use; 0 is less than a week. */
  weeks: number | null;
  received: Received | null;
  buyAgain: boolean | null;
};

/** A review in `GET /api/reviews/{productId}`. Null: the reviewer did not say. */
export type ApiReview = Context & {
  _id: string;
  productId: string;
  rating: number;
  comment: string;
  title: string | null;
  /** First name and initial, or Anonymous. */
  name: string;
  /** When it was first written: ISO 8601 UTC. */
  date: string;
  /** When its writer last changed it: ISO 8601 UTC. */
  edited: string | null;
  /** The size or shade that was delivered to the reviewer; null for a product without. */
  variant: string | null;
  /** Whether the shop has delivered this product to the reviewer. */
  verified: boolean;
  /** The shop's public answer. @property date ISO 8601 UTC */
  reply: { text: string; date: string } | null;
  /** Those that an operator has approved. */
  photos: ApiPhoto[];
  /** For `before`, in the order of the list that it was read from. */
  cursor: string;
  /** It counts in no rating: its writer has bought nothing here, and has not confirmed the email. */
  unconfirmed?: true;
  /** It was written in an earlier shop (docs/moving-in.md): nobody here knows whether its writer has bought. */
  earlierShop?: true;
  /** Made up by `npm start -- --demo`. */
  sample?: true;
};

/** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
export type ApiRatings = [one: number, two: number, three: number, four: number, five: number];

/** `GET /api/reviews/{productId}/ratings`. @property bySkin only skin types with a review @property photos that are public */
export type ApiRatingCounts = {
  ratings: ApiRatings;
  bySkin: Partial<Record<(typeof skinTypes)[number], ApiRatings>>;
  photos: number;
};

/** `POST /api/reviews/{productId}/mine`. */
export type ApiOwnReview = {
  review: ApiReview | null;
  /**
   * Null while the review is visible. @property reason null for one that was hidden before there were public reasons
   *   @property label of the reason @property decision the shop's answer to the objection
   */
  hidden: {
    reason: HideReason | null;
    label: string;
    objection: string | null;
    decision: string | null;
  } | null;
  /** Why it does not count yet: its writer has to confirm the email, or an operator looks at it, and it is not shown. */
  waits: 'email' | 'operator' | null;
  /** All of its photos, with signed links. */
  photos: ReviewedPhoto[];
  /** The name that the review is shown with. */
  name: string;
};

/** `GET /api/reviews/counts`, of the whole shop, without samples. */
export type ApiReviewCounts = {
  /** All that were ever written: published, waiting, hidden and withdrawn. */
  received: number;
  published: number;
  /** Not counted yet: their writers have bought nothing and have not confirmed their email, or there are many at once. */
  waiting: number;
  hidden: Record<HideReason, number>;
  /** Hidden before there were public reasons. */
  unstated: number;
  withdrawn: number;
  /** Published or hidden reviews that were reported. */
  reported: number;
  /** Published reviews with a reply of the shop. */
  answered: number;
  /** ISO 8601 UTC */
  asOf: string;
};

/** The public name of a reviewer: first name and initial of the last name (`Asha R.`). */
export function publicName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}
