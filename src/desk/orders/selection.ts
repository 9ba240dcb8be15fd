/** Which orders of the list are chosen. */
import { useRef, useState } from 'react';
import { orderLimit } from '#domain/orders/bulk-constants.ts';
import type { ListedOrder } from './orders.api.ts';

export type ChosenOrder = Pick<
  ListedOrder,
  'id' | 'reference' | 'status' | 'seen' | 'paid' | 'paymentMethod'
>;

/** The row of an order with the newer state, as its history has grown. */
const newest = (chosen: ChosenOrder, shown: ChosenOrder | undefined): ChosenOrder =>
  shown && shown.seen >= chosen.seen ? shown : chosen;

/**
 * The chosen orders, at most {@link orderLimit}. They may include orders that the list does not show.
 * @param key identifies the list with its filters: another list begins without a choice
 * @param shown the rows of the list
 */
export function useSelection(key: string, shown: readonly ChosenOrder[]) {
  const [stored, setStored] = useState<{ key: string; orders: ReadonlyMap<string, ChosenOrder> }>();
  const anchor = useRef<string>(undefined);
  const orders = stored?.key === key ? stored.orders : new Map<string, ChosenOrder>();
  const set = (chosen: Iterable<ChosenOrder>) =>
    setStored({ key, orders: new Map([...chosen].slice(0, orderLimit).map((order) => [order.id, order])) });
  const rows = new Map(shown.map((order) => [order.id, order]));

  return {
    orders: [...orders.values()].map((order) => newest(order, rows.get(order.id))),
    has: (id: string) => orders.has(id),
    set,
    clear: () => set([]),
    /** Replaces the state of orders that are still chosen. */
    update: (states: ReadonlyMap<string, Partial<ChosenOrder>>) =>
      setStored(
        (before) =>
          before && {
            ...before,
            orders: new Map([...before.orders].map(([id, order]) => [id, { ...order, ...states.get(id) }])),
          },
      ),
    /**
     * Chooses a row, or no longer.
     * @param range also all rows between it and the row that was chosen before
     */
    choose(id: string, on: boolean, range: boolean): void {
      const ids = shown.map(({ id }) => id);
      const [from, to] = [ids.indexOf(range ? (anchor.current ?? id) : id), ids.indexOf(id)];
      const changed = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      anchor.current = id;
      const rest = [...orders.values()].filter(({ id }) => !changed.includes(id));
      set(on ? [...rest, ...shown.filter(({ id }) => changed.includes(id))] : rest);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
