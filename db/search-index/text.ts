/** What a search finds products by, as the database keeps it. */
import type { CardProduct } from '#features/catalogue/product.ts';
import { suitsSkin } from '#features/search/search.ts';
import { anySkin, type SkinChoice, skinTypes } from '#lib/product-constants.ts';

type Named = Pick<CardProduct, 'id' | 'name' | 'category' | 'brand' | 'description'>;

/** Lower-cased here, as the browser does it: SQLite's own `lower` knows ASCII only. */
export const textOf = ({ name, category, brand, id, description }: Named): string[] =>
  [name, category, brand, id, description].map((text) => text.toLowerCase());

/** One or two characters as a word of `shelf_letters`, whatever they are. */
export const letterWord = (characters: readonly string[]): string =>
  characters.map((character) => character.codePointAt(0)?.toString(16)).join('x');

/** All single characters and all pairs of neighbours in texts, each once, as words. */
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

/** The bit of a choice among the skins of a product; all of them for the choice that keeps everything. */
export const skinBit = (skin: SkinChoice): number =>
  skin === anySkin ? -1 : 2 ** (skinTypes as readonly string[]).indexOf(skin);

/** The skin types that keep a product, a bit each. */
export const skinBits = (product: Pick<CardProduct, 'skinType' | 'skinTypes'>): number =>
  skinTypes.reduce((bits, skin) => bits + (suitsSkin(product, skin) ? skinBit(skin) : 0), 0);
