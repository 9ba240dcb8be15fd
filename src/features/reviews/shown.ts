/** How reviews are dealt out. Apart from review.ts, whose schema would bring the whole of zod along. */

/** Shown before one asks for more (docs/behaviour.md 10.3). */
export const shownAtFirst = 2;

/** Reviews in one answer of the API; when that many came, there may be older ones. */
export const inOneAnswer = 50;

/** What the form says when something is missing (docs/behaviour.md 10.2). */
export const missing = { rating: 'Please select a rating', comment: 'Please write a review' } as const;

/** Lengths in characters. */
export const reviewLength = { comment: 2000, title: 100 } as const;

/** Tells the list that a review was written; `detail` is the product's id. */
export const reviewed = 'harita:reviewed';
