import { useEffect, useRef, useState } from 'react';
import type { Search } from '#features/search/search-query.ts';
import { type Found as Page, sourceOf } from '#features/search/sources.ts';
import { Found, LoadingFound, NotFetched, useCardsShown } from './CollectionFound.tsx';

/** @property total products that the search has found */
export type Counted = { search: Search; total: number };

type Props = {
  search: Search;
  /** Products of the collection. */
  total: number;
  onSearch: (change: Partial<Search>) => void;
  /** Told how many a search has found. */
  onCount: (counted?: Counted) => void;
};

/**
 * What a search finds beyond the page: fetched, and more of it when it is asked for. What was found before
 * stands until the new is there, so that nothing flashes; an answer that was overtaken is given up.
 */
export default function FarFound({ search, total, onSearch, onCount }: Props) {
  const [found, setFound] = useState<Page & { search: Search }>();
  const [state, setState] = useState<'busy' | 'ready' | 'failed'>('busy');
  const asking = useRef<AbortController>(undefined);

  async function ask(after?: string) {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setState('busy');
    const page = await sourceOf(total)(search, after, controller.signal).catch(() => undefined);
    if (controller.signal.aborted) return;
    setState(page ? 'ready' : 'failed');
    if (!page) return after ? undefined : onCount();
    setFound((before) => ({
      ...page,
      search,
      cards: after && before ? [...before.cards, ...page.cards] : page.cards,
    }));
    onCount({ search, total: page.total });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another search is what is asked for anew
  useEffect(() => {
    void ask();
    return () => asking.current?.abort();
  }, [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when this goes, so does its count
  useEffect(() => () => onCount(), []);
  useCardsShown(found?.cards);

  const busy = state === 'busy';
  const current = found?.search === search;
  const more = current ? (found.next ?? undefined) : undefined;
  const notFetched = <NotFetched busy={busy} onRetry={() => void ask(more)} />;
  if (state === 'failed' && !current) return notFetched;
  if (!found) return <LoadingFound />;
  const { cards, search: searched, didYouMean, nearest } = found;
  return (
    <div aria-busy={busy}>
      <Found
        shown={cards}
        instead={async () => ({ didYouMean, products: nearest })}
        search={searched}
        onSearch={onSearch}
      />
      {state === 'failed'
        ? notFetched
        : more && (
            <p className="collection-more">
              <button
                type="button"
                className="button quiet"
                aria-busy={busy}
                onClick={() => void (busy || ask(more))}
              >
                Show more
              </button>
            </p>
          )}
    </div>
  );
}
