/** What a typed text means: words, concepts, a price, exclusions. */
import { readPrice } from './price-words.ts';
import { isKind, type Reading, read } from './reading.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Concept, Vocabulary } from './vocabulary.ts';

/**
 * Something that was understood; the limits of a price are in paise. @property words positions of its tokens
 * @property off how far a misspelt word is from the right one
 */
export type Clause = { words: number[] } & (
  | { kind: 'concept'; concept: Concept }
  | { kind: 'without'; concept: Concept }
  | { kind: 'price'; least: number; most: number }
  | { kind: 'word'; matches: ReadonlyMap<number, number>; off: number }
  | { kind: 'unknown'; text: string }
);

const wordsIn = (readings: readonly Reading[]): number[] =>
  readings.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, n) => start + n));

/** What a product can be without. "Oil" may be a kind of product, but "oil free" is not about that kind. */
const unwanted = ({ entry }: Reading): Concept | undefined =>
  entry?.free ??
  (entry?.concept?.kind === 'free' || entry?.concept?.isExcludable ? entry.concept : undefined);

/** The position of the first reading from `at` on that says something. */
function pastFillers(all: readonly Reading[], at: number): number {
  let next = at;
  while (isKind(all[next], 'filler')) next += 1;
  return next;
}

/**
 * "without fragrance", "fragrance free", "bina khushboo ke".
 * @returns how many readings it takes, and what is not wanted; nothing for "without soap", which no product is
 */
function readExclusion(
  all: readonly Reading[],
  at: number,
): { concept: Concept | undefined; taken: number } | undefined {
  const first = all[at];
  if (isKind(first, 'without')) {
    const next = pastFillers(all, at + 1);
    if (isKind(all[next], 'notSold')) return { concept: undefined, taken: next + 1 - at };
    const concept = all[next] && unwanted(all[next]);
    return concept && { concept, taken: next + 1 - at + Number(isKind(all[next + 1], 'without', 'freeOf')) };
  }
  const concept = first && unwanted(first);
  if (!concept) return undefined;
  if (first.entry?.own) return { concept, taken: 1 };
  const next = pastFillers(all, at + 1);
  if (!isKind(all[next], 'freeOf', 'without')) return undefined;
  // A "without" that has a word of its own belongs to that one.
  const another = isKind(all[next], 'without') ? all[pastFillers(all, next + 1)] : undefined;
  return another && unwanted(another) ? undefined : { concept, taken: next + 1 - at };
}

/**
 * "oil control", "less oil", "tel ko kam karne wala".
 * @returns how many readings it takes, and the concept that is meant
 */
function readLess(all: readonly Reading[], at: number): { concept: Concept; taken: number } | undefined {
  const next = pastFillers(all, at + 1);
  const [first, last] = [all[at], all[next]];
  const taken = next + 1 - at;
  const before = isKind(first, 'less', 'freeOf') && last?.entry?.lessOf;
  if (before) return { concept: before, taken };
  const concept = first?.entry?.lessOf;
  if (!concept || !isKind(last, 'less')) return undefined;
  // "Oil for less wrinkles": the word belongs to what stands behind it.
  const isOfAnother = taken > 2 && all[next + 1]?.entry?.concept?.kind === concept.kind;
  return isOfAnother ? undefined : { concept, taken };
}

/** Reads a text. Its last word may be unfinished. */
export function understand(text: string, vocabulary: Vocabulary): { tokens: Token[]; clauses: Clause[] } {
  const tokens = tokensOf(text);
  const all = read(tokens, vocabulary);
  const clauses: Clause[] = [];
  for (let n = 0; n < all.length; n++) {
    const price = readPrice(all, n, tokens);
    const exclusion = price ? undefined : readExclusion(all, n);
    const less = price || exclusion ? undefined : readLess(all, n);
    const taken = (price ?? exclusion ?? less)?.taken ?? 1;
    const words = wordsIn(all.slice(n, n + taken));
    const { entry, start, off } = all[n] as Reading;
    n += taken - 1;
    if (price) clauses.push({ kind: 'price', least: price.least, most: price.most, words });
    else if (exclusion?.concept) clauses.push({ kind: 'without', concept: exclusion.concept, words });
    else if (exclusion) continue;
    else if (less) clauses.push({ kind: 'concept', concept: less.concept, words });
    else if (entry?.concept) clauses.push({ kind: 'concept', concept: entry.concept, words });
    else if (entry?.matches) clauses.push({ kind: 'word', matches: entry.matches, off, words });
    else clauses.push({ kind: 'unknown', text: tokens[start]?.text ?? '', words });
  }
  return { tokens, clauses: joinSame(clauses) };
}

const isSame = (a: Clause, b: Clause): boolean => {
  if (a.kind === 'price' && b.kind === 'price') return a.least === b.least && a.most === b.most;
  return a.kind === b.kind && 'concept' in a && 'concept' in b && a.concept === b.concept;
};

/** What is said twice is said once: each chip removes all words of what it names. */
function joinSame(clauses: readonly Clause[]): Clause[] {
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const same = joined.find((one) => isSame(one, clause));
    if (same) same.words.push(...clause.words);
    else joined.push(clause);
  }
  return joined;
}

/** The positions of words, and of those beside them that say nothing: "for oily skin". */
function withFillers(words: readonly number[], fillers: ReadonlySet<number>): Set<number> {
  const all = new Set(words);
  for (const word of words)
    for (const step of [-1, 1]) for (let next = word + step; fillers.has(next); next += step) all.add(next);
  return all;
}

/** What was understood of a part of a text. @property rest the text without it */
export type Understood = { clause: Clause; rest: string };

/** Each clause with the rest of the text, in the order of the text. */
export function withRests(tokens: readonly Token[], clauses: readonly Clause[]): Understood[] {
  const fillers = new Set(
    clauses.flatMap((clause) =>
      clause.kind === 'concept' && /^(filler|less)$/.test(clause.concept.kind) ? clause.words : [],
    ),
  );
  return clauses.map((clause) => {
    const removed = withFillers(clause.words, fillers);
    const rest = tokens.filter((_, n) => !removed.has(n)).map(({ text }) => text);
    return { clause, rest: rest.join(' ').replaceAll('₹ ', '₹').normalize() };
  });
}
