import { useEffect, useRef, useState } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import type { FacetChoices } from '#domain/search/facets.ts';
import { type Group, inGroup } from '#domain/search/group-filter.ts';
import type { FilterNames } from '#domain/search/search.ts';
import type { Search } from '#domain/search/search-query.ts';
import { type Found as Page, sourceOf } from '#features/search/sources.api.ts';
import { LoadingResults, ResultsFailed, SearchResults, useCardsShown } from './CollectionResults.tsx';

/**
 * @property total products that the search has found @property isOpen whether something is not known of some of them
 * @property facets what can be chosen among them
 */
export type Counted = { search: Search; total: number; isOpen: boolean; facets: FacetChoices | undefined };

type Props = {
  search: Search;
  names: FilterNames;
  /** Filters and sorts by My skin; undefined while that loads. */
  arrange: ((cards: readonly Card[]) => Card[]) | undefined;
  /** Number of products of the collection, or of the group. */
  total: number;
  heading: 'h2' | 'h3';
  group: Group | undefined;
  onSearch: (change: Partial<Search>) => void;
  /** Called with the number of results. */
  onCount: (counted?: Counted) => void;
};

/**
 * The results of a search over all pages, loaded page by page. Old results stay until the new ones are loaded, so that
 * nothing flashes; an outdated request is aborted.
 */
export default function RemoteResults({
  search,
  names,
  total,
  heading,
  group,
  arrange,
  onSearch,
  onCount,
}: Props) {
  const [results, setResults] = useState<Page & { search: Search }>();
  const [state, setState] = useState<'busy' | 'ready' | 'failed'>('busy');
  const request = useRef<AbortController>(undefined);

  async function load(after?: string) {
    if (!arrange) return;
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setState('busy');
    const load = sourceOf(group?.catalogue ?? total);
    const page = await load(inGroup(search, group), after, controller.signal, arrange).catch(() => undefined);
    if (controller.signal.aborted) return;
    setState(page ? 'ready' : 'failed');
    if (!page) return after ? undefined : onCount();
    setResults((before) => ({
      ...page,
      search,
      cards: after && before ? [...before.cards, ...page.cards] : page.cards,
      unknown: after && before ? [...before.unknown, ...page.unknown] : page.unknown,
      opened: after && before ? { ...before.opened, ...page.opened } : page.opened,
    }));
    onCount({ search, total: page.total, isOpen: page.unknown.length > 0, facets: page.facets });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another search causes a new request
  useEffect(() => {
    void load();
    return () => request.current?.abort();
  }, [search, arrange]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when this goes, so does its count
  useEffect(() => () => onCount(), []);
  useCardsShown(results?.cards);

  const busy = state === 'busy';
  const current = results?.search === search;
  const more = current ? (results.next ?? undefined) : undefined;
  const failure = <ResultsFailed busy={busy} onRetry={() => void load(more)} />;
  if (state === 'failed' && !current) return failure;
  if (!results) return <LoadingResults />;
  const { cards, search: searched, didYouMean, nearest, ...found } = results;
  return (
    <div aria-busy={busy}>
      <SearchResults
        results={{ ...found, shown: cards }}
        loadSuggestions={async () => ({ didYouMean, products: nearest })}
        search={searched}
        names={names}
        total={total}
        heading={heading}
        onSearch={onSearch}
      />
      {state === 'failed'
        ? failure
        : more && (
            <p className="collection-more">
              <button
                type="button"
                className="button quiet"
                aria-busy={busy}
                onClick={() => void (busy || load(more))}
              >
                Show more
              </button>
            </p>
          )}
    </div>
  );
}
