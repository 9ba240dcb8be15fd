/**
 * The search over a catalogue, in the browser and in the Worker (docs/search.md): products that contain the typed text
 * come first, in the order of {@link searchIndex}; then those that match what it means.
 */
import type { CardProduct } from '#features/catalogue/product.ts';
import { buildIndex, type SearchIndex, searchIndex, suitsSkin } from './search.ts';
import type { FilePage, SearchFile } from './search-file.ts';
import type { Search } from './search-query.ts';
import { type Clause, describeClauses, tokensOf, type Understood, understand } from './understand.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';

export type { Understood } from './understand.ts';

export type Engine<T extends CardProduct> = {
  index: SearchIndex<T>;
  /** In the editor's order, which is the order of the file. */
  products: readonly T[];
  vocabulary: Vocabulary;
  pages: readonly FilePage[];
};

/** @param products in any order */
export function openEngine<T extends CardProduct>(file: SearchFile, products: readonly T[]): Engine<T> {
  const index = buildIndex(products);
  return {
    index,
    products: index.all.map(({ product }) => product),
    vocabulary: openVocabulary(file),
    pages: file.pages,
  };
}

/** @property notes sentences that belong to what was understood, such as to ask a doctor in pregnancy */
export type EngineResult<T> = { products: T[]; understood: Understood[]; notes: string[] };

/** How much a kind of clause says about what somebody wants. */
const weights: Record<string, number> = {
  type: 4,
  ingredient: 4,
  concern: 3,
  texture: 2,
  audience: 2,
  time: 1.5,
  season: 1.5,
  word: 2.5,
};

/** A clause as products meet it. @property strength 0 to 1 by product */
type Wish = { weight: number; strength: ReadonlyMap<number, number> | ((n: number) => number) };

const strengthOf = ({ strength }: Wish, n: number): number =>
  typeof strength === 'function' ? strength(n) : (strength.get(n) ?? 0) / 9;

function wishOf(clause: Clause, textOf: (n: number) => string): Wish | undefined {
  if (clause.kind === 'concept') {
    const weight = weights[clause.concept.kind];
    return weight === undefined ? undefined : { weight, strength: clause.concept.matches };
  }
  if (clause.kind === 'word')
    return { weight: weights.word ?? 1, strength: clause.entry.matches ?? new Map() };
  if (clause.kind === 'unknown' && clause.text.length > 2)
    return { weight: 1, strength: (n) => (textOf(n).includes(clause.text) ? 0.5 : 0) };
  return undefined;
}

/** Products by their positions that meet price, exclusions and skin types. Prices and exclusions are never violated. */
function allowed(clauses: readonly Clause[], products: readonly CardProduct[]) {
  const hard = (n: number): boolean => {
    const { price } = products[n] as CardProduct;
    return clauses.every((clause) => {
      if (clause.kind === 'price') return price >= clause.least && price <= clause.most;
      if (clause.kind !== 'without') return true;
      // `free` lists the products that are free of it, other concepts list those that have it.
      return clause.concept.matches.has(n) === (clause.concept.kind === 'free');
    });
  };
  const skins = clauses.flatMap((clause) =>
    clause.kind === 'concept' && clause.concept.kind === 'skin' ? [clause.concept.matches] : [],
  );
  return { hard, soft: (n: number) => hard(n) && skins.every((matches) => matches.has(n)) };
}

const has = (clauses: readonly Clause[], kind: string): boolean =>
  clauses.some((clause) => clause.kind === 'concept' && clause.concept.kind === kind);

