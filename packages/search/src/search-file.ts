/**
 * The index of a catalogue: what words mean, and which products have which meaning. It is made once, as JSON, and searched in
 * the browser or on a server.
 */
import { packPositions, unpackPositions } from './positions.ts';

/**
 * Words that say how to read others, or how to order the results.
 * - `best`: its products come first; `cheap`: the lowest price comes first
 * - `without` stands before a word, `freeOf` behind it
 * - `less` stands before or behind what somebody wants less of: "oil control" (`lessOf` of {@link FileConcept})
 * - `under` and `above` stand before an amount, `underAfter` and `aboveAfter` behind it, `between` between two or before both
 * - `currency` stands beside an amount
 * - `filler` says nothing
 */
export const grammarKinds = [
  'best',
  'cheap',
  'without',
  'freeOf',
  'less',
  'under',
  'underAfter',
  'above',
  'aboveAfter',
  'between',
  'currency',
  'filler',
] as const;

/**
 * Kinds of concepts that every catalogue has. All others are {@link Kinds} of its own.
 * - `free`: products without something, as far as is known, after a word such as "without"
 * - `notSold`: what is not in the catalogue
 */
export type KnownKind = (typeof grammarKinds)[number] | 'free' | 'notSold';

/**
 * How products meet the concepts of a kind, such as materials, colours or uses.
 * @property weight how much it says about what somebody wants, compared with 2.5 for a word of a product's name
 * @property isFilter whether products without it are not found
 * @property isEither whether one of several is enough
 * @property isExcludable whether "without" may stand before it
 * @property isListed whether products have it by a list that may be incomplete, such as ingredients: an exclusion of it leaves
 * the products open whose lists are, and it is understood also where no product has it
 */
export type Kind = {
  weight: number;
  isFilter?: boolean;
  isEither?: boolean;
  isExcludable?: boolean;
  isListed?: boolean;
};
export type Kinds = { readonly [kind: string]: Kind };

/**
 * @property label where it is not the id
 * @property sounds of its words, space between them
 * @property own of words that name a `free` concept without a word such as "without": "vegan"
 * @property lessOf what somebody wants less of who means it: "oil", of a concept for oily skin
 * @property products that have it, as {@link packProducts} writes them
 * @property note shown with the results
 * @property query what a suggestion searches, where it is not the label
 */
export type FileConcept = {
  id: string;
  kind: string;
  label?: string;
  sounds: string;
  own?: string;
  lessOf?: string;
  products?: string;
  note?: string;
  query?: string;
};

/** A page that is no product, such as an article. @property concepts ids of what it is about */
export type FilePage<PageKind extends string = string> = {
  kind: PageKind;
  title: string;
  url: string;
  concepts: string[];
};

/**
 * @property words sounds of the words of products that are not concepts, space between them, by their products
 * @property unknown positions of the products of which it is not known whether they have what is excluded (positions.ts)
 * @property codes on the labels of products (codes.ts), if there are any
 */
export type SearchFile<PageKind extends string = string> = {
  concepts: FileConcept[];
  words: Record<string, string>;
  pages: FilePage<PageKind>[];
  unknown: string;
  codes?: string;
};

/** How well a product matches, 1 to 9, by its position in the catalogue's order. */
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
