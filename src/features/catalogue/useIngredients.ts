import { useMemo, useState } from 'react';
import type { Ways } from '#domain/catalogue/ways.ts';
import { isFiltered, type ProductFilter, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import type { Search } from '#domain/search/search-query.ts';
import { loadIngredientNames, loadIngredientProducts } from '#features/search/ingredient-filter.api.ts';
import { outcomeOf } from '#lib/outcome.ts';
import { useLoad } from '#ui/useLoad.ts';

/**
 * The names that the filters show. Those of ingredients are loaded when one is chosen.
 * @property ingredients whether they are loaded @property names of what is chosen @property choosing whether somebody is about to choose @property onUse called when somebody is about to choose
 */
export function useFilterNames(search: Search, ways: Ways) {
  const [choosing, setChoosing] = useState(false);
  const { load: ingredients } = useLoad(search.with !== '' ? 'names' : undefined, () =>
    outcomeOf(loadIngredientNames()),
  );
  const known = ingredients.state === 'ready' ? ingredients.data : [];
  const names = {
    with: known.find(([id]) => id === search.with)?.[1],
    only: ways.categories.find(({ only }) => only === search.only)?.label,
  };
  return { ingredients, names, choosing, onUse: () => setChoosing(true) };
}

/**
 * The filters for ingredients, applied in the browser.
 * @param search undefined when nothing is searched here @param choosing whether somebody is about to choose
 * @property file which products contain what; undefined while it is not loaded @property isMissing whether it could not be
 * @property isMet undefined while the data load, and when they cannot be loaded
 */
export function useIngredientFilter(search: Search | undefined, choosing: boolean) {
  const filtered = search !== undefined && isFiltered(search);
  const { load, busy, reload } = useLoad(filtered || choosing ? 'products' : undefined, () =>
    outcomeOf(loadIngredientProducts()),
  );
  const file = load.state === 'ready' ? load.data : undefined;
  const isMet = useMemo((): ProductFilter | undefined => {
    if (!search || !isFiltered(search)) return () => 'met';
    return file && productFilter(file, search);
  }, [file, search]);
  return {
    isMet,
    file,
    isMissing: load.state === 'failed',
    failed: filtered && load.state === 'failed',
    busy,
    reload,
  };
}
