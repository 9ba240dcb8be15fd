/**
 * The search over a catalogue, in the browser and in the Worker (docs/search.md): products that contain the typed text
 * come first, in the order of {@link searchIndex}; then those that match what it means.
 */
import type { CardProduct } from '#domain/catalogue/product.ts';
import { buildIndex, isChosen, type ProductSearch, type SearchIndex, searchIndex } from './search.ts';
import type { ConceptKind, FilePage, SearchFile } from './search-file.ts';
import { tokensOf } from './tokens.ts';
import { type Clause, describeClauses, type Understood, understand } from './understand.ts';
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

/** How much a kind of clause says about what somebody wants. */
const weights: { [kind in ConceptKind | 'word']?: number } = {
  concern: 4.5,
  type: 4,
  ingredient: 4,
  word: 2.5,
  texture: 2,
  audience: 2,
  time: 1.5,
  season: 1.5,
};
/** Skin types are a filter; how well a product suits counts, too. */
const skinWeight = 2;

/**
 * A clause as products meet it.
 * @property strength 0 to 1 by product @property needed whether a product without it meets less of what was typed
 */
type Wish = {
  weight: number;
  needed: boolean;
  isConcern?: boolean;
  isWord?: boolean;
  strength: (n: number) => number;
};

/** A word of a name or a label, spelt right, says what somebody wants; one of small print may be there by chance. */
const strongWord = 7;

function wishOf(clause: Clause, textOf: (n: number) => string): Wish | undefined {
  if (clause.kind === 'unknown')
    return clause.text.length > 2
      ? {
          weight: 1,
          needed: false,
          isWord: true,
          strength: (n) => (textOf(n).includes(clause.text) ? 0.5 : 0),
        }
      : undefined;
  const matches =
    clause.kind === 'concept' ? clause.concept.matches : clause.kind === 'word' ? clause.matches : undefined;
  const weight = weights[clause.kind === 'concept' ? clause.concept.kind : 'word'];
  if (!matches || !weight) return undefined;
  const needed = clause.kind !== 'word' || (!clause.off && Math.max(...matches.values()) >= strongWord);
  return {
    weight,
    needed,
    isWord: clause.kind === 'word',
    isConcern: clause.kind === 'concept' && clause.concept.kind === 'concern',
    strength: (n) => (matches.get(n) ?? 0) / 9,
  };
}

/** The products of the concepts of a kind, one set for each. */
const setsOf = (clauses: readonly Clause[], kind: ConceptKind): ReadonlyMap<number, number>[] =>
  clauses.flatMap((clause) =>
    clause.kind === 'concept' && clause.concept.kind === kind ? [clause.concept.matches] : [],
  );

const has = (clauses: readonly Clause[], kind: ConceptKind): boolean => setsOf(clauses, kind).length > 0;

/** Whether a clause says nothing about products. */
const isSilent = (clause: Clause): boolean =>
  clause.kind === 'unknown' || (clause.kind === 'concept' && clause.concept.kind !== 'skin');

/** Whether a product meets price and exclusions, which no result violates. */
const isAllowed = (clauses: readonly Clause[], { price }: CardProduct, n: number): boolean =>
  clauses.every((clause) => {
    if (clause.kind === 'price') return price >= clause.least && price <= clause.most;
    if (clause.kind !== 'without') return true;
    // `free` lists the products that are free of it, other concepts list those that have it.
    return clause.concept.matches.has(n) === (clause.concept.kind === 'free');
  });

/** Least share of what the best products meet, where none meets all. */
const leastShare = 0.6;

type Scored = { n: number; met: number; score: number };

/** How a product meets the wishes. One of several concerns is enough; meeting more of them scores higher. */
function meet(wishes: readonly Wish[], n: number): Scored {
  let met = 0;
  let score = 0;
  let concern = 0;
  for (const wish of wishes) {
    const strength = wish.strength(n);
    score += wish.weight * strength;
    if (!strength || !wish.needed) continue;
    if (wish.isConcern) concern = wish.weight;
    else met += wish.weight;
  }
  return { n, met: met + concern, score };
}

/** What a product meets that meets all. */
const wholeOf = (wishes: readonly Wish[]): number => {
  const needed = wishes.filter((wish) => wish.needed);
  const concern = needed.find((wish) => wish.isConcern)?.weight ?? 0;
  return needed.reduce((sum, wish) => sum + (wish.isConcern ? 0 : wish.weight), concern);
};

/** The positions of the products that match the meaning, best first. */
function byMeaning(
  clauses: readonly Clause[],
  { index, products }: Pick<Engine<CardProduct>, 'index' | 'products'>,
): number[] {
  const textOf = (n: number) => index.all[n]?.text ?? '';
  const skins = setsOf(clauses, 'skin');
  const best = setsOf(clauses, 'best');
  const wishes = clauses.flatMap((clause) => wishOf(clause, textOf) ?? []);
  const allowed = [...products.keys()].filter(
    (n) => isAllowed(clauses, products[n] as CardProduct, n) && skins.every((matches) => matches.has(n)),
  );
  const scored = (all: readonly Wish[]): Scored[] =>
    allowed.map((n) => {
      const one = meet(all, n);
      for (const matches of skins) one.score += (skinWeight * (matches.get(n) ?? 0)) / 9;
      if (best.some((matches) => matches.has(n))) one.score += 0.5;
      return one;
    });
  const sure = wishes.some(({ needed }) => needed) || skins.length > 0;
  // Where nothing else is known, an unknown word counts: the shop may not have it.
  let all = sure ? wishes : wishes.map((wish) => ({ ...wish, needed: true }));
  // "skincare for women" is no special wish.
  const open = clauses.every((clause) => clause.kind === 'concept' && clause.concept.kind === 'filler');
  if (!all.length && !best.length && !has(clauses, 'cheap') && !open && clauses.every(isSilent)) return [];
  const mostOf = (of: readonly Scored[]) => of.reduce((most, { met }) => Math.max(most, met), 0);
  let found = scored(all);
  if (mostOf(found) < wholeOf(all) && all.some(({ isWord }) => !isWord)) {
    // Nothing has the words of names and labels with the rest: the rest counts.
    all = all.map((wish) => ({ ...wish, needed: wish.needed && !wish.isWord }));
    found = scored(all);
  }
  const [whole, most] = [wholeOf(all), mostOf(found)];
  if (whole && !most) return [];
  const least = most === whole ? whole : most * leastShare;
  const price = (n: number) => products[n]?.price ?? 0;
  const byPrice = has(clauses, 'cheap');
  return found
    .filter(({ met }) => met >= least)
    .sort((a, b) => b.met - a.met || (byPrice ? price(a.n) - price(b.n) : b.score - a.score) || a.n - b.n)
    .map(({ n }) => n);
}

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
