import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { $search, initSearch, setSearch } from '#features/search/search.store.ts';
import { paths } from '#lib/paths.ts';
import { useLoad } from '#ui/useLoad.ts';
import { Found, LoadingFound, NotFetched, useCardsShown } from './CollectionFound.tsx';
import { CollectionPages } from './CollectionPages.tsx';
import { CollectionFilter, CollectionSort } from './CollectionTools.tsx';
import './collection.css';
import { countLine, findOn, shelve } from '#features/search/search.ts';
import { everything, type Search, searchParams } from '#features/search/search-query.ts';
import type { Card } from './card.ts';
import type { Counted } from './FarFound.tsx';

type Props = {
  /** Those of this page. */
  cards: readonly Card[];
  /** 1 is the first. */
  page: number;
  pages: number;
  /** Products of all pages. */
  total: number;
};

/** What searches beyond the page. Apart, since a collection of one page never needs it. */
const fetchFar = () =>
  import('./FarFound.tsx').then(
    (far) => ({ ok: true, data: far.default }) as const,
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
 * The collection's toolbar and grid. The static page holds its products; a search, which lives in the
 * address, takes over right after hydration. Searching begins on the first page, over all of them.
 */
export default function CollectionIsland({ cards, page, pages, total }: Props) {
  const search = useStore($search, { ssr: () => everything });
  const searching = Object.keys(searchParams(search)).length > 0;
  const far = searching && pages > 1;
  const { load, busy, reload } = useLoad(far ? 'far' : undefined, fetchFar);
  const FarFound = load.state === 'ready' && load.data;
  const [counted, count] = useState<Counted>();
  const shelf = useMemo(() => shelve(cards), [cards]);
  const shown = useMemo(
    () => (far ? [] : searching ? findOn(shelf, search) : cards),
    [far, searching, cards, shelf, search],
  );
  const kept = useMemo(() => cards.filter((card) => !shown.includes(card)), [cards, shown]);

  // Before the first paint after hydration: what the static page showed was everything.
  useLayoutEffect(initSearch, []);
  useEffect(() => {
    // The page was kept from flashing the unfiltered grid; now it shows what was asked for.
    document.documentElement.removeAttribute('data-searching');
  }, []);
  useCardsShown(shown);

  const change = (part: Partial<Search>) => {
    if (page > 1) location.assign(paths.search(searchParams({ ...search, ...part })));
    else setSearch(part);
  };
  return (
    <div className="collection">
      <div className="collection-head" data-intent="">
        <p className="collection-count" role="status">
          {far
            ? counted && countLine(counted.search, counted.total, total)
            : countLine(search, shown.length, total)}
        </p>
        <CollectionSort search={search} onChange={change} />
      </div>
      <CollectionFilter search={search} onChange={change} />
      <div className="collection-found">
        {!far ? (
          <Found
            {...{ shown, kept }}
            instead={async () => (await import('#features/search/nearest.ts')).nearest(shelf, search.q)}
            search={search}
            onSearch={setSearch}
          />
        ) : FarFound ? (
          <FarFound {...{ search, total }} onSearch={setSearch} onCount={count} />
        ) : load.state === 'failed' ? (
          <NotFetched busy={busy} onRetry={reload} />
        ) : (
          <LoadingFound />
        )}
        {!searching && <CollectionPages page={page} pages={pages} />}
      </div>
    </div>
  );
}
