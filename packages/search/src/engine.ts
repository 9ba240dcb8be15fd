/**
 * The search over a catalogue, in the browser or on a server: products with the typed text on their label as SKU or barcode
 * come first, then those that contain it, in the order of {@link searchText}; then those that match what it means.
 */
import { byMeaning, has, isAllowed } from './by-meaning.ts';
import { type CodePlace, codeOf, unpackCodes } from './codes.ts';
import { namedVariant } from './named-variant.ts';
import { unpackPositions } from './positions.ts';
import type { FilePage, Kinds, SearchFile } from './search-file.ts';
import { splitAtApostrophes } from './sounds.ts';
import {
  buildIndex,
  isByPrice,
  type SearchIndex,
  type SearchProduct,
  searchText,
  type TextOptions,
} from './text-index.ts';
import { tokensOf, wordsOf } from './tokens.ts';
import { type Clause, type Understood, understand, withRests } from './understand.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';

/** The words of a product's name, of its brand, of both with its sizes and shades, and of all its texts. */
type ProductWords = readonly [name: string, brand: string, named: string, all: string];

export type Engine<T extends SearchProduct, PageKind extends string = string> = {
  index: SearchIndex<T>;
  /** In the order of the catalogue, which is the order of the file. */
  products: readonly T[];
  /** By their position among the products. */
  words: readonly ProductWords[];
  vocabulary: Vocabulary;
  /** The products of which it is not known whether they have what is excluded. */
  unknown: ReadonlySet<T>;
  /** The products with a code on their label. */
  codes: ReadonlyMap<string, readonly CodePlace[]>;
  /** With the sounds of their titles' words. */
  pages: readonly (FilePage<PageKind> & { words: readonly string[] })[];
};

/** @param file of index-catalogue.ts @param products of the file, in any order @param kinds of its concepts */
export function createEngine<T extends SearchProduct, PageKind extends string>(
  file: SearchFile<PageKind>,
  products: readonly T[],
  kinds: Kinds,
): Engine<T, PageKind> {
  const index = buildIndex(products);
  const inOrder = index.all.map(({ product }) => product);
  return {
    index,
    products: inOrder,
    words: index.all.map(({ product: { name, brand, variants }, text }) => [
      spaced(name),
      spaced(brand),
      spaced(name, brand, ...(variants?.map(({ label }) => `${name} ${label}`) ?? [])),
      spaced(text),
    ]),
    vocabulary: openVocabulary(file, kinds),
    unknown: new Set(unpackPositions(file.unknown).flatMap((n) => inOrder[n] ?? [])),
    codes: unpackCodes(file.codes ?? ''),
    pages: file.pages.map((page) => ({ ...page, words: tokensOf(page.title).map(({ sound }) => sound) })),
  };
}

/**
 * @property notes sentences that belong to what was understood
 * @property unknown ids of products that may have what was excluded
 * @property opened the size or shade that the text names, by product
 */
export type SearchResult<T> = {
  products: T[];
  understood: Understood[];
  notes: string[];
  unknown: string[];
  opened: Record<string, string>;
};

/** Whether a clause excludes what a product may have although it is not known. */
const leavesOpen = (clause: Clause): boolean =>
  clause.kind === 'without' && (clause.concept.kind === 'free' || Boolean(clause.concept.isListed));

const withoutHyphens = (words: readonly string[]): string[] => words.filter((word) => !/^[-–—&]$/.test(word));

/**
 * The words of texts, with a space before each: ` oil free gel`. Case, accents and signs do not count; what an apostrophe
 * or a hyphen divides are two words.
 */
const spaced = (...texts: string[]): string =>
  texts.map((text) => ['', ...withoutHyphens(wordsOf(splitAtApostrophes(text)))].join(' ')).join('\n');

const joined = (text: string): string => text.replaceAll(' ', '');

/** Finds letters from the beginning of a word on, also if they are divided into words: "hydroboost" in ` hydro boost`. */
const divided = (letters: string): RegExp =>
  new RegExp(` ${[...letters].map((letter) => (letter === '.' ? '\\.' : letter)).join(' ?')}`);

/**
 * The products that contain the text, in the order of {@link searchText}: first those whose name it is, also behind their
 * brand, then those of the brand that it is. The name and the brand also count without their signs and accents, with words
 * joined or divided ("loreal" is "L'Oréal"), and in any order: "Anua toner". No exclusion or price takes a product away whose own name has it: "Unscented Balm". What is not
 * sold is not found inside another word: "nail" is in "snail".
 */
