/** What reviews change elsewhere on the page of a product: its structured data (schema.org), and the rating at the top. */
import type { ApiRatings, ApiReview } from '#domain/reviews/review.ts';
import { initialReviews } from '#domain/reviews/review-constants.ts';
import { averageOf, sumOf } from '#domain/reviews/review-text.ts';
import { fetchLive, fillRating } from '#features/catalogue/live.dom.ts';

type Thing = Record<string, unknown>;

/** Finds the JSON-LD of the product. */
function findProduct(): { block: Element; data: Thing; product: Thing } | undefined {
  for (const block of document.querySelectorAll('script[type="application/ld+json"]')) {
    const data = JSON.parse(block.textContent) as Thing;
    const graph = (data['@graph'] as Thing[] | undefined) ?? [data];
    const product = graph.find((thing) => thing['@type'] === 'Product');
    if (product) return { block, data, product };
  }
  return undefined;
}

/**
 * Adds the average and the first reviews that count in it to the structured data. A product that has a sample review gets
 * none.
 * @param reviews the newest ones
 */
export function describeReviews(reviews: readonly ApiReview[], ratings: ApiRatings): void {
  const found = findProduct();
  if (!found) return;
  const { block, data, product } = found;
  const average = averageOf(ratings);
  const counting = reviews.filter(({ unconfirmed }) => !unconfirmed);
  const real = counting.length > 0 && !reviews.some(({ sample }) => sample) && average !== undefined;
  product.aggregateRating = real
    ? { '@type': 'AggregateRating', ratingValue: average, reviewCount: sumOf(ratings) }
    : undefined;
  product.review = real
    ? counting
        .slice(0, initialReviews)
        .map((review) => ({
          '@type': 'Review',
          author: { '@type': 'Person', name: review.name },
          datePublished: review.date,
          name: review.title ?? undefined,
          reviewBody: review.comment,
          reviewRating: { '@type': 'Rating', ratingValue: review.rating },
        }))
    : undefined;
  block.textContent = JSON.stringify(data);
}

/** Updates the rating at the top of the page after a review was written. @param id of the product */
export async function refreshRating(id: string): Promise<void> {
  const live = (await fetchLive([id]))[id];
  if (!live) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-live="rating"]'))
    if (place.dataset.id === id) fillRating(place, live);
}
