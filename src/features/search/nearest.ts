/** What is shown when a search finds nothing. Apart from search.ts, which every collection page loads. */
import { closest, distance } from 'fastest-levenshtein';
import type { CardProduct } from '#features/catalogue/product.ts';
import { findOn, type Shelf } from './search.ts';
import { everything } from './search-query.ts';

/** Products that stand in for what was not found. */
export const howMany = 2;

/** The words that a shopper may mean, each once. */
export const wordsOf = (products: readonly Pick<CardProduct, 'name' | 'category'>[]): string[] =>
  [
    ...new Set(products.flatMap(({ name, category }) => `${name} ${category}`.toLowerCase().split(/\s+/))),
  ].filter((word) => word.length > 2);

/** The word that a search may have meant; undefined when it is far from every one. */
export function meant(words: readonly string[], query: string): string | undefined {
  const wanted = query.trim().toLowerCase();
  const word = words.length ? closest(wanted, words) : undefined;
  // More than a third of the letters wrong is not a slip of the thumb any more; two swapped count as two.
  return word && distance(wanted, word) <= Math.ceil(word.length / 3) ? word : undefined;
}

/** The places of the names nearest to what was typed, nearest first. */
export function nearestNames(names: readonly string[], query: string): number[] {
  const wanted = query.trim().toLowerCase();
  return names
    .map((name, place) => ({ place, off: distance(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.off - b.off)
    .slice(0, howMany)
    .map(({ place }) => place);
}

/** A word that the shopper may have meant, and the products nearest to what was typed. */
export function nearest<T extends CardProduct>(
  shelf: Shelf<T>,
  query: string,
): { didYouMean: string | undefined; products: T[] } {
  if (!query.trim()) return { didYouMean: undefined, products: [] };
  const products = shelf.all.map(({ product }) => product);
  const didYouMean = meant(wordsOf(products), query);
  const near = didYouMean
    ? findOn(shelf, { ...everything, q: didYouMean })
    : nearestNames(
        products.map(({ name }) => name),
        query,
      ).flatMap((place) => products[place] ?? []);
  return { didYouMean, products: near.slice(0, howMany) };
}
