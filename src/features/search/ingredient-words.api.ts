/** The other names of ingredients, loaded when somebody is about to look for one. */

import { type IngredientWords, ingredientsLike } from '#domain/search/ingredient-words.ts';
import { loadOnce } from '#lib/load-once.ts';
import { ingredientWordsFile } from '#lib/more-paths.ts';
import { fetchJson } from './fetch-json.api.ts';

/** @returns finds the ids of ingredients by a text */
export const loadIngredientWords = loadOnce(async () => {
  const words = await fetchJson<IngredientWords>(ingredientWordsFile);
  return (text: string) => ingredientsLike(words, text);
});
