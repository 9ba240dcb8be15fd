/**
 * `/collection.json`: the products of the collection as cards and the search read them, in the editor's order. The
 * Worker reads it in every shop, the browser where the collection has pages. Only then it has pictures.
 */
import type { APIRoute } from 'astro';
import { toCardProduct } from '#domain/catalogue/product.ts';
import { toIndex } from '#domain/search/index-file.ts';
import { hasIndex } from '#domain/search/paging.ts';
import { cardOf, productsInOrder } from '#features/catalogue/card.build.ts';
import { catalogueVersion } from '#features/catalogue/catalogue-version.build.ts';

export const GET: APIRoute = async () => {
  const products = await productsInOrder();
  const cards = hasIndex(products.length)
    ? await Promise.all(products.map(cardOf))
    : products.map(({ id, data }) => toCardProduct(id, data));
  return Response.json({ ...toIndex(cards), version: await catalogueVersion() });
};
