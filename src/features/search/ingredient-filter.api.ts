/** The data of the filters for ingredients. Nothing loads them before somebody is about to filter. */
import type { IngredientNames, IngredientProducts } from '#domain/ingredients/ingredient-filter.ts';
import { loadOnce } from '#lib/load-once.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { ingredientNamesFile, ingredientProductsFile } from '#lib/more-paths.ts';
import { fetchJson } from './fetch-json.api.ts';

export const loadIngredientNames = loadOnce(() =>
  loadPart(() => fetchJson<IngredientNames>(ingredientNamesFile)),
);

export const loadIngredientProducts = loadOnce(() =>
  loadPart(() => fetchJson<IngredientProducts>(ingredientProductsFile)),
);