function containingText<T extends SearchProduct>(
  { index, products, words }: Engine<T>,
  q: string,
  filter: (product: T) => boolean,
  clauses: readonly Clause[],
): T[] {
  const text = spaced(q);
  const letters = joined(text);
  const query = q.trim().toLowerCase();
  const ranks: T[][] = [[], [], []];
  const isSold = !has(clauses, 'notSold');
  const contain = searchText(index, q, { filter });
  const parts = withoutHyphens(wordsOf(q)).map(divided);
  const named = new Set(
    products.filter((product, n) => parts.every((part) => part.test(words[n]?.[2] ?? '')) && filter(product)),
  );
  for (const product of new Set([...contain, ...named])) {
    const n = products.indexOf(product);
    if (!named.has(product) && !isAllowed(clauses, product, n)) continue;
    const [name, brand, , all] = words[n] as ProductWords;
    const isNamed = index.all[n]?.name === query || (joined(name) === letters && !contain.includes(product));
    const rank = isNamed || joined(brand + name) === letters ? 0 : joined(brand) === letters ? 1 : 2;
    if (isSold || all.includes(text) || named.has(product)) ranks[rank]?.push(product);
  }
  return ranks.flat();
}

/** The ids of the products that may have what was excluded. Those that have the text for their name were looked for. */
function openAmong<T extends SearchProduct>(
  { products, words, unknown }: Engine<T>,
  found: readonly T[],
  q: string,
): string[] {
  const text = divided(joined(spaced(q)));
  const shown = new Set(found);
  return products.flatMap((product, n) =>
    shown.has(product) && unknown.has(product) && !text.test(words[n]?.[2] ?? '') ? product.id : [],
  );
}

/** The products of which the text is the code on a label, with the size or shade that has it. */
const withCode = <T extends SearchProduct>(
  { codes, products }: Engine<T>,
  q: string,
): { product: T; variant: string | undefined }[] =>
  (codes.get(codeOf(q)) ?? []).flatMap(({ position, variant }) => {
    const product = products[position];
    return product ? { product, variant: product.variants?.[variant]?.id } : [];
  });

/** @property textOnly whether only products that contain the text are found */
export type SearchOptions<T> = TextOptions<T> & { textOnly?: boolean };

/** Searches the catalogue. */
export function search<T extends SearchProduct>(
  engine: Engine<T>,
  q: string,
  { sort, filter = () => true, textOnly = false }: SearchOptions<T> = {},
): SearchResult<T> {
  const { index, products, vocabulary } = engine;
  const { tokens, clauses } = understand(q, vocabulary);
  if (!tokens.length)
    return {
      products: searchText(index, q, { sort, filter }),
      understood: [],
      notes: [],
      unknown: [],
      opened: {},
    };
  const notSold = has(clauses, 'notSold');
  const coded = withCode(engine, q).filter(({ product }) => filter(product));
  const containing = new Set([
    ...coded.map(({ product }) => product),
    ...containingText(engine, q, filter, clauses),
  ]);
  const others = (notSold || textOnly ? [] : byMeaning(clauses, engine))
    .map((n) => products[n] as T)
    .filter((product) => !containing.has(product) && filter(product));
  const all = [...containing, ...others];
  if (isByPrice(sort)) {
    const sign = sort === 'low-high' ? 1 : -1;
    // Sorting is stable: products of one price keep their order.
    all.sort((a, b) => sign * (a.price - b.price));
  }
  return {
    products: all,
    understood: notSold || textOnly ? [] : withRests(tokens, clauses),
    unknown: clauses.some(leavesOpen) ? openAmong(engine, all, q) : [],
    opened: Object.fromEntries(
      all.flatMap((product) => {
        const variant = coded.find((one) => one.product === product)?.variant ?? namedVariant(product, q);
        return variant && variant !== product.id ? [[product.id, variant]] : [];
      }),
    ),
    notes: clauses.flatMap((clause) => ('concept' in clause && clause.concept.note) || []),
  };
}

/** Shortest word of a title that counts, sounds. */
const shortestTitleWord = 3;

/** The pages about what was typed, best first. */
export function findPages<PageKind extends string>(
  { pages, vocabulary }: Engine<SearchProduct, PageKind>,
  q: string,
  most: number,
): FilePage<PageKind>[] {
  const { tokens, clauses } = understand(q, vocabulary);
  const concepts = clauses.flatMap((clause) => (clause.kind === 'concept' ? clause.concept.id : []));
  const fillers = clauses.flatMap((clause) =>
    clause.kind === 'concept' && clause.concept.kind === 'filler' ? clause.words : [],
  );
  const sounds = tokens
    .filter(({ sound }, n) => sound.length >= shortestTitleWord && !fillers.includes(n))
    .map(({ sound }) => sound);
  const scoreOf = ({ words, concepts: topics }: (typeof pages)[number]): number => {
    const named = sounds.filter((sound) => words.some((word) => word.startsWith(sound))).length;
    const about = concepts.filter((id) => topics.includes(id)).length;
    return about || named * 2 >= sounds.length ? named + 2 * about : 0;
  };
  return pages
    .map((page) => ({ page, score: scoreOf(page) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ page }) => page);
}
