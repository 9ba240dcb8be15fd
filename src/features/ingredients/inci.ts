/** INCI lists: how a label's list is read, and which entry explains a name. */
import type { IngredientContent } from './ingredient.ts';

/** A key that ignores case and the spaces around brackets, so that spellings of one label meet. */
const keyOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The names of an INCI list, in its order. A comma separates two names only where a space follows: `1,2-Hexanediol` is
 * one name.
 */
export const inciNames = (list: string): string[] =>
  list
    .split(/,\s+/)
    .map((name) => name.trim())
    .filter(Boolean);

/** An entry by each of its spellings. */
export type InciLookup = (name: string) => { id: string; ingredient: IngredientContent } | undefined;

/** @param entries ingredients by id @returns a lookup by INCI name or synonym, with or without `(nano)` */
export function inciLookup(entries: Iterable<readonly [string, IngredientContent]>): InciLookup {
  const byName = new Map<string, { id: string; ingredient: IngredientContent }>();
  for (const [id, ingredient] of entries)
    for (const name of [ingredient.inci, ...ingredient.synonyms]) byName.set(keyOf(name), { id, ingredient });
  return (name) => byName.get(keyOf(name)) ?? byName.get(keyOf(name.replace(/\(nano\)/i, '')));
}
