import { useMemo, useState } from 'react';
import { ImportRefused } from 'shop-import/problem';
import { cleanReference, readOrderNumbers } from '#domain/shipping/order-numbers.ts';
import { cleanNumber, pastedNumbers } from '#domain/shipping/tracking-numbers.ts';
import { tableText } from '../ui/table-text.ts';
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
  /** What the last table has filled, or what a scan has not found. */
  const [filling, setFilling] = useState<{ message: string; problems: readonly string[] }>();
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});

  const change = (id: string, part: Partial<Entry>) =>
    setEntries((before) => ({ ...before, [id]: { ...empty, ...before[id], ...part } }));

  /** Fills rows from two columns: the order and its tracking number. */
  const fill = async (from: string | File) => {
    const rows = orders.map(({ id, reference }) => ({
      id,
      reference,
      isOpen: document.getElementById(`ship-${id}`) !== null,
    }));
    try {
      const { numbers, problems } = readOrderNumbers(await tableText(from), rows);
      const filled = [...numbers].map(([id, number]) => [id, { ...empty, number }]);
      setEntries((before) => ({ ...before, ...Object.fromEntries(filled) }));
      const count = numbers.size === 1 ? '1 row was filled.' : `${numbers.size} rows were filled.`;
      setMessage(undefined);
      setFilling({ message: count, problems });
    } catch (error) {
      const isRefused = error instanceof ImportRefused;
      setFilling({ message: isRefused ? error.message : 'The file could not be read.', problems: [] });
      if (!isRefused) throw error;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the setters stay the same, and what fills rows reads the orders only
  const on: RowHandlers = useMemo(() => {
    const ids = orders.map(({ id }) => id);
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
      next: (id) => {
        const scanned = cleanReference((fieldOf(id) as HTMLInputElement | null)?.value ?? '');
        const labelled = orders.find(({ reference }) => reference === scanned);
        // The shop's own label was scanned: its row is where the courier's number belongs.
        if (labelled) change(id, { number: '' });
        focus(labelled ? labelled.id : openFrom(id)[1]);
      },
      paste: (id, text) => {
        if (orders.some(({ reference }) => text.toUpperCase().includes(reference))) {
          void fill(text);
          return true;
        }
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

  /** Goes to the row of a scanned label: the shop's own with the order, or a courier's with its number. */
  const find = (scanned: string) => {
    const [reference, number] = [cleanReference(scanned), cleanNumber(scanned)];
    const order = orders.find(
      (one) => one.reference === reference || cleanNumber(entries[one.id]?.number ?? '') === number,
    );
    const field = order && document.getElementById(`ship-${order.id}`);
    if (!field) {
      const what = order ? `${order.reference} is shipped already.` : `No order here has ${scanned}.`;
      setFilling({ message: what, problems: [] });
      return;
    }
    setFilling(undefined);
    field.focus();
    field.scrollIntoView({ block: 'center' });
  };

  return { on, change, fill, find, filling, entryOf: (id: string) => entries[id] ?? empty };
}

export type ShipRows = ReturnType<typeof useShipRows>;
