import { useMemo } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import { isFiltered, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import type { Search } from '#domain/search/search-query.ts';
import { loadIngredientNames, loadIngredientProducts } from '#features/search/ingredient-filter.api.ts';
import { outcomeOf } from '#lib/outcome.ts';
import { useLoad } from '#ui/useLoad.ts';

/** The ingredients that products contain, by name. @param needed whether somebody is about to choose, or has chosen one */
export const useIngredientNames = (needed: boolean) =>
  useLoad(needed ? 'names' : undefined, () => outcomeOf(loadIngredientNames())).load;

/**
 * The filters for ingredients, applied in the browser.
 * @param search undefined when nothing is searched here
 * @property isMet undefined while the data load, and when they cannot be loaded
 */
export function useIngredientFilter(search: Search | undefined) {
  const filtered = search !== undefined && isFiltered(search);
  const { load, busy, reload } = useLoad(filtered ? 'products' : undefined, () =>
    outcomeOf(loadIngredientProducts()),
  );
  const file = load.state === 'ready' ? load.data : undefined;
  const isMet = useMemo((): ((card: Card) => boolean) | undefined => {
    if (!search || !isFiltered(search)) return () => true;
    return file && productFilter(file, search);
  }, [file, search]);
  return { isMet, failed: filtered && load.state === 'failed', busy, reload };
}
