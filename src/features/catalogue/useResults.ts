import { useEffect, useMemo, useState } from 'react';
import { buildIndex } from 'search/text-index';
import type { Card } from '#domain/catalogue/card.ts';
import { applyFilter } from '#domain/ingredients/ingredient-filter.ts';
import { applyFacets, canApply, type OpenFacets } from '#domain/search/facets.ts';
import { inSortOrder, searchIndex } from '#domain/search/search.ts';
import type { Search } from '#domain/search/search-query.ts';
import type { CatalogueSearch } from '#features/search/catalogue-search.api.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import type { Results } from './CollectionResults.tsx';
import { useIngredientFilter } from './useIngredients.ts';

const nothing = { understood: [], notes: [], pages: [], service: null, unknown: [], opened: {} };

/**
 * The search of the catalogue, loaded when a text is searched.
 * @returns undefined while it loads; null when it cannot be loaded, until the next text tries again
 */
function useCatalogueSearch(q: string): CatalogueSearch | null | undefined {
  const [loaded, setLoaded] = useState<CatalogueSearch | null>();
  useEffect(() => {
    if (!q || loaded) return;
    loadPart(() => import('#features/search/catalogue-search.api.ts'))
      .then(({ loadSearch }) => loadSearch())
      .then(setLoaded, () => setLoaded(null));
  }, [q, loaded]);
  return loaded;
}

/**
 * Searches the cards of a collection that has one page. Products whose texts contain the searched text are shown at
 * once, the others when the search of the catalogue is loaded. While the data of a filter load, nothing is shown.
 * @param search undefined when nothing is searched here
 * @param arrange filters and sorts by My skin; undefined while that loads
 * @param open the filters that count their results; undefined while they load, and when nobody needs them
 * @param first ids of the products that come first in the chosen order; undefined while they load
 */
export function useResults(
  cards: readonly Card[],
  search: Search | undefined,
  arrange: ((cards: readonly Card[]) => Card[]) | undefined,
  open: OpenFacets | undefined,
  first: readonly string[] | undefined,
) {
  const { isMet, ...filter } = useIngredientFilter(search);
  const q = search?.q.trim() ?? '';
  const catalogue = useCatalogueSearch(q);
  const index = useMemo(() => buildIndex(cards), [cards]);
  const isOpen = canApply(open, search?.facets);
  /** The results without the filters that count them, and with these. */
  const { met, results } = useMemo((): { met: readonly Card[]; results: Results } => {
    if (!search) return { met: cards, results: { ...nothing, shown: cards } };
    if (!isMet || !arrange || !isOpen || !first) return { met: [], results: { ...nothing, shown: [] } };
    const { products: found, ...rest } =
      q && catalogue ? catalogue.find(search) : { ...nothing, products: searchIndex(index, search) };
    const inPage = found.flatMap(({ id }) => cards.find((card) => card.id === id) ?? []);
    const { products, unknown } = applyFilter(inPage, rest.unknown, isMet, search.sort);
    const met = arrange(inSortOrder(products, search.sort, first));
    const shown = open ? applyFacets(open, met, search.facets ?? {}) : met;
    return { met, results: { ...rest, unknown, shown } };
  }, [cards, index, search, q, catalogue, isMet, arrange, open, isOpen, first]);
  const complete =
    isOpen &&
    first !== undefined &&
    isMet !== undefined &&
    arrange !== undefined &&
    (!q || catalogue !== undefined);
  /** Suggestions for a search without results. */
  const suggestions = async () => {
    const { suggest } = await loadPart(() => import('search/suggestions'));
    const { didYouMean, products } = suggest(index, q);
    return { didYouMean, products: products.filter((card) => isMet?.(card) === 'met') };
  };
  return { met, results, complete, suggestions, filter };
}
