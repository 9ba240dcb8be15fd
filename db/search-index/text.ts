/** The text and the skin types of a product in the search index. */
import type { CardProduct } from '#features/catalogue/product.ts';
import { suitsSkin } from '#features/search/search.ts';
import { anySkin, type SkinChoice, skinTypes } from '#lib/product-constants.ts';

type SearchableProduct = Pick<CardProduct, 'id' | 'name' | 'category' | 'brand' | 'description'>;

/** The searchable texts, in lower case as in the browser: SQLite's `lower` handles only ASCII. */
export const textOf = ({ name, category, brand, id, description }: SearchableProduct): string[] =>
  [name, category, brand, id, description].map((text) => text.toLowerCase());

/** One or two characters as a word of `shelf_letters`. */
export const letterWord = (characters: readonly string[]): string =>
  characters.map((character) => character.codePointAt(0)?.toString(16)).join('x');

/** All characters and all pairs of adjacent characters of texts, as words without repeats. */
export function lettersOf(texts: readonly string[]): { letters: string; pairs: string } {
  const [letters, pairs] = [new Set<string>(), new Set<string>()];
  for (const characters of texts.map((text) => [...text]))
    for (const [at, character] of characters.entries()) {
      letters.add(letterWord([character]));
      const next = characters[at + 1];
      if (next !== undefined) pairs.add(letterWord([character, next]));
    }
  return { letters: [...letters].join(' '), pairs: [...pairs].join(' ') };
}

/** The bit of a skin type; all bits for the choice of any skin. */
export const skinBit = (skin: SkinChoice): number =>
  skin === anySkin ? -1 : 2 ** (skinTypes as readonly string[]).indexOf(skin);

/** The skin types that find a product, one bit each. */
export const skinBits = (product: Pick<CardProduct, 'skinType' | 'skinTypes'>): number =>
  skinTypes.reduce((bits, skin) => bits + (suitsSkin(product, skin) ? skinBit(skin) : 0), 0);