/** The positions of the products that match the meaning, best first. */
function byMeaning(
  clauses: readonly Clause[],
  products: readonly CardProduct[],
  allows: (n: number) => boolean,
): number[] {
  const textOf = (n: number) => {
    const { name, description } = products[n] as CardProduct;
    return `${name} ${description}`.toLowerCase();
  };
  const wishes = clauses.flatMap((clause) => wishOf(clause, textOf) ?? []);
  const meant = clauses.some(({ kind }) => kind !== 'unknown');
  const filters = clauses.some(
    (clause) =>
      clause.kind === 'price' ||
      clause.kind === 'without' ||
      (clause.kind === 'concept' && ['skin', 'best', 'cheap'].includes(clause.concept.kind)),
  );
  if (!meant || (!wishes.length && !filters)) return [];
  const best = clauses.flatMap((clause) =>
    clause.kind === 'concept' && clause.concept.kind === 'best' ? [clause.concept.matches] : [],
  );
  const scored: { n: number; met: number; score: number }[] = [];
  for (let n = 0; n < products.length; n++) {
    if (!allows(n)) continue;
    let met = 0;
    let score = 0;
    for (const wish of wishes) {
      const strength = strengthOf(wish, n);
      if (!strength) continue;
      met += wish.weight;
      score += wish.weight * strength;
    }
    if (best.some((matches) => matches.has(n))) score += 0.5;
    scored.push({ n, met, score });
  }
  const most = scored.reduce((top, { met }) => Math.max(top, met), 0);
  if (wishes.length && !most) return [];
  const kept = scored.filter(({ met }) => met === most);
  if (has(clauses, 'cheap')) {
    const price = (n: number) => products[n]?.price ?? 0;
    return kept.sort((a, b) => price(a.n) - price(b.n) || a.n - b.n).map(({ n }) => n);
  }
  return kept.sort((a, b) => b.score - a.score || a.n - b.n).map(({ n }) => n);
}

/**
 * Searches the catalogue.
 * @param typing whether the last word may be unfinished
 */
export function searchEngine<T extends CardProduct>(
  engine: Engine<T>,
  search: Search,
  typing = true,
): EngineResult<T> {
  const { index, products, vocabulary } = engine;
  const { tokens, clauses } = understand(search.q, vocabulary, typing);
  if (!tokens.length) return { products: searchIndex(index, search), understood: [], notes: [] };
  const { hard, soft } = allowed(clauses, products);
  const positions = new Map(products.map((product, n) => [product, n]));
  const containing = searchIndex(index, { ...search, sort: 'relevant' }).filter((product) =>
    hard(positions.get(product) as number),
  );
  const first = new Set(containing);
  const notSold = has(clauses, 'notSold');
  const others = notSold
    ? []
    : byMeaning(clauses, products, soft)
        .map((n) => products[n] as T)
        .filter((product) => !first.has(product) && suitsSkin(product, search.skin));
  const all = [...containing, ...others];
  if (search.sort !== 'relevant') {
    const sign = search.sort === 'low-high' ? 1 : -1;
    // Sorting is stable: products of one price keep their order.
    all.sort((a, b) => sign * (a.price - b.price));
  }
  return {
    products: all,
    understood: notSold ? [] : describeClauses(tokens, clauses),
    notes: clauses.flatMap((clause) => ('concept' in clause && clause.concept.note) || []),
  };
}

/** Articles and answers about what was typed, best first. */
export function findPages({ pages, vocabulary }: Engine<CardProduct>, q: string, most: number): FilePage[] {
  const { clauses } = understand(q, vocabulary, false);
  const concepts = clauses.flatMap((clause) => (clause.kind === 'concept' ? clause.concept.id : []));
  const sounds = tokensOf(q)
    .map(({ sound }) => sound)
    .filter((sound) => sound.length > 2);
  return pages
    .map((page) => {
      const words = page.sounds.split(' ');
      const named = sounds.filter((sound) =>
        words.some((word) => word === sound || word.startsWith(sound)),
      ).length;
      const about = concepts.filter((id) => page.concepts.includes(id)).length;
      return {
        page,
        score: sounds.length && (named / sounds.length >= 0.5 || about) ? named + 2 * about : 0,
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ page }) => page);
}
