/** What shoppers avoid, and which products are free of it. */

import { type FreeFromGroup, freeFromGroups } from './free-from-groups.ts';
import { type InciLookup, inciNames } from './inci.ts';
import type { IngredientContent } from './ingredient.ts';

/** The groups of an ingredient that shoppers avoid. Animal origin follows from its origin. */
export const groupsOf = ({ groups, origin }: IngredientContent): FreeFromGroup[] =>
  freeFromGroups.filter((group) => groups.includes(group) || (group === 'animal' && origin === 'animal'));

/**
 * What a product is free of. Nothing is said of a product whose whole list is not known.
 * @param list its INCI list, if the shop has it
 */
export function freeOf(list: string | undefined, lookup: InciLookup): FreeFromGroup[] {
  const names = inciNames(list ?? '');
  const known = names.flatMap((name) => lookup(name) ?? []);
  if (!names.length || known.length < names.length) return [];
  const contained = new Set(known.flatMap(({ ingredient }) => groupsOf(ingredient)));
  return freeFromGroups.filter((group) => !contained.has(group));
}
