import { useMemo, useRef, useState } from 'react';
import { changeOrder, changesSince } from '../orders/orders.api.ts';
import type { DeskCourier } from './couriers.api.ts';
import type { RowHandlers, ShipResult } from './ShipRow.tsx';
import { changeEach, ordersByNumber, type ShippingOrder } from './shipping.api.ts';
import { cleanNumber, numberProblems, pastedNumbers } from './tracking-numbers.ts';

/** @property confirmed an operator has said that the number is right although it was used before */
type Entry = { number: string; confirmed: boolean; result?: ShipResult | undefined };

const empty: Entry = { number: '', confirmed: false };

/** The rows of the table, and sending them. @param courier undefined for one that is not in the list */
export function useShipping(orders: readonly ShippingOrder[], courier: DeskCourier | undefined) {
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});
  const [used, setUsed] = useState<ReadonlyMap<string, string>>(new Map());
  /** Orders of the round that is being sent, and those that are done. */
  const [sending, setSending] = useState<{ all: number; done: number }>();
  const [message, setMessage] = useState<string>();
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
          ? 'Nothing was sent: please look at 1 number.'
          : `Nothing was sent: please look at ${unclear.length} numbers.`,
      );
      document.getElementById(`ship-${unclear[0]?.[0]}`)?.focus();
      return;
    }
    let shipped = 0;
    setSending({ all: open.length, done: 0 });
    await changeEach(open, async ({ id, number }) => {
      const order = orders.find(({ _id }) => _id === id);
      const version = { orderId: id, seen: seen.current[id] ?? order?.seen ?? 0 };
      const moved = await changeOrder.track(version, number, courierName);
      if (moved.ok) shipped += 1;
      else seen.current[id] = changesSince(moved)?.seen ?? version.seen;
      change(id, { number, result: { ok: moved.ok, message: moved.ok ? 'Shipped' : moved.message } });
      setSending((before) => before && { ...before, done: before.done + 1 });
    });
    const failed = open.length - shipped;
    setSending(undefined);
    setMessage(
      `${shipped === 1 ? '1 order was shipped' : `${shipped} orders were shipped`}.${
        failed ? ` ${failed} ${failed === 1 ? 'was' : 'were'} not: see the rows.` : ''
      }`,
    );
  };

  return {
    ...{ on, problems, sending, message, send },
    /** Orders with a number that were not shipped yet. */
    ready: open.length,
    entryOf: (id: string) => entries[id] ?? empty,
  };
}
