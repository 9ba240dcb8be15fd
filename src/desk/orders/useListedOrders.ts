import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Pages, usePages } from '../ui/usePages.ts';
import { lastList, listKey, loadOrders } from './last-list.api.ts';
import type { ListedOrder } from './orders.api.ts';
import { $waiting } from './waiting.store.ts';

/** Changes of a row since the list was loaded. */
type Newer = Partial<Pick<ListedOrder, 'status' | 'seen' | 'trackingId'>>;

/** Keeps the scroll position of the list for who comes back to it. */
function useKeptScroll(key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is opened
  useLayoutEffect(() => {
    scrollTo(0, lastList.current?.key === key ? lastList.scroll : 0);
    return () => {
      lastList.scroll = scrollY;
    };
  }, []);
}

/** Loads the list again when the number of waiting orders has changed. */
function useRefreshOnWaiting(refresh: () => void): void {
  const waiting = useStore($waiting)?.version;
  const seen = useRef(waiting);
  useEffect(() => {
    if (seen.current && seen.current !== waiting) refresh();
    seen.current = waiting;
  }, [waiting, refresh]);
}

type ListedOrders = {
  /** The list. Its rows have their newest known states. */
  pages: Pages<ListedOrder>;
  /** Whether the search does not know older orders yet. */
  indexing: boolean;
  /** Replaces the state of a row, unless the row that was loaded is newer. */
  patch: (id: string, row: Newer) => void;
};

/** The orders that match the filters of a route. */
export function useListedOrders(params: Record<string, string>): ListedOrders {
  const key = listKey(params);
  const [indexing, setIndexing] = useState(false);
  const [newer, setNewer] = useState<Record<string, Newer>>({});
  const pages = usePages(
    key,
    async (after) => {
      const answer = await loadOrders(params, after);
      if (answer.ok) setIndexing(answer.data.indexing);
      return answer;
    },
    ({ orders }) => orders,
    lastList,
  );
  useKeptScroll(key);
  useRefreshOnWaiting(pages.refresh);
  const current = (row: ListedOrder): ListedOrder =>
    (newer[row._id]?.seen ?? 0) > row.seen ? { ...row, ...newer[row._id] } : row;
  return {
    pages: { ...pages, rows: pages.rows.map(current) },
    indexing,
    patch: (id, row) => setNewer((all) => ({ ...all, [id]: { ...all[id], ...row } })),
  };
}
