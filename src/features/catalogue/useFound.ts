import { useMemo, useRef, useState } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import { priced } from '#domain/pricing/sale-prices.ts';
import { hasFacets } from '#domain/search/facet-names.ts';
import { canApply, countFacets, type FacetChoices } from '#domain/search/facets.ts';
import { hasIndex } from '#domain/search/paging.ts';
import {
  defaultSearch,
  isListedSort,
  type ListedSort,
  type Search,
  searchParams,
  shownSorts,
} from '#domain/search/search-query.ts';
import { loadFacets } from '#features/search/facets.api.ts';
import { loadListedOrder } from '#features/search/listed-orders.api.ts';
import { loadSalePrices } from '#features/search/sale-prices.api.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { outcomeOf } from '#lib/outcome.ts';
import { type Load, useLoad } from '#ui/useLoad.ts';
import type { Counted } from './RemoteResults.tsx';
import { useResults } from './useResults.ts';
import { useSkin } from './useSkin.ts';

/** Loads the search over all pages, which a collection with one page never needs. */
const loadRemoteResults = () =>
  outcomeOf(loadPart(() => import('./RemoteResults.tsx')).then((remote) => remote.default));

const none: readonly string[] = [];

const hasDiscount = ({ price, originalPrice }: Card): boolean => originalPrice > price;

const readyOf = <T>(load: Load<T>): T | undefined => (load.state === 'ready' ? load.data : undefined);

/** What can be chosen in a collection of several pages that is not searched. @param total its products */
const loadChoices = (total: number) =>
  outcomeOf(
    loadPart(() => import('#features/search/sources.api.ts')).then(async ({ sourceOf }) => {
      const all = await sourceOf(total)(
        defaultSearch,
        undefined,
        new AbortController().signal,
        (cards) => cards,
      );
      if (!all.facets) throw new Error('The filters cannot be loaded.');
      return all.facets;
    }),
  );

/**
 * The filters that count their results, of a collection with one page.
 * @param needed whether somebody is about to choose, or has chosen
 */
function useFacets(search: Search, needed: boolean) {
  const isNeeded = needed || hasFacets(search.facets);
  const { load, busy, reload } = useLoad(isNeeded ? 'facets' : undefined, () => outcomeOf(loadFacets()));
  const open = readyOf(load);
  const failed = load.state === 'failed' || (open !== undefined && !canApply(open, search.facets));
  return { open, failed, busy, reload };
}

/**
 * The orders of lists: ids of the products that come first; undefined while they load.
 * @param sorting whether somebody is about to sort, and which are offered is needed
 */
function useListedOrders(sort: Search['sort'], sorting: boolean) {
  const useOrder = (one: ListedSort) =>
    readyOf(useLoad(sorting || sort === one ? one : undefined, () => outcomeOf(loadListedOrder(one))).load);
  return {
    'best-selling': useOrder('best-selling'),
    rating: useOrder('rating'),
    newest: useOrder('newest'),
    origin: useOrder('origin'),
  };
}

/** The cards with the prices of now, once they are known. @param needed whether somebody searches */
function usePriced(cards: readonly Card[], needed: boolean): readonly Card[] {
  const prices = readyOf(useLoad(needed ? 'prices' : undefined, () => outcomeOf(loadSalePrices())).load);
  return useMemo(() => (prices ? priced(cards, prices) : cards), [cards, prices]);
}

/**
 * What a search of the collection finds: among the cards of the page if there is only one, else over all pages.
 * @param built the cards of the page @param pages of the collection @param total its products
 * @param choosing whether somebody is about to choose, so that what can be chosen is needed; @param sorting the same of orders
 */
export function useFound(
  built: readonly Card[],
  { pages, total, choosing, sorting }: { pages: number; total: number; choosing: boolean; sorting: boolean },
  search: Search,
) {
  const searching = Object.keys(searchParams(search)).length > 0;
  const isRemote = searching && pages > 1;
  const script = useLoad(isRemote ? 'remote' : undefined, loadRemoteResults);
  const skin = useSkin(search);
  // A very large catalogue is searched by the Worker, which does not know the profile.
  const hasSkin = skin.has && (pages === 1 || hasIndex(total));
  const [remoteCount, countRemote] = useState<Counted>();
  const facets = useFacets(search, choosing && pages === 1);
  const all = useLoad(choosing && pages > 1 && !searching ? 'all' : undefined, () => loadChoices(total));
  const cards = usePriced(built, searching && !isRemote);
  const orders = useListedOrders(search.sort, sorting);
  const { met, results, complete, suggestions, filter } = useResults(
    cards,
    searching && !isRemote ? search : undefined,
    skin.arrange,
    facets.open,
    isListedSort(search.sort) ? orders[search.sort] : none,
  );
  const { shown } = results;
  const hidden = useMemo(() => cards.filter((card) => !shown.includes(card)), [cards, shown]);
  const choices = useMemo(
    () => facets.open && countFacets(facets.open, met, search.facets),
    [facets.open, met, search.facets],
  );
  // Those of the last results stay until there are new ones, so that no filter closes under a hand.
  const known = useRef<FacetChoices>(undefined);
  known.current = (isRemote ? remoteCount?.facets : pages > 1 ? readyOf(all.load) : choices) ?? known.current;
  // "No products found" is not said before everything was tried.
  const loading = (!complete || (isRemote && !skin.arrange)) && !shown.length;
  // A page of the shop was looked for, and found: that no product is shown is no news.
  const isService = results.service && !shown.length;
  const local =
    loading || isService
      ? undefined
      : { search, total: shown.length, isOpen: shown.some(({ id }) => results.unknown.includes(id)) };
  return {
    searching,
    skin,
    filter,
    facets,
    /** The search over all pages; undefined for one among the cards of the page. */
    remote: isRemote ? { ...script, count: countRemote } : undefined,
    results,
    /** Cards of the page that were not found. */
    hidden,
    suggestions,
    loading,
    complete,
    /** The number of results; undefined while it is not known. */
    counted: isRemote ? remoteCount : local,
    /** The orders that there are: those of lists once they are known, that of discounts where something has one. */
    sorts: shownSorts.filter((sort) => {
      if (sort === 'mine') return hasSkin;
      if (sort === 'discount') return pages > 1 || built.some(hasDiscount);
      return !isListedSort(sort) || orders[sort]?.length;
    }),
    hasSkin,
    /** What can be chosen among them; undefined while it is not known. */
    choices: known.current,
    /** Loads it again, after a failure. */
    retryChoices: facets.failed ? facets.reload : all.load.state === 'failed' ? all.reload : undefined,
  };
}

export type Found = ReturnType<typeof useFound>;
