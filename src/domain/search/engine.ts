/**
 * The search over a catalogue, in the browser and in the Worker (docs/search.md): products that contain the typed text
 * come first, in the order of {@link searchIndex}; then those that match what it means.
 */
import type { CardProduct } from '#domain/catalogue/product.ts';
import { byMeaning, has, isAllowed } from './by-meaning.ts';
import { buildIndex, isChosen, type ProductSearch, type SearchIndex, searchIndex } from './search.ts';
import type { FilePage, SearchFile } from './search-file.ts';
import { tokensOf } from './tokens.ts';
import { describeClauses, type Understood, understand } from './understand.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';

export type { Understood } from './understand.ts';

export type Engine<T extends CardProduct> = {
  index: SearchIndex<T>;
  /** In the editor's order, which is the order of the file. */
  products: readonly T[];
  positions: ReadonlyMap<T, number>;
  vocabulary: Vocabulary;
  /** With the sounds of their titles' words. */
  pages: readonly (FilePage & { words: readonly string[] })[];
};

/** @param products in any order */
export function openEngine<T extends CardProduct>(file: SearchFile, products: readonly T[]): Engine<T> {
  const index = buildIndex(products);
  const inOrder = index.all.map(({ product }) => product);
  return {
    index,
    products: inOrder,
    positions: new Map(inOrder.map((product, n) => [product, n])),
    vocabulary: openVocabulary(file),
    pages: file.pages.map((page) => ({ ...page, words: tokensOf(page.title).map(({ sound }) => sound) })),
  };
}

/**
 * @property notes sentences that belong to what was understood, such as to ask a doctor in pregnancy
 */
export type EngineResult<T> = { products: T[]; understood: Understood[]; notes: string[] };

/** Searches the catalogue. @param textOnly whether only products that contain the text are found */
export function searchEngine<T extends CardProduct>(
  engine: Engine<T>,
  search: ProductSearch,
  textOnly = false,
): EngineResult<T> {
  const { index, products, positions, vocabulary } = engine;
  const { tokens, clauses } = understand(search.q, vocabulary);
  if (!tokens.length) return { products: searchIndex(index, search), understood: [], notes: [] };
  const containing = searchIndex(index, { ...search, sort: 'relevant' }).filter((product) =>
    isAllowed(clauses, product, positions.get(product) as number),
  );
  const first = new Set(containing);
  const notSold = has(clauses, 'notSold');
  const others = (notSold || textOnly ? [] : byMeaning(clauses, engine))
    .map((n) => products[n] as T)
    .filter((product) => !first.has(product) && isChosen(product, search));
  const all = [...containing, ...others];
  if (search.sort === 'low-high' || search.sort === 'high-low') {
    const sign = search.sort === 'low-high' ? 1 : -1;
    // Sorting is stable: products of one price keep their order.
    all.sort((a, b) => sign * (a.price - b.price));
  }
  return {
    products: all,
    understood: notSold || textOnly ? [] : describeClauses(tokens, clauses),
    notes: clauses.flatMap((clause) => ('concept' in clause && clause.concept.note) || []),
  };
}

/** Shortest word of a title that counts, sounds. */
const shortestTitleWord = 3;

/** Articles and answers about what was typed, best first. */
export function findPages({ pages, vocabulary }: Engine<CardProduct>, q: string, most: number): FilePage[] {
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
