/** `/ingredient-words.json`: the sounds of the names of ingredients, for the box of their list. */
import type { APIRoute } from 'astro';
import { makeIngredientWords } from '#domain/search/ingredient-words.ts';
import { allIngredients } from '#features/ingredients/entries.build.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';

export const GET: APIRoute = async () => {
  const { entries } = await allIngredients();
  const { ingredients } = await getSearchContent();
  return Response.json(
    makeIngredientWords(
      entries.map(({ id, data }) => [id, data] as const),
      ingredients,
    ),
  );
};
