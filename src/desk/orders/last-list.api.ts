/** The list of orders that was shown last: for going back to it, and from one of its orders to the next. */
import { useEffect, useState } from 'react';
import { parseFilters } from '#domain/orders/filters.ts';
import { api, send } from '#lib/api.ts';
import type { LoadedRows } from '../ui/usePages.ts';
import type { ListedOrder } from './orders.api.ts';

/** @property scroll the position of the page when the list was left, px */
export const lastList: { current?: LoadedRows<ListedOrder>; scroll: number } = { scroll: 0 };

type Params = Record<string, string>;

/** Identifies the list of a route's filters. */
export const listKey = (params: Params): string => JSON.stringify(parseFilters(params));

/** Loads a page of the list. @param after the cursor of the page before */
export const loadOrders = (params: Params, after: string | undefined) =>
  send(api.desk.orders.$get({ query: { ...parseFilters(params), after } }));

/** The orders before and after this one in the list that it was opened from, also beyond the loaded rows. */
export function useNeighbours(id: string, params: Params) {
  const [list, setList] = useState(lastList.current);
  const known = list?.key === listKey(params) ? list : undefined;
  const rows = known?.rows ?? [];
  const at = rows.findIndex((one) => one.id === id);
  const cursor = at >= 0 && at === rows.length - 1 ? known?.next : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor stands for the list
  useEffect(() => {
    if (!cursor || !known) return;
    let current = true;
    void loadOrders(params, cursor).then((answer) => {
      if (!answer.ok || !current) return;
      lastList.current = { ...known, rows: [...known.rows, ...answer.data.rows], next: answer.data.next };
      setList(lastList.current);
    });
    return () => {
      current = false;
    };
  }, [cursor]);
  return { previous: at > 0 ? rows[at - 1] : undefined, next: at >= 0 ? rows[at + 1] : undefined };
}
