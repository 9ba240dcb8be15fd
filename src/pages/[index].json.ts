/**
 * `/collection.json`, for the search in a paged collection. It does not exist for smaller and for very large
 * collections.
 */
import type { APIRoute, GetStaticPaths } from 'astro';
import { cardOf, productsInOrder } from '#features/catalogue/card.build.ts';
import { toIndex } from '#features/search/index-file.ts';
import { hasIndex } from '#features/search/paging.ts';

export const getStaticPaths = (async () =>
  hasIndex((await productsInOrder()).length)
    ? [{ params: { index: 'collection' } }]
    : []) satisfies GetStaticPaths;

export const GET: APIRoute = async () =>
  Response.json(toIndex(await Promise.all((await productsInOrder()).map(cardOf))));
