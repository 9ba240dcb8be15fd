/** The search queries of the bench. */
import { defaultSearch, type Search, sortChoices } from '#domain/search/search-query.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';
import { randomFrom } from '../../support/random.ts';

/** Texts with a meaning, in three ways of writing. */
export const meant = [
  'serum under 500',
  'oily skin cleanser',
  'best sunscreen 300-600',
  'cream without fragrance',
  'niasinamide',
  'rukhi twacha ke liye cream',
  'bina khushboo',
  'sasta face wash',
  'chikni twacha serum 500 se kam',
  'मुंहासे के लिए सीरम',
  'तैलीय त्वचा',
  'lipstick',
];
/** One query in so many is one of these. */
const meantEvery = 3;
const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Share of queries that are part of a name, and so find something. */
const hits = 0.7;
const longest = 12;

/**
 * Queries with a meaning, and others of 1 to 12 letters, with and without results, in every sort order, half of them
 * for one skin type.
 * @param names of products
 */
export function makeQueries(count: number, names: readonly string[]): Search[] {
  const random = randomFrom(count).next;
  const below = (n: number): number => Math.floor(random() * n);
  return Array.from({ length: count }, (_, n) => {
    const length = 1 + (n % longest);
    const name = (names[below(names.length)] ?? '').toLowerCase();
    const found = name.slice(below(Math.max(1, name.length - length)));
    const typed = Array.from({ length }, () => letters[below(letters.length)]).join('');
    const text = n % meantEvery ? undefined : meant[(n / meantEvery) % meant.length];
    return {
      ...defaultSearch,
      // A part of a name can be just the space between two words.
      q: text ?? ((random() < hits && found.slice(0, length).trim()) || typed),
      skin: n % 2 ? (skinChoices[below(skinChoices.length)] ?? anySkin) : anySkin,
      sort: sortChoices[below(sortChoices.length)] ?? 'relevant',
    };
  });
}
