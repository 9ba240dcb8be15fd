/** The words of reviews (docs/behaviour.md, "Showing reviews"), for the product page and for the Worker's page. */
import type { skinTypes } from '#lib/product-constants.ts';
import type { ReviewedPhoto } from '../photos/photo.ts';
import { averageRating } from './rating.ts';
import type { ApiRatingCounts, ApiRatings, ApiReview, ApiReviewCounts } from './review.ts';
import { minForSummary, receivedLabels } from './review-constants.ts';

/** `oily skin` */
const skinWords = (skinType: string): string => skinType.toLowerCase();

/** `Oily skin` */
export const skinName = (skinType: string): string => skinType[0] + skinWords(skinType).slice(1);

const weeksOf = (weeks: number): string =>
  weeks < 1 ? 'Less than a week' : weeks === 1 ? '1 week' : `${weeks} weeks`;

/** `1 star`, `2 stars`. */
export const starsText = (stars: number): string => (stars === 1 ? '1 star' : `${stars} stars`);

type Context = { [name in 'variant' | 'skinType' | 'ageBand' | 'climate']: string | null } & Pick<
  ApiReview,
  'weeks'
>;

/** The size or shade, and what the reviewer says of themselves: `30 ml · Oily skin · 25 to 34 · Humid · 6 weeks`. */
export const contextOf = ({ variant, skinType, ageBand, climate, weeks }: Context): string =>
  [variant, skinType && skinName(skinType), ageBand, climate, weeks === null ? null : weeksOf(weeks)]
    .filter(Boolean)
    .join(' · ');

/** The mark of a product that was not bought at the usual price. */
export const receivedMark = ({ received }: Pick<ApiReview, 'received'>): string | null =>
  received && received !== 'bought' ? receivedLabels[received] : null;

export const againOf = ({ buyAgain }: Pick<ApiReview, 'buyAgain'>): string | null =>
  buyAgain === null ? null : buyAgain ? 'Would buy again' : 'Would not buy again';

/** `12 photos from customers`, `1 photo from a customer`. */
export const photosText = (count: number): string =>
  count === 1 ? '1 photo from a customer' : `${count} photos from customers`;

/** The text for those who do not see a photo. @param product its name */
export const photoCaption = ({ name }: Pick<ApiReview, 'name'>, product: string): string =>
  `Photo by ${name} of ${product}`;

/** What the writer of a review reads about its photos; empty when all are public. */
export function photoStates(photos: readonly Pick<ReviewedPhoto, 'state'>[]): string {
  const waiting = photos.some(({ state }) => state === 'waiting');
  const refused = photos.filter(({ state }) => state === 'refused').length;
  return [
    waiting ? 'We look at each photo before others see it.' : '',
    refused ? `We do not show ${refused === 1 ? '1 photo' : `${refused} photos`}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export const sumOf = (ratings: ApiRatings): number => ratings.reduce((before, of) => before + of, 0);

/** The average, or undefined without ratings (docs/behaviour.md, "Showing reviews"). */
export const averageOf = (ratings: ApiRatings): number | undefined =>
  averageRating(
    ratings.reduce((before, of, n) => before + of * (n + 1), 0),
    sumOf(ratings),
  );

/** Reviews of a skin type from which on a sentence counts them. */
const minOfSkinType = 3;

/**
 * Sentences in counts: `11 of 14 with oily skin give 4 or more`.
 * @returns none with fewer than five reviews; skin types with fewer than three are left out
 */
export function summarize({ ratings, bySkin }: Omit<ApiRatingCounts, 'photos'>): string[] {
  if (sumOf(ratings) < minForSummary) return [];
  return (Object.entries(bySkin) as [(typeof skinTypes)[number], ApiRatings][])
    .filter(([, of]) => sumOf(of) >= minOfSkinType)
    .map(([skin, of]) => `${of[3] + of[4]} of ${sumOf(of)} with ${skinWords(skin)} give 4 or more`);
}

/** In place of the average of a product of which no review counts. */
export const noRating = 'No rating yet';

/** The figures of the review policy, by their name in the API. */
export const reviewCountNames = {
  received: 'Received',
  published: 'Published',
  waiting: 'Not counted yet: email to be confirmed, or many at once',
  withdrawn: 'Withdrawn by their writers',
  reported: 'Reported by somebody',
  answered: 'Answered by us',
} as const satisfies Partial<Record<keyof ApiReviewCounts, string>>;
