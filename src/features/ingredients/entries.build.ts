/** The entries of content/ingredients. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { type InciLookup, inciLookup } from '#domain/ingredients/inci.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';

export type IngredientEntry = CollectionEntry<'ingredients'>;

const collator = new Intl.Collator('en');

type Ingredients = { entries: readonly IngredientEntry[]; lookup: InciLookup };

/** All ingredients by their plain names, and the lookup of INCI names; none of a shop without their pages. */
export const allIngredients = oncePerBuild(async (): Promise<Ingredients> => {
  const entries = IS_ON.ingredients ? await getCollection('ingredients') : [];
  return {
    entries: entries.sort(
      (a, b) => collator.compare(a.data.name, b.data.name) || collator.compare(a.id, b.id),
    ),
    lookup: inciLookup(entries.map(({ id, data }) => [id, data])),
  };
});
