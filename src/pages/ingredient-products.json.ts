/** `/ingredient-products.json`: which products contain what, for the filters in browser and Worker. */
import type { APIRoute } from 'astro';
import { ingredientProducts } from '#features/catalogue/ingredient-products.build.ts';

export const GET: APIRoute = async () => Response.json(await ingredientProducts());
