/** Which entry explains a name of an ingredient list, however a label writes it. */

import { inciLists, inciNames } from './inci-list.ts';
import type { IngredientContent } from './ingredient.ts';

/** A key that ignores case, spaces and how colour numbers are written, so that spellings of one label meet. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\bc\.?\s?i\.?\s*(?=\d{5}\b)/g, 'ci ')
    .replace(/\s*\/\s*/g, '/')
    .replace(/,\s+(?=\d)/g, ',')
    .replace(/\s+/g, ' ')
    .trim();

export type KnownIngredient = { id: string; ingredient: IngredientContent };

/** An entry by each of its spellings. */
export type InciLookup = (name: string) => KnownIngredient | undefined;

/** The spellings of an ingredient, in the form in which they are compared. */
export const spellingsOf = ({ inci, synonyms }: IngredientContent): string[] =>
  [inci, ...synonyms].map(keyOf);

/** @param entries ingredients by id @returns a lookup by INCI name or synonym, with or without `(nano)` */
export function inciLookup(entries: Iterable<readonly [string, IngredientContent]>): InciLookup {
  const byName = new Map<string, KnownIngredient>();
  for (const [id, ingredient] of entries)
    for (const name of spellingsOf(ingredient)) byName.set(name, { id, ingredient });
  return (name) => byName.get(keyOf(name)) ?? byName.get(keyOf(name.replace(/[([]nano[)\]]/i, '')));
}

const marks = /[*†‡¹²³⁴®™°#+^]/gu;
/** How much of it is in the product: `(10%)`, `0.5 % w/w`, `500 mg`, `q.s.` */
const amount =
  /[([]?\s?\b\d+(?:[.,]\d+)?(?:\s?[-–]\s?\d+(?:[.,]\d+)?)?\s?(?:%|mg\b|mcg\b|g\b|ml\b|ppm\b)(?:\s?[wv]\/[wv])?\s?[)\]]?|\bq\.?\s?s\.?(?=\s|$)(?:\s+to\s+100\s?%?)?/gi;

/** A name without footnote marks and amounts. */
export const plainName = (name: string): string =>
  name
    .replace(amount, ' ')
    .replace(marks, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.:-]+|[\s,.:-]+$/g, '');

const groups = /[([{]([^()[\]{}]*)[)\]}]/g;
const withoutGroups = (name: string): string => {
  const outer = name.replace(groups, ' ');
  return outer === name ? plainName(outer) : withoutGroups(outer);
};
const partsOf = (name: string): string[] => name.split(/[/,]/).map((part) => part.trim());
const groupsIn = (name: string): string[] =>
  [...name.matchAll(groups)].map(([, group = '']) => plainName(group)).filter(Boolean);
const colourNumbers = (name: string): string[] =>
  [...name.matchAll(/\bc\.?\s?i\.?\s*(\d{5})\b/gi)].map(([, number = '']) => `CI ${number}`);

const unique = (all: readonly KnownIngredient[]): KnownIngredient[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
];

/** Everything that each of some names stands for; nothing if one of them is not known. */
function allOf(names: readonly string[], lookup: InciLookup): KnownIngredient[] {
  const found = names.flatMap((name) => lookup(name) ?? []);
  return found.length === names.length ? unique(found) : [];
}

/** The names of one substance in several languages: `Aqua/Water/Eau`. Two that agree are enough. */
function translated(name: string, lookup: InciLookup): KnownIngredient[] {
  const parts = partsOf(name);
  if (parts.length < 2) return [];
  const found = parts.flatMap((part) => lookup(part) ?? []);
  const agree = found.length > 1 && unique(found).length === 1;
  return agree ? unique(found) : allOf(parts, lookup);
}

/** `*CO Glycerin`: the mark of a footnote with the initials of what it says. */
const initials = /^\s*[*†‡]+\s?[A-Z]{2}\s+(?=\p{L})/u;

/**
 * The entries that explain a name as a whole, however the label writes it: with marks, amounts, other names in brackets
 * or behind slashes, numbers of colours. None if it is not known. What stands in brackets explains a name only where it
 * is the INCI name of the entry, since it may be what a substance was made from.
 */
export function explain(name: string, lookup: InciLookup): KnownIngredient[] {
  const plain = plainName(name);
  const unmarked = plainName(name.replace(initials, ''));
  const base = withoutGroups(unmarked);
  for (const spelling of [name, plain, unmarked, base]) {
    const found = spelling && lookup(spelling);
    if (found) return [found];
  }
  const numbers = colourNumbers(name);
  const colours = allOf(numbers, lookup);
  if (colours.length) return colours;
  const same = translated(base, lookup);
  if (same.length) return same;
  const [group, ...more] = groupsIn(unmarked);
  if (!group || more.length) return [];
  const inside = lookup(group);
  const isIt = inside && keyOf(inside.ingredient.inci) === keyOf(group) && !inside.ingredient.allergen;
  return isIt ? [inside] : translated(group, lookup);
}

/** The entries that a name mentions, also where it is not known as a whole: `Lavender Oil (Linalool, Limonene)`. */
export const mentionedIn = (name: string, lookup: InciLookup): KnownIngredient[] =>
  unique([...explain(name, lookup), ...spellingsIn(name).flatMap((spelling) => lookup(spelling) ?? [])]);

/** All spellings that a name on a label holds: itself, without brackets, what is in brackets and between slashes. */
export function spellingsIn(name: string): string[] {
  const plain = plainName(name.replace(initials, ''));
  const parts = [withoutGroups(plain), ...groupsIn(plain)].flatMap((part) => [part, ...partsOf(part)]);
  return [...new Set([name, plain, ...parts])].filter(Boolean);
}

/** The entries of the names of a label, each once, in their order; names without an entry are left out. */
export const ingredientsOf = (text: string, lookup: InciLookup): KnownIngredient[] =>
  unique(inciNames(text).flatMap((name) => explain(name, lookup)));

/** The ids of the ingredients of a label that only some packs contain: the colours of shades. */
export function possibleIngredients(text: string, lookup: InciLookup): Set<string> {
  const inLists = (isPossible: boolean) =>
    inciLists(text)
      .filter(({ kind }) => (kind === 'possible') === isPossible)
      .flatMap(({ names }) => names.flatMap((name) => explain(name, lookup)))
      .map(({ id }) => id);
  const certain = new Set(inLists(false));
  return new Set(inLists(true).filter((id) => !certain.has(id)));
}
