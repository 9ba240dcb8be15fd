/** Reviews: the schema of the form, and the responses of the API (docs/behaviour.md 10.2, 10.3). */
import { z } from '#lib/schema.ts';
import { oneLine, someLines } from '#lib/text.ts';
import { requiredMessages, reviewLength } from './review-constants.ts';

/** POST /api/reviews/{productId}. A `productId` in the body is ignored. */
export const reviewForm = z.object({
  rating: z
    .int({ error: requiredMessages.rating })
    .min(1, requiredMessages.rating)
    .max(5, requiredMessages.rating),
  comment: z
    .string({ error: requiredMessages.comment })
    .trim()
    .min(1, requiredMessages.comment)
    .max(reviewLength.comment, `Please use at most ${reviewLength.comment} characters`)
    .regex(someLines, 'This contains a character that we cannot print'),
  title: z
    .string()
    .trim()
    .max(reviewLength.title, `Please use at most ${reviewLength.title} characters`)
    .regex(oneLine, 'This contains a character that we cannot print')
    .optional(),
});

/** A review in `GET /api/reviews/{productId}`. */
export type ApiReview = {
  _id: string;
  productId: string;
  rating: number;
  comment: string;
  title: string | null;
  /** First name and initial, or Anonymous. */
  name: string;
  /** ISO 8601 UTC */
  date: string;
  /** Whether the shop has delivered this product to the reviewer. */
  verified: boolean;
  /** Made up by `npm start -- --demo`. */
  sample?: true;
};

/** Numbers of reviews with 1, 2, 3, 4 and 5 stars. */
export type ApiRatings = [one: number, two: number, three: number, four: number, five: number];

/** The public name of a reviewer: first name and initial of the last name (`Asha R.`). */
export function publicName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}
