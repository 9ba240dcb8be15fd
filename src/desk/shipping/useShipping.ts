import { useRef, useState } from 'react';
import { cleanNumber, numberProblems } from '#domain/shipping/tracking-numbers.ts';
import type { DeskCourier } from './couriers.api.ts';
import { ordersByNumber, type ShippingOrder } from './shipping.api.ts';
import { useShipRounds } from './useShipRounds.ts';
import { useShipRows } from './useShipRows.ts';

/** The rows of the table, and sending them. @param courier undefined for one that is not in the list */
export function useShipping(orders: readonly ShippingOrder[], courier: DeskCourier | undefined) {
  const [message, setMessage] = useState<string>();
  const rows = useShipRows(orders, setMessage);
  const rounds = useShipRounds(orders, rows.change, setMessage);
  /** Orders by the tracking numbers that they had before. */
  const [used, setUsed] = useState<ReadonlyMap<string, string>>(new Map());
  /** The numbers are being looked up: a second click must not send twice. */
  const checking = useRef(false);

  const open = orders.flatMap(({ id, reference }) => {
    const { number, confirmed, result } = rows.entryOf(id);
    return number.trim() && !result?.ok ? [{ id, reference, number: cleanNumber(number), confirmed }] : [];
  });
  const problems = numberProblems(open, courier, used);

  /** Looks up which numbers were used before. @returns ids of the rows to check; undefined without an answer */
  const findUnclear = async () => {
    const usable = open.filter(({ id }) => problems.get(id)?.kind !== 'format');
    const answer = await ordersByNumber(usable.map(({ number }) => number));
    if (!answer.ok) {
      setMessage(answer.message);
      return undefined;
    }
    const known = new Map(answer.data.map(({ trackingId, reference }) => [trackingId ?? '', reference]));
    setUsed(known);
    return [...numberProblems(open, courier, known)]
      .filter(([id, { kind }]) => kind === 'format' || !open.find((row) => row.id === id)?.confirmed)
      .map(([id]) => id);
  };

  /** Ships all rows with a number, or none if one of the numbers is unclear. */
  const send = async (courierName: string) => {
    if (checking.current) return;
    checking.current = true;
    setMessage(undefined);
    const unclear = await findUnclear();
    checking.current = false;
    if (!unclear) return;
    if (unclear.length) {
      const numbers = unclear.length === 1 ? '1 number' : `${unclear.length} numbers`;
      setMessage(`Nothing was saved. Please check ${numbers}.`);
      document.getElementById(`ship-${unclear[0]}`)?.focus();
      return;
    }
    await rounds.ship(open, courierName);
  };

  return {
    on: rows.on,
    fill: rows.fill,
    find: rows.find,
    filling: rows.filling,
    entryOf: rows.entryOf,
    problems,
    sending: rounds.sending,
    message,
    send,
    undo: rounds.undo,
    /** Orders with a number that were not shipped yet. */
    ready: open.length,
  };
}
