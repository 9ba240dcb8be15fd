/** INCI lists: how a label's list is read, and which entry explains a name. */
import type { IngredientContent } from './ingredient.ts';

/** A key that ignores case and the spaces around brackets, so that spellings of one label meet. */
const keyOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** The list of one product. @property of its name, where several stand in one text */
export type InciList = { of?: string; names: string[] };

/**
 * The lists of a label. A kit names its products: `Glow Serum: Aqua, …. Daily Veil: Aqua, …`. A comma separates two
 * names only where a space follows: `1,2-Hexanediol` is one name.
 */
export const inciLists = (text: string): InciList[] =>
  text
    .trim()
    .replace(/\.$/, '')
    .split(/\.\s+(?=[^,:]+:\s)/)
    .map((part) => {
      const [, of, list = ''] = /^(?:([^,:]+):\s+)?(.*)$/s.exec(part) ?? [];
      const names = list
        .split(/,\s+/)
        .map((name) => name.trim())
        .filter(Boolean);
      return of ? { of, names } : { names };
    });

/** The names of all lists of a label, in their order. */
export const inciNames = (text: string): string[] => inciLists(text).flatMap(({ names }) => names);

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
  return (name) => byName.get(keyOf(name)) ?? byName.get(keyOf(name.replace(/\(nano\)/i, '')));
}

/** The entries of the names of a label, each once, in their order; names without an entry are left out. */
export function ingredientsOf(text: string, lookup: InciLookup): KnownIngredient[] {
  const found = inciNames(text).flatMap((name) => lookup(name) ?? []);
  return [...new Map(found.map((one) => [one.id, one])).values()];
}
