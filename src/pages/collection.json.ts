/**
 * `/collection.json`: the products of the collection as cards and the search read them, in the editor's order. The
 * Worker reads it in every shop, the browser where the collection has pages. Pictures are left out of a catalogue that
 * is too large for the browser.
 */
import type { APIRoute } from 'astro';
import { cardOf, productsInOrder } from '#features/catalogue/card.build.ts';
import { catalogueVersion } from '#features/catalogue/catalogue-version.build.ts';
import { toIndex } from '#features/search/index-file.ts';
import { hasIndex } from '#features/search/paging.ts';

export const GET: APIRoute = async () => {
  const products = await productsInOrder();
  const cards = await Promise.all(products.map(cardOf));
  const index = toIndex(cards, hasIndex(cards.length));
  return Response.json({ ...index, version: await catalogueVersion() });
};
