/** The data of the filters for ingredients. Nothing loads them before somebody is about to filter. */
import type { IngredientNames, IngredientProducts } from '#features/ingredients/ingredient-filter.ts';
import { paths } from '#lib/paths.ts';
import { fetchJson } from './fetch-json.api.ts';

const loaded = new Map<string, Promise<unknown>>();

/** Loads a file once; once more, if that failed. */
async function loadOnce<T>(path: string): Promise<T> {
  const load = (loaded.get(path) ?? fetchJson<T>(path)) as Promise<T>;
  loaded.set(path, load);
  try {
    return await load;
  } catch (error) {
    loaded.delete(path);
    throw error;
  }
}

export const loadIngredientNames = (): Promise<IngredientNames> => loadOnce(paths.ingredientNames);

export const loadIngredientProducts = (): Promise<IngredientProducts> => loadOnce(paths.ingredientProducts);
