import { useCallback, useEffect, useMemo, useState } from 'react';
import { buildIndex } from 'search/text-index';
import type { Card } from '#domain/catalogue/card.ts';
import { applyFilter } from '#domain/ingredients/ingredient-filter.ts';
import { countChoices } from '#domain/search/count-choices.ts';
import { applyFacets, canApply, type OpenFacets } from '#domain/search/facets.ts';
import { inSortOrder, searchIndex } from '#domain/search/search.ts';
import { defaultSearch, type Search } from '#domain/search/search-query.ts';
import type { CatalogueSearch } from '#features/search/catalogue-search.api.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import type { SkinChoice } from '#lib/product-constants.ts';
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
 * @param choosing whether somebody is about to choose
 * @property choices what can be chosen; undefined while it is not known
 */
export function useResults(
  cards: readonly Card[],
  search: Search | undefined,
  arrange: ((cards: readonly Card[]) => Card[]) | undefined,
  open: OpenFacets | undefined,
  first: readonly string[] | undefined,
  choosing: boolean,
) {
  const { isMet, file, ...filter } = useIngredientFilter(search, choosing);
  const q = search?.q.trim() ?? '';
  const catalogue = useCatalogueSearch(q);
  const index = useMemo(() => buildIndex(cards), [cards]);
  const isOpen = canApply(open, search?.facets);
  /** The cards of the page that text, part of the collection and skin type find. */
  const find = useCallback(
    (asked: Search) => {
      const { products, ...rest } =
        q && catalogue ? catalogue.find(asked) : { ...nothing, products: searchIndex(index, asked) };
      return { ...rest, found: products.flatMap(({ id }) => cards.find((card) => card.id === id) ?? []) };
    },
    [cards, index, q, catalogue],
  );
  const results = useMemo((): Results => {
    if (!search) return { ...nothing, shown: cards };
    if (!isMet || !arrange || !isOpen || !first) return { ...nothing, shown: [] };
    const { found, ...rest } = find(search);
    const { products, unknown } = applyFilter(found, rest.unknown, isMet, search.sort);
    const met = arrange(inSortOrder(products, search.sort, first));
    const shown = open ? applyFacets(open, met, search.facets ?? {}) : met;
    return { ...rest, unknown, shown };
  }, [cards, search, find, isMet, arrange, open, isOpen, first]);
  const choices = useMemo(() => {
    if (!choosing || !open || !file || !arrange) return undefined;
    const asked = search ?? defaultSearch;
    const bySkin = (skin: SkinChoice) => arrange(find({ ...asked, skin }).found);
    return countChoices(open, file, asked, bySkin(asked.skin), bySkin);
  }, [choosing, search, find, arrange, open, file]);
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
  return { results, choices, complete, suggestions, filter };
}
