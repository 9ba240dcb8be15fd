/** The category of an imported product: one that the shop has, or a new one that its editor may rename. */
import type { ImportedProduct } from 'shop-import/product';
import { oneLine } from 'shop-import/values';
import { unsafeLink } from '#lib/unsafe-links.ts';
import { slugOf } from './slug.ts';

/** A category of the shop. @property words what products of it are called, in small letters: `face wash` */
export type KnownCategory = { name: string; words: readonly string[] };

/**
 * @property basis `said`: the export names it; `guessed`: it is like one of the shop; `new`: the shop has none like it
 * @property from the text of which a guess was made @property title of a new one: what the export calls it
 */
export type FoundCategory = {
  name: string;
  basis: 'said' | 'guessed' | 'new';
  from?: string;
  title?: string;
};

/** Names of everything that a shop sells say nothing. */
const empty = /^(uncategori[sz]ed|all|default|general|others?|misc(ellaneous)?|products?|n\/?a|-)?$/;
/** Names of most of what a shop like this sells: a product's own name may say more. */
const broad =
  /^(skin ?care|beauty|cosmetics?|personal care|health & beauty|(beauty & )?personal care|face|body care)$/;

/** What is not for the face is in a category of its own, though it may be called oil or mask. */
const notFace = /\b(hair|scalp|lips?|body|beard|nails?|hands?|foot|feet|eyes?|bath|baby|intimate|room)\b/;

/** Words in small letters, each without the ending of its plural. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/moisturiz/g, 'moisturis')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/(?<=(s|x|ch|sh))es$|(?<![su])s$/, '') : word))
    .join(' ');

/** Everything that categories are called, as {@link wordsOf} writes it, with the name of the category. */
export type CategoryWords = readonly { word: string; name: string; isForFace: boolean }[];

/** Prepares categories for many look-ups. */
export const categoryWords = (known: readonly KnownCategory[]): CategoryWords =>
  known.flatMap(({ name, words }) =>
    [name, ...words].flatMap((one) => {
      const word = wordsOf(one);
      return word ? [{ word, name, isForFace: !notFace.test(word) }] : [];
    }),
  );

/** The category whose longest word ends the text: in English, the last word says what a thing is. */
function lookUp(text: string, known: CategoryWords): { name: string; isWhole: boolean } | undefined {
  const plain = wordsOf(text);
  const isForFace = !notFace.test(plain);
  let best: { name: string; word: string } | undefined;
  for (const { word, name, ...one } of known) {
    if ((one.isForFace && !isForFace) || !` ${plain}`.endsWith(` ${word}`)) continue;
    if (!best || word.length > best.word.length) best = { name, word };
  }
  return best && { name: best.name, isWhole: best.word === plain };
}

/** The part of a product's name that says what it is: `Vitamin C Serum with Niacinamide - 30 ml` is a `Vitamin C Serum`. */
const headOf = (name: string): string =>
  (name.split(/\s[-–—|+]\s?|[([,:|]|\s(?:with|for|by|in|from)\s/i)[0] ?? '')
    .replace(/\b\d+([.,]\d+)?\s*(ml|l|g|gm|gms|kg|oz|pcs?|pieces?)\b/gi, '')
    .replace(/\b(pack|set|combo) of \d+\b/gi, '')
    .trim();

/** A name that a category may have. */
const newName = (text: string): string => slugOf(text).replaceAll('-', ' ').slice(0, 40).trim();

const newCategory = (text: string): FoundCategory => ({
  name: newName(text),
  basis: 'new',
  title: text.slice(0, 40),
});

/** A category of this shop's own name, that the shop does not have. @param type what the export calls it */
export const namedCategory = (name: string, type: string): FoundCategory => ({
  name,
  basis: 'new',
  title: !newName(type) || unsafeLink(type) ? name : type.slice(0, 40),
});

/** What the last part of a path names; a number is Google's. */
const partsOf = (path: string): string[] =>
  (path.split('>').at(-1) ?? '')
    .split(/[,;|]/)
    .map(oneLine)
    .filter((text) => !empty.test(text.toLowerCase()) && !/^\d+$/.test(text) && newName(text))
    .filter((text) => !unsafeLink(text));

/**
 * The merchant's own type counts first, then the last part of a category's path, then the name. Tags say nothing of it: they
 * name gifts, concerns and what goes with a product.
 * @param known categories of the shop
 */
export function categoryOf(
  { name, type, category }: Pick<ImportedProduct, 'name' | 'type' | 'category'>,
  known: CategoryWords,
): FoundCategory {
  const own = partsOf(type);
  for (const text of own) {
    const found = lookUp(text, known);
    if (found?.isWhole) return { name: found.name, basis: 'said' };
    if (!broad.test(text.toLowerCase())) return newCategory(text);
  }
  for (const text of partsOf(category)) {
    const found = lookUp(text, known);
    if (found) return { name: found.name, basis: found.isWhole ? 'said' : 'guessed', from: text };
    if (!own.length && !broad.test(text.toLowerCase())) return newCategory(text);
  }
  const head = headOf(name);
  const guessed = lookUp(head, known);
  if (guessed) return { name: guessed.name, basis: 'guessed', from: head };
  return newCategory([...own, ...partsOf(category)][0] ?? 'Other');
}
