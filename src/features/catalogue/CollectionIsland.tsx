import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import { countProducts } from '#domain/catalogue/count-products.ts';
import type { Ways } from '#domain/catalogue/ways.ts';
import { type FacetName, hasFacets } from '#domain/search/facet-names.ts';
import { type Group, withoutGroup } from '#domain/search/group-filter.ts';
import { isMany } from '#domain/search/paging.ts';
import { countLine, type FilterNames } from '#domain/search/search.ts';
import { defaultSearch, type Search, searchParams } from '#domain/search/search-query.ts';
import { $search, initSearch, setSearch } from '#features/search/search.store.ts';
import { searchShown } from '#features/search/searched.dom.ts';
import { paths, queryOf } from '#lib/paths.ts';
import { useHydrationReport } from '#ui/useHydrationReport.ts';
import { CollectionPages } from './CollectionPages.tsx';
import { LoadingResults, ResultsFailed, SearchResults, useCardsShown } from './CollectionResults.tsx';
import { CollectionFilter, CollectionSort } from './CollectionTools.tsx';
import './collection.css';
import { CollectionWays } from './CollectionWays.tsx';
import { type Found, useFound } from './useFound.ts';
import { useFilterNames } from './useIngredients.ts';

type Props = {
  /** The cards of this page. */
  cards: readonly Card[];
  /** 1 is the first page. */
  page: number;
  pages: number;
  /** Number of products of all pages. */
  total: number;
  ways: Ways;
  /** The filters by which the products differ. */
  facets: readonly FacetName[];
  /** On the page of a category, brand or country. */
  group?: Group;
};

/**
 * Toolbar and grid of the collection, or of a group of its products. The static page shows its products; the search of
 * the URL applies right after hydration. A search covers all pages and starts on the first one.
 */
export default function CollectionIsland({ cards, page, pages, total, ways, facets, group }: Props) {
  const addressed = useStore($search, { ssr: () => defaultSearch });
  const search = useMemo(() => withoutGroup(addressed, group), [addressed, group]);
  const { ingredients, names: known, choosing, onUse } = useFilterNames(search, ways);
  const [sorting, setSorting] = useState(false);
  const found = useFound(cards, { pages, total, group, choosing, sorting }, search);
  const { counted, complete, choices, hasSkin } = found;
  const names = { ...known, choices };

  // Before the first paint after hydration: the static page is not filtered.
  useLayoutEffect(initSearch, []);
  useEffect(() => {
    // hide-unfiltered.js has hidden the unfiltered grid; now it is filtered.
    document.documentElement.removeAttribute('data-searching');
  }, []);
  useCardsShown(found.results.shown);
  useEffect(() => {
    if (counted && complete) searchShown(counted.search.q, counted.total);
  });
  const element = useHydrationReport<HTMLDivElement>();

  const products = useRef<HTMLElement>(null);
  // After the filter has closed, which moves the results.
  const showResults = () =>
    requestAnimationFrame(() => {
      products.current?.focus({ preventScroll: true });
      products.current?.scrollIntoView();
    });

  const path = group?.path ?? paths.collection;
  const change = (part: Partial<Search>, refines = false) => {
    if (page > 1) location.assign(path + queryOf(searchParams({ ...search, ...part })));
    else setSearch(part, refines);
  };
  return (
    <div className="collection stack gap-5" data-many={isMany(total) || undefined} ref={element}>
      {!group && <CollectionWays {...{ ways, search }} onChange={change} />}
      <div className="collection-head split" data-intent="">
        <p className="collection-count" role="status">
          {counted &&
            (!search.with || ingredients.state !== 'loading') &&
            (countLine(counted.search, counted.total, total, names, counted.isOpen) ||
              (group && countProducts(total)))}
        </p>
        <CollectionSort
          {...{ search }}
          sorts={found.sorts}
          onChange={change}
          onUse={() => setSorting(true)}
        />
      </div>
      <CollectionFilter
        search={search}
        hasSkin={hasSkin}
        chosenNames={names}
        facets={facets}
        choices={choices}
        onRetry={found.retryChoices}
        total={total}
        onChange={change}
        onUse={onUse}
        count={counted?.total}
        onShow={showResults}
        within={group?.name}
      />
      <section className="collection-found" aria-label="Products" tabIndex={-1} ref={products}>
        <FoundProducts {...{ found, search, names, total, group }} />
        {!found.searching && <CollectionPages {...{ page, pages, path }} />}
      </section>
    </div>
  );
}

/** @property total products of the collection */
type FoundProps = {
  found: Found;
  search: Search;
  names: FilterNames;
  total: number;
  group: Group | undefined;
};

/** The results of the search, while they load a placeholder, after a failure a retry. */
function FoundProducts({ found, search, names, total, group }: FoundProps) {
  const { remote, facets } = found;
  // Below the title of the page, or that of the collection's products.
  const heading = group ? 'h2' : 'h3';
  const loads = [found.filter, found.skin, ...(hasFacets(search.facets) && !remote ? [facets] : [])];
  const failed = loads.filter((one) => one.failed);
  const retry = () => {
    for (const one of failed) one.reload();
  };
  if (failed.length) return <ResultsFailed busy={failed.some(({ busy }) => busy)} onRetry={retry} />;
  if (found.loading) return <LoadingResults />;
  if (!remote)
    return (
      <SearchResults
        results={found.results}
        hidden={found.hidden}
        {...{ search, names, total, heading }}
        loadSuggestions={found.suggestions}
        onSearch={setSearch}
      />
    );
  if (remote.load.state === 'failed') return <ResultsFailed busy={remote.busy} onRetry={remote.reload} />;
  if (remote.load.state === 'loading') return <LoadingResults />;
  const RemoteResults = remote.load.data;
  return (
    <RemoteResults
      {...{ search, names, total, heading, group }}
      arrange={found.skin.arrange}
      onSearch={setSearch}
      onCount={remote.count}
    />
  );
}
