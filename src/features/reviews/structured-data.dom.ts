/**
 * Adds reviews to the product's structured data (schema.org): the average, and the first that count in it. A product that
 * has a sample review gets none.
 */
import type { ApiRatings, ApiReview } from '#domain/reviews/review.ts';
import { initialReviews } from '#domain/reviews/review-constants.ts';
import { averageOf, sumOf } from '#domain/reviews/review-text.ts';

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

/** @param reviews the newest ones */
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
