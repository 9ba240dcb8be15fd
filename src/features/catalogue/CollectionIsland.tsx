import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { $search, initSearch, setSearch } from '#features/search/search.store.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { outcomeOf } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { useHydrationReport } from '#ui/useHydrationReport.ts';
import { useLoad } from '#ui/useLoad.ts';
import { CollectionPages } from './CollectionPages.tsx';
import { LoadingResults, ResultsFailed, SearchResults, useCardsShown } from './CollectionResults.tsx';
import { CollectionFilter, CollectionSort } from './CollectionTools.tsx';
import './collection.css';
import type { Card } from '#domain/catalogue/card.ts';
import type { Ways } from '#domain/catalogue/ways.ts';
import { hasIndex } from '#domain/search/paging.ts';
import { countLine } from '#domain/search/search.ts';
import { defaultSearch, type Search, searchParams } from '#domain/search/search-query.ts';
import { searchShown } from '#features/search/searched.dom.ts';
import { CollectionWays } from './CollectionWays.tsx';
import type { Counted } from './RemoteResults.tsx';
import { useIngredientNames } from './useIngredients.ts';
import { useResults } from './useResults.ts';
import { useSkin } from './useSkin.ts';

type Props = {
  /** The cards of this page. */
  cards: readonly Card[];
  /** 1 is the first page. */
  page: number;
  pages: number;
  /** Number of products of all pages. */
  total: number;
  ways: Ways;
};

/** Loads the search over all pages, which a collection with one page never needs. */
const loadRemoteResults = () =>
  outcomeOf(loadPart(() => import('./RemoteResults.tsx')).then((remote) => remote.default));

/**
 * Toolbar and grid of the collection. The static page shows its products; the search of the URL applies right after
 * hydration. A search covers all pages and starts on the first one.
 */
export default function CollectionIsland({ cards, page, pages, total, ways }: Props) {
  const search = useStore($search, { ssr: () => defaultSearch });
  const searching = Object.keys(searchParams(search)).length > 0;
  const remote = searching && pages > 1;
  const { load, busy, reload } = useLoad(remote ? 'remote' : undefined, loadRemoteResults);
  const RemoteResults = load.state === 'ready' && load.data;
  const skin = useSkin(search);
  const [remoteCount, countRemote] = useState<Counted>();
  const { results, complete, suggestions, filter } = useResults(
    cards,
    searching && !remote ? search : undefined,
    skin.arrange,
  );
  const [choosing, setChoosing] = useState(false);
  const ingredients = useIngredientNames(choosing || search.with !== '');
  const names = {
    with:
      ingredients.state === 'ready'
        ? [...ingredients.data.asked, ...ingredients.data.all].find(([id]) => id === search.with)?.[1]
        : undefined,
    only: ways.categories.find(({ only }) => only === search.only)?.label,
  };
  // A very large catalogue is searched by the Worker, which does not know the profile.
  const hasSkin = skin.has && (pages === 1 || hasIndex(total));
  const { shown } = results;
  const hidden = useMemo(() => cards.filter((card) => !shown.includes(card)), [cards, shown]);
  // "No products found" is not said before everything was tried.
  const loading = (!complete || (remote && !skin.arrange)) && !shown.length;
  // A page of the shop was looked for, and found: that no product is shown is no news.
  const isService = results.service && !shown.length;
  const counted = remote ? remoteCount : loading || isService ? undefined : { search, total: shown.length };

  // Before the first paint after hydration: the static page is not filtered.
  useLayoutEffect(initSearch, []);
  useEffect(() => {
    // hide-unfiltered.js has hidden the unfiltered grid; now it is filtered.
    document.documentElement.removeAttribute('data-searching');
  }, []);
  useCardsShown(shown);
  useEffect(() => {
    if (counted && complete) searchShown(counted.search.q, counted.total);
  });
  const element = useHydrationReport<HTMLDivElement>();

  const found = useRef<HTMLDivElement>(null);
  // After the filter has closed, which moves the results.
  const showResults = () =>
    requestAnimationFrame(() => {
      found.current?.focus({ preventScroll: true });
      found.current?.scrollIntoView();
    });

  const change = (part: Partial<Search>) => {
    if (page > 1) location.assign(paths.search(searchParams({ ...search, ...part })));
    else setSearch(part);
  };
  return (
    <div className="collection" ref={element}>
      <CollectionWays {...{ ways, search }} onChange={change} />
      <div className="collection-head" data-intent="">
        <p className="collection-count" role="status">
          {counted &&
            (!search.with || ingredients.state !== 'loading') &&
            countLine(counted.search, counted.total, total, names)}
        </p>
        <CollectionSort search={search} hasSkin={hasSkin} onChange={change} />
      </div>
      <CollectionFilter
        search={search}
        hasSkin={hasSkin}
        names={ingredients}
        withName={names.with}
        onChange={change}
        onUse={() => setChoosing(true)}
        count={counted?.total}
        onShow={showResults}
      />
      <section className="collection-found" aria-label="Products" tabIndex={-1} ref={found}>
        {filter.failed || skin.failed ? (
          <ResultsFailed
            busy={filter.busy || skin.busy}
            onRetry={() => {
              if (filter.failed) filter.reload();
              if (skin.failed) skin.reload();
            }}
          />
        ) : loading ? (
          <LoadingResults />
        ) : !remote ? (
          <SearchResults
            {...{ results, hidden, search, names }}
            loadSuggestions={suggestions}
            onSearch={setSearch}
          />
        ) : RemoteResults ? (
          <RemoteResults
            {...{ search, names, total }}
            arrange={skin.arrange}
            onSearch={setSearch}
            onCount={countRemote}
          />
        ) : load.state === 'failed' ? (
          <ResultsFailed busy={busy} onRetry={reload} />
        ) : (
          <LoadingResults />
        )}
        {!searching && <CollectionPages page={page} pages={pages} />}
      </section>
    </div>
  );
}
