import { useRef, useState } from 'react';
import { changeOrders, versionsOf } from '../orders/bulk.api.ts';
import type { OrderVersion } from '../orders/orders.api.ts';
import type { ShippingOrder } from './shipping.api.ts';
import type { ShipRows } from './useShipRows.ts';

/** An order with the number that is sent. */
type NumberedRow = { id: string; number: string };

/** The sentence about a round. */
const outcome = (done: number, verb: string, failed: number): string => {
  const orders = `${done === 1 ? '1 order was' : `${done} orders were`} ${verb}.`;
  return failed ? `${orders} ${failed} ${failed === 1 ? 'was' : 'were'} not: see the rows.` : orders;
};

/** Sends the rows in rounds, and undoes the last one. @param change writes what became of an order into its row */
export function useShipRounds(
  orders: readonly ShippingOrder[],
  change: ShipRows['change'],
  setMessage: (message: string) => void,
) {
  /** Orders of the round that is being sent, and those that are done. */
  const [sending, setSending] = useState<{ all: number; done: number }>();
  /** What was shipped in the last round, and until when it can be undone, UTC ms. */
  const [undoable, setUndoable] = useState<{ orders: readonly OrderVersion[]; until: number }>();
  /** The history rows of orders that have changed since the table was loaded. */
  const seen = useRef<Record<string, number>>({});

  const ship = async (rows: readonly NumberedRow[], courierName: string) => {
    setUndoable(undefined);
    const versions = rows.map(({ id, number }) => {
      const order = orders.find((one) => one.id === id);
      return { orderId: id, seen: seen.current[id] ?? order?.seen ?? 0, trackingId: number };
    });
    const { results, undoUntil } = await changeOrders.ship(versions, courierName, (done) =>
      setSending({ all: rows.length, done }),
    );
    for (const result of results) {
      if (result.seen !== undefined) seen.current[result.orderId] = result.seen;
      const number = rows.find(({ id }) => id === result.orderId)?.number ?? '';
      const message = result.ok ? 'Shipped' : result.message;
      change(result.orderId, { number, result: { ok: result.ok, message } });
    }
    const shipped = versionsOf(results);
    setSending(undefined);
    if (shipped.length && undoUntil) setUndoable({ orders: shipped, until: undoUntil });
    setMessage(outcome(shipped.length, 'shipped', results.length - shipped.length));
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
    setMessage(outcome(results.length - failed, 'undone', failed));
  };

  return {
    sending,
    ship,
    /** Undefined if there is nothing to undo. */
    undo: undoable && !sending ? { until: undoable.until, run: () => void undo(undoable.orders) } : undefined,
  };
}
