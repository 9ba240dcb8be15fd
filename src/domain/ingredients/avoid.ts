/** What shoppers avoid, and which products are free of it. */

import { type FreeFromGroup, freeFromGroups } from './free-from-groups.ts';
import { explain, type InciLookup, mentionedIn } from './inci.ts';
import { inciLists } from './inci-list.ts';
import { isStatement } from './inci-phrases.ts';
import type { IngredientContent } from './ingredient.ts';

/** The groups of an ingredient that shoppers avoid. Animal origin follows from its origin. */
export const groupsOf = ({ groups, origin }: IngredientContent): FreeFromGroup[] =>
  freeFromGroups.filter((group) => groups.includes(group) || (group === 'animal' && origin === 'animal'));

/**
 * Whether a text is the whole list of a product, each name is explained, and nothing in it was not understood. For any
 * other list, it is not known whether the product has what the list does not mention.
 */
export function isWholeList(list: string, lookup: InciLookup): boolean {
  const lists = inciLists(list);
  return (
    lists.some(({ kind, names }) => !kind && names.length) &&
    lists.every(({ names }) => names.every((name) => explain(name, lookup).length)) &&
    // Among key ingredients stands what they do.
    lists.every(({ kind, notes }) => kind === 'part' || notes.every(isStatement))
  );
}

/**
 * What an INCI list says of the groups that shoppers avoid.
 * @param list if the shop has it
 * @property free groups of which the product has nothing @property unknown groups of which it may have something
 */
export function avoidedIn(
  list: string | undefined,
  lookup: InciLookup,
): { free: FreeFromGroup[]; unknown: FreeFromGroup[] } {
  const lists = inciLists(list ?? '');
  // A heading may be an ingredient: a line of its own above others.
  const mentioned = lists.flatMap(({ of, names }) => [...(of ? [of] : []), ...names]);
  const contained = new Set(
    mentioned.flatMap((name) => mentionedIn(name, lookup)).flatMap(({ ingredient }) => groupsOf(ingredient)),
  );
  const absent = freeFromGroups.filter((group) => !contained.has(group));
  return isWholeList(list ?? '', lookup) ? { free: absent, unknown: [] } : { free: [], unknown: absent };
}
