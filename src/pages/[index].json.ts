/** `/collection.json`: every card, for searching a collection that is paged. Not there while it is not. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { cardOf, productsInOrder } from '#features/catalogue/card.ts';
import { isPaged } from '#features/catalogue/paging.ts';

export const getStaticPaths = (async () =>
  isPaged((await productsInOrder()).length)
    ? [{ params: { index: 'collection' } }]
    : []) satisfies GetStaticPaths;

export const GET: APIRoute = async () =>
  Response.json(await Promise.all((await productsInOrder()).map(cardOf)));
