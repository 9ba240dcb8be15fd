/** `/popular-searches.json`: what an empty search box suggests. */
import type { APIRoute } from 'astro';
import { makePopular } from '#domain/search/make-popular.ts';
import { productsInOrder } from '#features/catalogue/card.build.ts';
import { allIngredients } from '#features/ingredients/entries.build.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';

export const GET: APIRoute = async () => {
  const { lookup } = await allIngredients();
  const products = new Map((await productsInOrder()).map(({ id, data }) => [id, data]));
  return Response.json(makePopular(await getSearchContent(), products, lookup));
};
