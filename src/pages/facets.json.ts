/** `/facets.json`: which products have which category, brand, price and the like, for the filters in browser and Worker. */
import type { APIRoute } from 'astro';
import { getFacets } from '#features/catalogue/facets.build.ts';

export const GET: APIRoute = async () => Response.json(await getFacets());
