import { useMemo, useState } from 'react';
import { pastedNumbers } from '#domain/shipping/tracking-numbers.ts';
import type { RowHandlers, ShipResult } from './ShipRow.tsx';
import type { ShippingOrder } from './shipping.api.ts';

/** @property confirmed an operator has said that the number is right although it was used before */
type Entry = { number: string; confirmed: boolean; result?: ShipResult | undefined };

const empty: Entry = { number: '', confirmed: false };

/** What a column of numbers leaves over. @returns undefined if all of them have a row */
const leftOver = (numbers: number, rows: number): string | undefined => {
  const tooMany = numbers - rows;
  if (tooMany <= 0) return undefined;
  return `${numbers} numbers were pasted into ${rows} rows. The last ${tooMany === 1 ? 'one was' : `${tooMany} were`} left out.`;
};

/**
 * What is typed, scanned and pasted into the rows, and what became of it.
 * @param setMessage gets what an operator has to know; undefined once it is outdated
 */
export function useShipRows(
  orders: readonly ShippingOrder[],
  setMessage: (message: string | undefined) => void,
) {
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});

  const change = (id: string, part: Partial<Entry>) =>
    setEntries((before) => ({ ...before, [id]: { ...empty, ...before[id], ...part } }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the setters stay the same
  const on: RowHandlers = useMemo(() => {
    const ids = orders.map(({ _id }) => _id);
    const fieldOf = (id: string) => document.getElementById(`ship-${id}`);
    /** The rows from this one on that were not shipped. */
    const openFrom = (id: string) => ids.slice(ids.indexOf(id)).filter(fieldOf);
    /** Beyond the last row nothing is focused that a scanner could type into or press. */
    const focus = (id: string | undefined) =>
      (id === undefined ? document.getElementById('ship-end') : fieldOf(id))?.focus();
    return {
      type: (id, number) => {
        setMessage(undefined);
        change(id, { number, confirmed: false, result: undefined });
      },
      confirm: (id, confirmed) => {
        setMessage(undefined);
        change(id, { confirmed });
      },
      next: (id) => focus(openFrom(id)[1]),
      paste: (id, text) => {
        const numbers = pastedNumbers(text);
        if (numbers.length < 2) return false;
        const open = openFrom(id);
        const filled = open.flatMap((one, n) => {
          const number = numbers[n];
          return number ? [[one, { ...empty, number }] as const] : [];
        });
        setEntries((before) => ({ ...before, ...Object.fromEntries(filled) }));
        setMessage(leftOver(numbers.length, open.length));
        focus(open[numbers.length]);
        return true;
      },
    };
  }, [orders]);

  return { on, change, entryOf: (id: string) => entries[id] ?? empty };
}

export type ShipRows = ReturnType<typeof useShipRows>;
