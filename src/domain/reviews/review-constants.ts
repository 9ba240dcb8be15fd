/** Constants of reviews. Not in review.ts, whose schema would bring zod to the page. */

/** Number of reviews that are shown at first (docs/behaviour.md, "Showing reviews"). */
export const initialReviews = 2;

/** Number of reviews in a full response of the API; then there may be older ones. */
export const reviewsPerPage = 50;

/** Messages of the form for missing fields (docs/behaviour.md, "Writing a review"). */
export const requiredMessages = {
  rating: 'Please select a rating',
  comment: 'Please write a review',
} as const;

/** Lengths in characters. */
export const reviewLength = { comment: 2000, title: 100, objection: 1000, report: 500, reply: 1000 } as const;

/**
 * What a reviewer may say about themselves and the product (docs/behaviour.md, "Writing a review"). Stored as written
 * here.
 */
export const ageBands = ['Under 18', '18 to 24', '25 to 34', '35 to 44', '45 to 54', '55 and over'] as const;
export const climates = ['Humid', 'Hot and dry', 'Cold and dry', 'Mild'] as const;

/** Days after delivery on which one email asks for reviews. */
export const askAfterDays = 21;

/** Whole weeks of use; 0 is less than a week. */
export const weeksOfUse = { min: 0, max: 104 } as const;
export const weeksMessage = `Please enter whole weeks, at most ${weeksOfUse.max}`;

/** How the reviewer got the product. */
export const receivedLabels = {
  bought: 'Bought at the usual price',
  discounted: 'Bought at a discount',
  free: 'Received free',
} as const;
export type Received = keyof typeof receivedLabels;

export const reviewSorts = { newest: 'Newest', highest: 'Highest rating', lowest: 'Lowest rating' } as const;

/** The public reasons for which a review is hidden, and for which it can be reported. */
export const hideReasons = {
  spam: 'Advertising or spam',
  personal: 'Personal details',
  abusive: 'Abusive or hateful',
  'off-topic': 'Not about the product',
  medical: 'Medical advice or claims',
  'not-a-buyer': 'Fake or paid',
  law: 'Required by law',
} as const;
export type HideReason = keyof typeof hideReasons;

/** Mark of a review that counts in no rating yet. */
export const notCounted = 'Not counted yet: the email is not confirmed';

/** Mark of a review that was written before this shop was here. */
export const fromEarlierShop = 'From our earlier shop';

/** Reviews from which on a summary in counts is shown. */
export const minForSummary = 5;

/** Label of a review that was hidden before there were public reasons. */
export const unstatedReason = 'Hidden before reasons were public';

/** Label of the reason for which a review is hidden. @param reason null: before there were public reasons */
export const hideReasonLabel = (reason: HideReason | 'waits' | null): string => {
  if (reason === 'waits') return 'Not shown yet';
  return reason ? hideReasons[reason] : unstatedReason;
};
