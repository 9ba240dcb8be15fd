/** The category of an imported product: one that the shop has, or a new one that its editor may rename. */
import type { ImportedProduct } from 'shop-import/product';
import { oneLine } from 'shop-import/values';
import { slugOf } from './slug.ts';

/** A category of the shop. @property words what products of it are called, in small letters: `face wash` */
export type KnownCategory = { name: string; words: readonly string[] };

/**
 * @property basis `said`: the export names it; `guessed`: from the name of the product; `new`: the shop has none like it
 * @property title of a new one: what the export calls it
 */
export type FoundCategory = { name: string; basis: 'said' | 'guessed' | 'new'; title?: string };

/** Names of everything that a shop sells say nothing. */
const general =
  /^(uncategori[sz]ed|all|default|general|other|misc(ellaneous)?|products?|skin ?care|beauty|cosmetics?|personal care|health & beauty|(beauty & )?personal care)?$/;

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
function lookUp(text: string, known: CategoryWords, anywhere: boolean): string | undefined {
  const plain = wordsOf(text);
  const isForFace = !notFace.test(plain);
  let best = { name: undefined as string | undefined, length: 0, end: -1 };
  for (const { word, name, ...one } of known) {
    if (one.isForFace && !isForFace) continue;
    const at = ` ${plain} `.lastIndexOf(` ${word} `);
    if (at < 0) continue;
    const end = at + word.length;
    const isLast = end === plain.length;
    if (!anywhere && !isLast) continue;
    if (end > best.end || (end === best.end && word.length > best.length))
      best = { name, length: word.length, end };
  }
  return best.name;
}

/** A name that a category may have. */
const newName = (text: string): string => slugOf(text).replaceAll('-', ' ').slice(0, 40).trim();

/** @param known categories of the shop */
export function categoryOf(
  { name, type, category, tags }: Pick<ImportedProduct, 'name' | 'type' | 'category' | 'tags'>,
  known: CategoryWords,
): FoundCategory {
  // The last part of a path says most; a number is Google's.
  const said = [type, category]
    .flatMap((text) => (text.split('>').at(-1) ?? '').split(/[,;|]/))
    .map(oneLine)
    .filter((text) => !general.test(text.toLowerCase()) && !/^\d+$/.test(text));
  for (const text of [...said, ...tags]) {
    const found = lookUp(text, known, false);
    if (found) return { name: found, basis: 'said' };
  }
  for (const text of said) {
    const proposed = newName(text);
    if (proposed) return { name: proposed, basis: 'new', title: text.slice(0, 40) };
  }
  const guessed = lookUp(name, known, true);
  return guessed ? { name: guessed, basis: 'guessed' } : { name: 'other', basis: 'new', title: 'Other' };
}
