/**
 * The search index of a build (`/search.json`): what words mean, and which products have which meaning. Browser and
 * Worker search with the same file (docs/decisions/22-one-search.md).
 */

import { packPositions, unpackPositions } from '#lib/positions.ts';

/**
 * - `type`, `skin`, `concern`, `ingredient`, `texture`, `time`, `season`, `audience`: a product has it or not
 * - `best`: orders the results; so does `cheap`, by price
 * - `free`: products without something, as far as is known, after a word such as "without"
 * - `notSold`: what the shop does not sell
 * - the others are words of grammar: "without", "free" (behind its word), "under", "above", "to", "from", a currency,
 *   and `filler`, which says nothing
 */
export const conceptKinds = [
  'type',
  'concern',
  'ingredient',
  'skin',
  'texture',
  'time',
  'season',
  'audience',
  'best',
  'cheap',
  'free',
  'notSold',
  'without',
  'freeOf',
  'under',
  'underAfter',
  'above',
  'aboveAfter',
  'between',
  'currency',
  'filler',
] as const;
export type ConceptKind = (typeof conceptKinds)[number];

/**
 * @property sounds of its words, space between them
 * @property own of words that name a `free` concept without a word such as "without": "vegan"
 * @property products that have it, as {@link packProducts} writes them
 * @property note shown with the results
 * @property query what a suggestion searches, where it is not the label
 */
export type FileConcept = {
  id: string;
  kind: ConceptKind;
  label: string;
  sounds: string;
  own?: string;
  products?: string;
  note?: string;
  query?: string;
};

/** An article or an answer. @property concepts ids of what it is about */
export type FilePage = { kind: 'article' | 'answer'; title: string; url: string; concepts: string[] };

/**
 * @property words sounds of the words of products that are not concepts, with their products
 * @property unknown positions of the products whose ingredient lists are not explained as a whole (lib/positions.ts)
 */
export type SearchFile = {
  concepts: FileConcept[];
  words: Record<string, string>;
  pages: FilePage[];
  unknown: string;
};

/** How well a product matches, 1 to 9, by its position in the editor's order. */
export type Matches = ReadonlyMap<number, number>;

/** Writes matches by strength: `9:0,1,4;5:2`, each list by {@link packPositions}. */
export function packProducts(matches: Matches): string {
  const lists = new Map<number, number[]>();
  for (const [position, strength] of matches) lists.set(strength, [...(lists.get(strength) ?? []), position]);
  return [...lists]
    .sort(([a], [b]) => b - a)
    .map(([strength, positions]) => `${strength}:${packPositions(positions)}`)
    .join(';');
}

export function unpackProducts(text: string | undefined): Map<number, number> {
  const matches = new Map<number, number>();
  for (const list of text?.split(';') ?? []) {
    const [strength, positions = ''] = list.split(':');
    for (const position of unpackPositions(positions)) matches.set(position, Number(strength));
  }
  return matches;
}
