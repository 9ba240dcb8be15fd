import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { $search, initSearch, setSearch } from '#features/search/search.store.ts';
import { paths } from '#lib/paths.ts';
import { useHydrationReport } from '#ui/useHydrationReport.ts';
import { useLoad } from '#ui/useLoad.ts';
import { CollectionPages } from './CollectionPages.tsx';
import { LoadingResults, ResultsFailed, SearchResults, useCardsShown } from './CollectionResults.tsx';
import { CollectionFilter, CollectionSort } from './CollectionTools.tsx';
import './collection.css';
import { buildIndex, countLine, searchIndex } from '#features/search/search.ts';
import { defaultSearch, type Search, searchParams } from '#features/search/search-query.ts';
import type { Card } from './card.ts';
import type { Counted } from './RemoteResults.tsx';

type Props = {
  /** The cards of this page. */
  cards: readonly Card[];
  /** 1 is the first page. */
  page: number;
  pages: number;
  /** Number of products of all pages. */
  total: number;
};

/** Loads the search over all pages, which a collection with one page never needs. */
const loadRemoteResults = () =>
  import('./RemoteResults.tsx').then(
    (remote) => ({ ok: true, data: remote.default }) as const,
    () =>
      ({
        ok: false,
        status: 0,
        code: 'offline',
        message: '',
        fields: {},
        body: {},
      }) as const,
  );

/**
 * Toolbar and grid of the collection. The static page shows its products; the search of the URL applies right after
 * hydration. A search covers all pages and starts on the first one.
 */
export default function CollectionIsland({ cards, page, pages, total }: Props) {
  const search = useStore($search, { ssr: () => defaultSearch });
  const searching = Object.keys(searchParams(search)).length > 0;
  const remote = searching && pages > 1;
  const { load, busy, reload } = useLoad(remote ? 'remote' : undefined, loadRemoteResults);
  const RemoteResults = load.state === 'ready' && load.data;
  const [counted, count] = useState<Counted>();
  const index = useMemo(() => buildIndex(cards), [cards]);
  const shown = useMemo(
    () => (remote ? [] : searching ? searchIndex(index, search) : cards),
    [remote, searching, cards, index, search],
  );
  const hidden = useMemo(() => cards.filter((card) => !shown.includes(card)), [cards, shown]);

  // Before the first paint after hydration: the static page is not filtered.
  useLayoutEffect(initSearch, []);
  useEffect(() => {
    // hide-unfiltered.js has hidden the unfiltered grid; now it is filtered.
    document.documentElement.removeAttribute('data-searching');
  }, []);
  useCardsShown(shown);
  const element = useHydrationReport<HTMLDivElement>();

  const results = useRef<HTMLDivElement>(null);
  // After the filter has closed, which moves the results.
  const showResults = () =>
    requestAnimationFrame(() => {
      results.current?.focus({ preventScroll: true });
      results.current?.scrollIntoView();
    });

  const change = (part: Partial<Search>) => {
    if (page > 1) location.assign(paths.search(searchParams({ ...search, ...part })));
    else setSearch(part);
  };
  return (
    <div className="collection" ref={element}>
      <div className="collection-head" data-intent="">
        <p className="collection-count" role="status">
          {remote
            ? counted && countLine(counted.search, counted.total, total)
            : countLine(search, shown.length, total)}
        </p>
        <CollectionSort search={search} onChange={change} />
      </div>
      <CollectionFilter
        search={search}
        onChange={change}
        count={remote ? counted?.total : shown.length}
        onShow={showResults}
      />
      <section className="collection-found" aria-label="Products" tabIndex={-1} ref={results}>
        {!remote ? (
          <SearchResults
            {...{ shown, hidden }}
            loadSuggestions={async () =>
              (await import('#features/search/suggestions.ts')).suggest(index, search.q)
            }
            search={search}
            onSearch={setSearch}
          />
        ) : RemoteResults ? (
          <RemoteResults {...{ search, total }} onSearch={setSearch} onCount={count} />
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
