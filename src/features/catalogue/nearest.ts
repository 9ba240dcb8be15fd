/** What is shown when a search finds nothing. Apart from search.ts, which every collection page loads. */
import { closest, distance } from 'fastest-levenshtein';
import type { CardProduct } from './product.ts';
import { everything, findProducts } from './search.ts';

/** A word that the shopper may have meant, and the products nearest to what was typed. */
export function nearest<T extends CardProduct>(
  products: readonly T[],
  query: string,
  count = 2,
): { didYouMean: string | undefined; products: T[] } {
  const wanted = query.trim().toLowerCase();
  if (!wanted || !products.length) return { didYouMean: undefined, products: [] };
  const words = [
    ...new Set(
      products.flatMap((product) => `${product.name} ${product.category}`.toLowerCase().split(/\s+/)),
    ),
  ].filter((word) => word.length > 2);
  const word = words.length ? closest(wanted, words) : undefined;
  // More than a third of the letters wrong is not a slip of the thumb any more; two swapped count as two.
  const didYouMean = word && distance(wanted, word) <= Math.ceil(word.length / 3) ? word : undefined;
  const near = didYouMean
    ? findProducts(products, { ...everything, q: didYouMean })
    : [...products].sort(
        (a, b) => distance(wanted, a.name.toLowerCase()) - distance(wanted, b.name.toLowerCase()),
      );
  return { didYouMean, products: near.slice(0, count) };
}
