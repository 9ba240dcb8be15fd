/** Suggestions for a search without results. Not in text-index.ts: few searches need them. */
import { closest, distance } from 'fastest-levenshtein';
import { type SearchIndex, type SearchProduct, searchText } from './text-index.ts';

/** Number of suggested products. */
export const suggestionCount = 2;

/** The distinct words of names and categories. */
export const wordsOf = (products: readonly Pick<SearchProduct, 'name' | 'category'>[]): string[] =>
  [
    ...new Set(products.flatMap(({ name, category }) => `${name} ${category}`.toLowerCase().split(/\s+/))),
  ].filter((word) => word.length > 2);

/** The word closest to the query; undefined if none is close enough. */
export function closestWord(words: readonly string[], query: string): string | undefined {
  const normalized = query.trim().toLowerCase();
  const word = words.length ? closest(normalized, words) : undefined;
  // Up to a third of the letters may be wrong; two swapped letters count as two.
  return word && distance(normalized, word) <= Math.ceil(word.length / 3) ? word : undefined;
}

/** The indexes of the names closest to the query, closest first. */
export function nearestNames(names: readonly string[], query: string): number[] {
  const normalized = query.trim().toLowerCase();
  return names
    .map((name, position) => ({ position, off: distance(normalized, name.toLowerCase()) }))
    .sort((a, b) => a.off - b.off)
    .slice(0, suggestionCount)
    .map(({ position }) => position);
}

/** Suggests a corrected word, and the products closest to the query. */
export function suggest<T extends SearchProduct>(
  index: SearchIndex<T>,
  query: string,
): { didYouMean: string | undefined; products: T[] } {
  if (!query.trim()) return { didYouMean: undefined, products: [] };
  const products = index.all.map(({ product }) => product);
  const word = closestWord(wordsOf(products), query);
  const near = word
    ? searchText(index, word)
    : nearestNames(
        products.map(({ name }) => name),
        query,
      ).flatMap((position) => products[position] ?? []);
  // A filter may be why a word that products have finds nothing.
  const didYouMean = word === query.trim().toLowerCase() ? undefined : word;
  return { didYouMean, products: near.slice(0, suggestionCount) };
}
