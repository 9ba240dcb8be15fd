import { useMemo, useRef, useState } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import { priced } from '#domain/pricing/sale-prices.ts';
import { hasFacets } from '#domain/search/facet-names.ts';
import { canApply, type FacetChoices } from '#domain/search/facets.ts';
import { type Group, inGroup } from '#domain/search/group-filter.ts';
import { hasIndex, isSearchedInBrowser } from '#domain/search/paging.ts';
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

/** What can be chosen in a collection of several pages that is not searched. @param count products of the whole collection */
const loadChoices = (count: number, group: Group | undefined) =>
  outcomeOf(
    loadPart(() => import('#features/search/sources.api.ts')).then(async ({ sourceOf }) => {
      const all = await sourceOf(count)(
        inGroup(defaultSearch, group),
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

type Shown = { pages: number; total: number; group: Group | undefined; choosing: boolean; sorting: boolean };

/**
 * What a search of the collection finds: among the cards of the page if there is only one, else over all pages.
 * @param built the cards of the page @param pages of the collection @param total its products @param group or those of a group
 * @param choosing whether somebody is about to choose, so that what can be chosen is needed; @param sorting the same of orders
 */
export function useFound(
  built: readonly Card[],
  { pages, total, group, choosing, sorting }: Shown,
  search: Search,
) {
  const searching = Object.keys(searchParams(search)).length > 0;
  const catalogue = group?.catalogue ?? total;
  // Those of a very large catalogue are found by the Worker, also on a page that has all of its group.
  const isWhole = pages === 1 && isSearchedInBrowser(catalogue);
  const isRemote = searching && !isWhole;
  const script = useLoad(isRemote ? 'remote' : undefined, loadRemoteResults);
  const skin = useSkin(search);
  // The Worker does not know the profile.
  const hasSkin = skin.has && (isWhole || hasIndex(catalogue));
  const [remoteCount, countRemote] = useState<Counted>();
  const facets = useFacets(search, choosing && isWhole);
  const all = useLoad(choosing && !isWhole && !searching ? 'all' : undefined, () =>
    loadChoices(catalogue, group),
  );
  const cards = usePriced(built, searching && !isRemote);
  const orders = useListedOrders(search.sort, sorting);
  const { results, choices, complete, suggestions, filter } = useResults(
    cards,
    searching && !isRemote ? search : undefined,
    skin.arrange,
    facets.open,
    isListedSort(search.sort) ? orders[search.sort] : none,
    (choosing || hasFacets(search.facets)) && isWhole,
  );
  const { shown } = results;
  const hidden = useMemo(() => cards.filter((card) => !shown.includes(card)), [cards, shown]);
  // Those of the last results stay until there are new ones, so that no filter closes under a hand.
  const known = useRef<FacetChoices>(undefined);
  known.current = (isRemote ? remoteCount?.facets : isWhole ? choices : readyOf(all.load)) ?? known.current;
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
      if (sort === 'rating' && !IS_ON.reviews) return false;
      if (sort === 'discount') return pages > 1 || built.some(hasDiscount);
      return !isListedSort(sort) || orders[sort]?.length;
    }),
    hasSkin,
    /** What can be chosen among them; undefined while it is not known. */
    choices: known.current,
    /** Loads it again, after a failure. */
    retryChoices: [
      { isMissing: all.load.state === 'failed', reload: all.reload },
      { isMissing: facets.failed, reload: facets.reload },
      filter,
    ].find(({ isMissing }) => isMissing)?.reload,
  };
}

export type Found = ReturnType<typeof useFound>;
