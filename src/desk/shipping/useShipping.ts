import { useMemo, useRef, useState } from 'react';
import { cleanNumber, numberProblems, pastedNumbers } from '#domain/shipping/tracking-numbers.ts';
import { changeOrders, versionsOf } from '../orders/bulk.api.ts';
import type { OrderVersion } from '../orders/orders.api.ts';
import type { DeskCourier } from './couriers.api.ts';
import type { RowHandlers, ShipResult } from './ShipRow.tsx';
import { ordersByNumber, type ShippingOrder } from './shipping.api.ts';

/** @property confirmed an operator has said that the number is right although it was used before */
type Entry = { number: string; confirmed: boolean; result?: ShipResult | undefined };

const empty: Entry = { number: '', confirmed: false };

const outcome = (orders: number, verb: string): string =>
  `${orders === 1 ? '1 order was' : `${orders} orders were`} ${verb}.`;
const rest = (orders: number): string => `${orders} ${orders === 1 ? 'was' : 'were'} not: see the rows.`;

/** The rows of the table, and sending them. @param courier undefined for one that is not in the list */
export function useShipping(orders: readonly ShippingOrder[], courier: DeskCourier | undefined) {
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});
  const [used, setUsed] = useState<ReadonlyMap<string, string>>(new Map());
  /** Orders of the round that is being sent, and those that are done. */
  const [sending, setSending] = useState<{ all: number; done: number }>();
  const [message, setMessage] = useState<string>();
  /** What was shipped in the last round, and until when it can be undone, UTC ms. */
  const [undoable, setUndoable] = useState<{ orders: readonly OrderVersion[]; until: number }>();
  /** The history rows of orders that have changed since the table was loaded. */
  const seen = useRef<Record<string, number>>({});
  /** The numbers are being looked up: a second click must not send twice. */
  const checking = useRef(false);

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
        const tooMany = numbers.length - open.length;
        setMessage(
          tooMany > 0
            ? `${numbers.length} numbers were pasted into ${open.length} rows. The last ${tooMany === 1 ? 'one was' : `${tooMany} were`} left out.`
            : undefined,
        );
        focus(open[numbers.length]);
        return true;
      },
    };
  }, [orders]);

  const open = orders.flatMap(({ _id: id, reference }) => {
    const { number, confirmed, result } = entries[id] ?? empty;
    return number.trim() && !result?.ok ? [{ id, reference, number: cleanNumber(number), confirmed }] : [];
  });
  const problems = numberProblems(open, courier, used);

  const send = async (courierName: string) => {
    if (checking.current) return;
    checking.current = true;
    setMessage(undefined);
    const usable = open.filter(({ id }) => problems.get(id)?.kind !== 'format');
    const answer = await ordersByNumber(usable.map(({ number }) => number));
    checking.current = false;
    if (!answer.ok) {
      setMessage(answer.message);
      return;
    }
    const known = new Map(answer.data.map(({ trackingId, reference }) => [trackingId ?? '', reference]));
    setUsed(known);
    const unclear = [...numberProblems(open, courier, known)].filter(
      ([id, { kind }]) => kind === 'format' || !open.find((row) => row.id === id)?.confirmed,
    );
    if (unclear.length) {
      setMessage(
        unclear.length === 1
          ? 'Nothing was saved. Please check 1 number.'
          : `Nothing was saved. Please check ${unclear.length} numbers.`,
      );
      document.getElementById(`ship-${unclear[0]?.[0]}`)?.focus();
      return;
    }
    setUndoable(undefined);
    const versions = open.map(({ id, number }) => {
      const order = orders.find(({ _id }) => _id === id);
      return { orderId: id, seen: seen.current[id] ?? order?.seen ?? 0, trackingId: number };
    });
    const { results, undoUntil } = await changeOrders.ship(versions, courierName, (done) =>
      setSending({ all: open.length, done }),
    );
    for (const result of results) {
      if (result.seen !== undefined) seen.current[result.orderId] = result.seen;
      const number = open.find(({ id }) => id === result.orderId)?.number ?? '';
      const message = result.ok ? 'Shipped' : result.message;
      change(result.orderId, { number, result: { ok: result.ok, message } });
    }
    const shipped = versionsOf(results);
    const failed = results.length - shipped.length;
    setSending(undefined);
    if (shipped.length && undoUntil) setUndoable({ orders: shipped, until: Date.parse(undoUntil) });
    setMessage(`${outcome(shipped.length, 'shipped')}${failed ? ` ${rest(failed)}` : ''}`);
  };

  /** Undoes the last round. The rows keep their numbers and can be shipped again. */
  const undo = async (shipped: readonly OrderVersion[]) => {
    setUndoable(undefined);
    const { results } = await changeOrders.undo(shipped, (done) => setSending({ all: shipped.length, done }));
    setSending(undefined);
    for (const result of results) {
      if (result.ok) seen.current[result.orderId] = result.seen;
      change(
        result.orderId,
        result.ok ? { result: undefined } : { result: { ok: true, message: `Shipped. ${result.message}` } },
      );
    }
    const failed = results.filter(({ ok }) => !ok).length;
    setMessage(`${outcome(results.length - failed, 'undone')}${failed ? ` ${rest(failed)}` : ''}`);
  };

  return {
    on,
    problems,
    sending,
    message,
    send,
    /** Undefined if there is nothing to undo. */
    undo: undoable && !sending ? { until: undoable.until, run: () => void undo(undoable.orders) } : undefined,
    /** Orders with a number that were not shipped yet. */
    ready: open.length,
    entryOf: (id: string) => entries[id] ?? empty,
  };
}
