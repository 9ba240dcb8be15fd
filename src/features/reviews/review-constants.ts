/** Constants of reviews. Not in review.ts, whose schema would bring zod to the page. */

/** Number of reviews that are shown at first (docs/behaviour.md 10.3). */
export const initialReviews = 2;

/** Number of reviews in a full response of the API; then there may be older ones. */
export const reviewsPerPage = 50;

/** Messages of the form for missing fields (docs/behaviour.md 10.2). */
export const requiredMessages = {
  rating: 'Please select a rating',
  comment: 'Please write a review',
} as const;

/** Lengths in characters. */
export const reviewLength = { comment: 2000, title: 100 } as const;

/** Event after a review was written; `detail` is the id of the product. */
export const reviewedEvent = 'harita:reviewed';
