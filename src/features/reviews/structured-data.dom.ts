/**
 * Adds the shown reviews to the product's structured data (schema.org). Sample reviews are left out, and so is an
 * average that includes them.
 */
import { averageRating } from './rating.ts';
import type { ApiRatings, ApiReview } from './review.ts';

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

export function describeReviews(shown: readonly ApiReview[], ratings: ApiRatings): void {
  const found = findProduct();
  if (!found) return;
  const { block, data, product } = found;
  const count = ratings.reduce((before, of) => before + of, 0);
  const average = averageRating(
    ratings.reduce((before, of, n) => before + of * (n + 1), 0),
    count,
  );
  const real = shown.length > 0 && !shown.some(({ sample }) => sample) && average !== undefined;
  product.aggregateRating = real
    ? { '@type': 'AggregateRating', ratingValue: average, reviewCount: count }
    : undefined;
  product.review = real
    ? shown.map((review) => ({
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
