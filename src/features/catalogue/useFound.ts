import { useMemo, useState } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import { type Search, searchParams } from '#domain/search/search-query.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { outcomeOf } from '#lib/outcome.ts';
import { useLoad } from '#ui/useLoad.ts';
import type { Counted } from './RemoteResults.tsx';
import { useResults } from './useResults.ts';
import { useSkin } from './useSkin.ts';

/** Loads the search over all pages, which a collection with one page never needs. */
const loadRemoteResults = () =>
  outcomeOf(loadPart(() => import('./RemoteResults.tsx')).then((remote) => remote.default));

/**
 * What a search of the collection finds: among the cards of the page if there is only one, else over all pages.
 * @param pages of the collection
 */
export function useFound(cards: readonly Card[], pages: number, search: Search) {
  const searching = Object.keys(searchParams(search)).length > 0;
  const isRemote = searching && pages > 1;
  const script = useLoad(isRemote ? 'remote' : undefined, loadRemoteResults);
  const skin = useSkin(search);
  const [remoteCount, countRemote] = useState<Counted>();
  const { results, complete, suggestions, filter } = useResults(
    cards,
    searching && !isRemote ? search : undefined,
    skin.arrange,
  );
  const { shown } = results;
  const hidden = useMemo(() => cards.filter((card) => !shown.includes(card)), [cards, shown]);
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
  };
}

export type Found = ReturnType<typeof useFound>;
