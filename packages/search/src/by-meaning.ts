/**
 * Finds products by what a text means, for engine.ts, in four steps: which products come into question, what is asked for, how
 * much of it each of them meets, and the order.
 */
import type { KnownKind } from './search-file.ts';
import type { SearchIndex, SearchProduct } from './text-index.ts';
import type { Clause } from './understand.ts';
import type { Concept } from './vocabulary.ts';

/** How much a word of a product's texts says about what somebody wants; the kind of a concept has a weight of its own. */
const wordWeight = 2.5;

/** What a product that is among the best sellers scores more where they are asked for. */
const bestBonus = 0.5;

/**
 * A clause as products meet it.
 * @property strength 0 to 1 by product @property needed whether a product without it meets less of what was typed
 */
type Wish = {
  weight: number;
  needed: boolean;
  isEither?: boolean | undefined;
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
  const concept = clause.kind === 'concept' ? clause.concept : undefined;
  const weight = concept ? concept.weight : wordWeight;
  const matches = clause.kind === 'word' ? clause.matches : concept?.matches;
  if (!matches || !weight || concept?.isFilter) return undefined;
  const needed = clause.kind !== 'word' || (!clause.off && Math.max(...matches.values()) >= strongWord);
  return {
    weight,
    needed,
    isWord: clause.kind === 'word',
    isEither: concept?.isEither,
    strength: (n) => (matches.get(n) ?? 0) / 9,
  };
}

/** The concepts that clauses name. */
const conceptsIn = (clauses: readonly Clause[], fits: (concept: Concept) => unknown): Concept[] =>
  clauses.flatMap((clause) => (clause.kind === 'concept' && fits(clause.concept) ? clause.concept : []));

/** Whether a clause names a concept of a kind. */
export const has = (clauses: readonly Clause[], kind: KnownKind): boolean =>
  conceptsIn(clauses, (concept) => concept.kind === kind).length > 0;

const filtersIn = (clauses: readonly Clause[]): Concept[] => conceptsIn(clauses, ({ isFilter }) => isFilter);

/** Whether a clause says nothing about products. */
const isSilent = (clause: Clause): boolean =>
  clause.kind === 'unknown' || (clause.kind === 'concept' && !clause.concept.isFilter);

/** Whether a product meets price and exclusions, which no result violates. */
export const isAllowed = (clauses: readonly Clause[], { price }: SearchProduct, n: number): boolean =>
  clauses.every((clause) => {
    if (clause.kind === 'price') return price >= clause.least && price <= clause.most;
    if (clause.kind !== 'without') return true;
    // `free` lists the products that are free of it, other concepts list those that have it.
    return clause.concept.matches.has(n) === (clause.concept.kind === 'free');
  });

/** Step 1: the products that meet price, exclusions and filters. */
function candidatesFor(clauses: readonly Clause[], products: readonly SearchProduct[]): number[] {
  const filters = filtersIn(clauses);
  return [...products.keys()].filter(
    (n) =>
      isAllowed(clauses, products[n] as SearchProduct, n) && filters.every(({ matches }) => matches.has(n)),
  );
}

/**
 * Step 2: what the text asks for. Where it names nothing that is known for sure, its unknown words must be met: the
 * catalogue may not have it.
 */
function wishesOf(clauses: readonly Clause[], textOf: (n: number) => string): Wish[] {
  const wishes = clauses.flatMap((clause) => wishOf(clause, textOf) ?? []);
  const isSure = wishes.some(({ needed }) => needed) || filtersIn(clauses).length > 0;
  return isSure ? wishes : wishes.map((wish) => ({ ...wish, needed: true }));
}

/** Whether the text asks for nothing that products have. A filler alone asks for all of them. */
function asksForNothing(clauses: readonly Clause[], wishes: readonly Wish[]): boolean {
  if (wishes.length || has(clauses, 'best') || has(clauses, 'cheap')) return false;
  const asksForAll = clauses.every((clause) => clause.kind === 'concept' && clause.concept.kind === 'filler');
  return !asksForAll && clauses.every(isSilent);
}

/** @property met sum of the weights of the needed wishes that it meets @property score order among those that meet as much */
type Scored = { n: number; met: number; score: number };

/** How a product meets the wishes. One of those of which one is enough counts; meeting more of them scores higher. */
function meet(wishes: readonly Wish[], n: number): Scored {
  let met = 0;
  let score = 0;
  let either = 0;
  for (const wish of wishes) {
    const strength = wish.strength(n);
    score += wish.weight * strength;
    if (!strength || !wish.needed) continue;
    if (wish.isEither) either = wish.weight;
    else met += wish.weight;
  }
  return { n, met: met + either, score };
}

/** What a product meets that meets all. */
const wholeOf = (wishes: readonly Wish[]): number => {
  const needed = wishes.filter((wish) => wish.needed);
  const either = needed.find((wish) => wish.isEither)?.weight ?? 0;
  return needed.reduce((sum, wish) => sum + (wish.isEither ? 0 : wish.weight), either);
};

/** The most that a product meets. */
const mostMet = (scored: readonly Scored[]): number =>
  scored.reduce((most, { met }) => Math.max(most, met), 0);

/** Step 3: how much each candidate meets. Filters and best sellers raise its score only. */
function scoreAll(
  wishes: readonly Wish[],
  candidates: readonly number[],
  clauses: readonly Clause[],
): Scored[] {
  const filters = filtersIn(clauses);
  const best = conceptsIn(clauses, ({ kind }) => kind === 'best');
  return candidates.map((n) => {
    const one = meet(wishes, n);
    for (const { weight = 0, matches } of filters) one.score += (weight * (matches.get(n) ?? 0)) / 9;
    if (best.some(({ matches }) => matches.has(n))) one.score += bestBonus;
    return one;
  });
}

/** Least share of what the best product meets, where none meets all. */
const leastShare = 0.6;

/**
 * Those that meet all; where none does, those that meet nearly as much as the best one. If no product has the words of names
 * and labels together with the rest, the words need not be met.
 */
function chooseBest(
  wishes: readonly Wish[],
  candidates: readonly number[],
  clauses: readonly Clause[],
): Scored[] {
  const scored = scoreAll(wishes, candidates, clauses);
  const [whole, most] = [wholeOf(wishes), mostMet(scored)];
  const needsWord = wishes.some(({ needed, isWord }) => needed && isWord);
  if (most < whole && needsWord && wishes.some(({ isWord }) => !isWord)) {
    const withoutWords = wishes.map((wish) => ({ ...wish, needed: wish.needed && !wish.isWord }));
    return chooseBest(withoutWords, candidates, clauses);
  }
  if (whole && !most) return [];
  const least = most === whole ? whole : most * leastShare;
  return scored.filter(({ met }) => met >= least);
}

/** The positions of the products that match the meaning, best first. Step 4 is their order. */
export function byMeaning(
  clauses: readonly Clause[],
  { index, products }: { index: SearchIndex<SearchProduct>; products: readonly SearchProduct[] },
): number[] {
  const wishes = wishesOf(clauses, (n) => index.all[n]?.text ?? '');
  if (asksForNothing(clauses, wishes)) return [];
  const price = (n: number) => products[n]?.price ?? 0;
  const byPrice = has(clauses, 'cheap');
  return chooseBest(wishes, candidatesFor(clauses, products), clauses)
    .sort((a, b) => b.met - a.met || (byPrice ? price(a.n) - price(b.n) : b.score - a.score) || a.n - b.n)
    .map(({ n }) => n);
}
