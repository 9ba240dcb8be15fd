/** A review: what may be written, and how it is shown (docs/behaviour.md 10.2, 10.3). */
import { z } from '#lib/schema.ts';
import { oneLine, someLines } from '#lib/text.ts';
import { missing, reviewLength } from './shown.ts';

/** POST /api/reviews/{productId}. A `productId` in the body is ignored: the path says it. */
export const reviewForm = z.object({
  rating: z.int({ error: missing.rating }).min(1, missing.rating).max(5, missing.rating),
  comment: z
    .string({ error: missing.comment })
    .trim()
    .min(1, missing.comment)
    .max(reviewLength.comment, `Please use at most ${reviewLength.comment} characters`)
    .regex(someLines, 'This contains a character that we cannot print'),
  title: z
    .string()
    .trim()
    .max(reviewLength.title, `Please use at most ${reviewLength.title} characters`)
    .regex(oneLine, 'This contains a character that we cannot print')
    .optional(),
});

/** A review as `GET /api/reviews/{productId}` lists it. */
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
  /** The writer had this product delivered by us. */
  verified: boolean;
  /** Made up by `npm start -- --demo`. */
  sample?: true;
};

/** How many reviews gave 1, 2, 3, 4 and 5 stars, in this order. */
export type ApiRatings = [one: number, two: number, three: number, four: number, five: number];

/** How a writer is shown: first name and the initial of the last (`Asha R.`). */
export function shownName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]?.toUpperCase()}.` : first;
}
