/** Structured data of ingredients (schema.org) for ui/JsonLd.astro. */

import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import { ingredientPath, paths } from '#lib/paths.ts';

/** The glossary. @param site origin of the shop; links have to be absolute */
export const termSetLd = (site: URL | undefined): object => ({
  '@type': 'DefinedTermSet',
  '@id': new URL(paths.ingredients, site).href,
  name: 'Ingredients, explained',
  url: new URL(paths.ingredients, site).href,
  inLanguage: 'en-IN',
});

/** An ingredient, as a term of the glossary. */
export const termLd = (id: string, ingredient: IngredientContent, site: URL | undefined): object => ({
  '@type': 'DefinedTerm',
  name: ingredient.name,
  alternateName: [...new Set([ingredient.inci, ...ingredient.synonyms, ingredient.hindi])],
  description: ingredient.what,
  url: new URL(ingredientPath(id), site).href,
  inDefinedTermSet: termSetLd(site),
});
