/**
 * `/collection.json`: the products of the collection as cards and the search read them, in the editor's order. The
 * Worker and the search of the browser read it.
 */
import type { APIRoute } from 'astro';
import { toIndex } from '#domain/search/index-file.ts';
import { cardTextsOf, productsInOrder } from '#features/catalogue/card.build.ts';
import { catalogueVersion } from '#features/catalogue/catalogue-version.build.ts';

export const GET: APIRoute = async () => {
  const products = await Promise.all((await productsInOrder()).map(cardTextsOf));
  return Response.json({ ...toIndex(products), version: await catalogueVersion() });
};
