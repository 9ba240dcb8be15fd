/** `/services.json`: pages that people look for in a search box although they are no products. */
import type { APIRoute } from 'astro';
import { makeServices } from '#domain/search/make-services.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';

export const GET: APIRoute = async () => Response.json(makeServices(await getSearchContent()));
