/** The names on labels that no entry of `content/ingredients` explains: for the list of gaps. */
import { explain, type InciLookup, keyOf, plainName } from './inci.ts';
import { inciNames } from './inci-list.ts';

/** @property name as the first label has it @property products ids, in the order of the catalogue */
export type UnknownName = { name: string; products: string[] };

const collator = new Intl.Collator('en');

/**
 * The names without an entry, those of most products first, then by name. Spellings that differ in case, spaces, marks or
 * amounts are one name.
 * @param catalogue INCI lists by the ids of products
 */
export function unknownNames(
  catalogue: Iterable<readonly [id: string, list: string | undefined]>,
  lookup: InciLookup,
): UnknownName[] {
  const found = new Map<string, { name: string; products: Set<string> }>();
  for (const [id, list] of catalogue)
    for (const name of inciNames(list ?? '')) {
      if (explain(name, lookup).length) continue;
      const shown = plainName(name) || name;
      const key = keyOf(shown);
      const one = found.get(key) ?? { name: shown, products: new Set() };
      found.set(key, one);
      one.products.add(id);
    }
  return [...found.values()]
    .map(({ name, products }) => ({ name, products: [...products] }))
    .sort((a, b) => b.products.length - a.products.length || collator.compare(a.name, b.name));
}
