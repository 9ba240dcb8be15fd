/** `/collection.json`, for searching a collection that is paged. Not there while it is not, nor when it is too large. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { cardOf, productsInOrder } from '#features/catalogue/card.ts';
import { toIndex } from '#features/search/index-file.ts';
import { hasIndex } from '#features/search/paging.ts';

export const getStaticPaths = (async () =>
  hasIndex((await productsInOrder()).length)
    ? [{ params: { index: 'collection' } }]
    : []) satisfies GetStaticPaths;

export const GET: APIRoute = async () =>
  Response.json(toIndex(await Promise.all((await productsInOrder()).map(cardOf))));
