/** What the form for a review holds: the text of each field, empty where nothing was given. */

import type { ApiReview, reviewForm } from '#domain/reviews/review.ts';
import { requiredMessages, weeksMessage, weeksOfUse } from '#domain/reviews/review-constants.ts';
import type { z } from '#lib/schema.ts';

const reviewFields = [
  'rating',
  'title',
  'comment',
  'skinType',
  'received',
  'ageBand',
  'climate',
  'weeks',
  'buyAgain',
] as const;

export type ReviewValues = Record<(typeof reviewFields)[number], string>;

/** @param read the value of a field, of any type */
export const valuesFrom = (read: (name: string) => unknown): ReviewValues =>
  Object.fromEntries(
    reviewFields.map((name) => {
      const value = read(name) ?? '';
      return [name, typeof value === 'object' ? '' : String(value).trim()];
    }),
  ) as ReviewValues;

/** The values of a stored review, to be edited. */
export const valuesOf = (review: ApiReview): ReviewValues =>
  valuesFrom((name) => review[name as keyof ReviewValues]);

/** The messages of the fields that need another value, by name. */
export function errorsOf({ rating, comment, weeks }: ReviewValues): Record<string, string> {
  return {
    ...(!rating && { rating: requiredMessages.rating }),
    ...(!comment && { comment: requiredMessages.comment }),
    ...(weeks && !(/^\d{1,3}$/.test(weeks) && Number(weeks) <= weeksOfUse.max) && { weeks: weeksMessage }),
  };
}

/** The body of POST /api/reviews/{productId}. Fields without a value are left out; the API checks the rest. */
export const requestOf = ({ rating, weeks, buyAgain, ...texts }: ReviewValues): z.input<typeof reviewForm> =>
  ({
    rating: Number(rating),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
    ...(weeks && { weeks: Number(weeks) }),
    ...(buyAgain && { buyAgain: buyAgain === 'true' }),
  }) as z.input<typeof reviewForm>;
