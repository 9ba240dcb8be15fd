import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { $search, initSearch, setSearch } from '#features/search/search.store.ts';
import { paths } from '#lib/paths.ts';
import { Found, LoadingFound, NotFetched } from './CollectionFound.tsx';
import { CollectionPages } from './CollectionPages.tsx';
import { CollectionFilter, CollectionSort } from './CollectionTools.tsx';
import './collection.css';
import type { Card } from './card.ts';
import { pageSize } from './paging.ts';
import { countLine, everything, findProducts, type Search, searchParams } from './search.ts';
import { useCatalogue } from './useCatalogue.ts';

type Props = {
  /** Those of this page. */
  cards: readonly Card[];
  /** 1 is the first. */
  page: number;
  pages: number;
  /** Products of all pages. */
  total: number;
};

/**
 * The collection's toolbar and grid. The static page holds its products; a search, which lives in the
 * address, takes over right after hydration. Searching begins on the first page, over all of them.
 */
export default function CollectionIsland({ cards, page, pages, total }: Props) {
  const search = useStore($search, { ssr: () => everything });
  const searching = Object.keys(searchParams(search)).length > 0;
  const { load, busy, reload } = useCatalogue(cards, pages > 1, searching);
  const catalogue = load.state === 'ready' ? load.data : undefined;
  const found = useMemo(
    () => (searching ? catalogue && findProducts(catalogue, search) : [...cards]),
    [cards, catalogue, search, searching],
  );
  const [most, setMost] = useState(pageSize);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its top
  useEffect(() => setMost(pageSize), [search]);
  const shown = pages > 1 ? found?.slice(0, most) : found;
  const ids = shown?.map(({ id }) => id).join(',');

  // Before the first paint after hydration: what the static page showed was everything.
  useLayoutEffect(initSearch, []);
  useEffect(() => {
    // The page was kept from flashing the unfiltered grid; now it shows what was asked for.
    document.documentElement.removeAttribute('data-searching');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event is about the ids
  useEffect(() => {
    // Ratings and stock of cards that have just come are filled in by the page.
    document.dispatchEvent(new CustomEvent('harita:cards'));
  }, [ids]);

  const change = (part: Partial<Search>) => {
    if (page > 1) location.assign(paths.search(searchParams({ ...search, ...part })));
    else setSearch(part);
  };
  return (
    <div className="collection">
      <div className="collection-head" data-intent="">
        <p className="collection-count" role="status">
          {found && countLine(search, found.length, total)}
        </p>
        <CollectionSort search={search} onChange={change} />
      </div>
      <CollectionFilter search={search} onChange={change} />
      <div className="collection-found">
        {load.state === 'failed' && searching ? (
          <NotFetched message={load.failure.message} busy={busy} onRetry={reload} />
        ) : shown ? (
          <Found shown={shown} all={catalogue ?? cards} search={search} onSearch={setSearch} />
        ) : (
          <LoadingFound />
        )}
        {found && shown && found.length > shown.length && (
          <p className="collection-more">
            <button type="button" className="button quiet" onClick={() => setMost(most + pageSize)}>
              Show {Math.min(pageSize, found.length - shown.length)} more
            </button>
          </p>
        )}
        {!searching && <CollectionPages page={page} pages={pages} />}
      </div>
    </div>
  );
}
