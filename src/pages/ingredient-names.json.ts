/** `/ingredient-names.json`: the ingredients to choose from in the collection's filter. */
import type { APIRoute } from 'astro';
import { ingredientNames } from '#features/catalogue/ingredient-products.build.ts';

export const GET: APIRoute = async () => Response.json(await ingredientNames());
