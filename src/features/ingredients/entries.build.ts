/** The entries of content/ingredients. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { type InciLookup, inciLookup } from '#domain/ingredients/inci.ts';

export type IngredientEntry = CollectionEntry<'ingredients'>;

const collator = new Intl.Collator('en');

async function read(): Promise<{ entries: readonly IngredientEntry[]; lookup: InciLookup }> {
  const entries = await getCollection('ingredients');
  return {
    entries: entries.sort(
      (a, b) => collator.compare(a.data.name, b.data.name) || collator.compare(a.id, b.id),
    ),
    lookup: inciLookup(entries.map(({ id, data }) => [id, data])),
  };
}

let loaded: ReturnType<typeof read> | undefined;

/** All ingredients by their plain names, and the lookup of INCI names. A build reads them once. */
export function allIngredients(): ReturnType<typeof read> {
  if (!import.meta.env.PROD) return read();
  loaded ??= read();
  return loaded;
}
