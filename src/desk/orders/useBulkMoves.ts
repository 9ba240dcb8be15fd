import { useState } from 'react';
import type { BulkMove } from '#domain/orders/bulk-constants.ts';
import type { Failure } from '#lib/outcome.ts';
import { toast } from '#ui/toast.dom.ts';
import { undoToast } from '#ui/undo-toast.dom.ts';
import {
  type BulkOutcome,
  type BulkResult,
  changeOrders,
  type RecordedCash,
  versionsOf,
} from './bulk.api.ts';
import type { ChosenOrder, Selection } from './selection.ts';

/** An order that was moved, with its new state. */
export type MovedOrder = BulkResult & { ok: true };

/** What became of the last action. @property undo of what was moved, until UTC ms */
export type BulkReport = {
  message: string;
  verb: 'moved' | 'undone' | 'recorded';
  stayed: (BulkResult & { ok: false })[];
  undo?: { until: number; run: () => void };
};

/** `1 order`, `12 orders`. */
export const orderCount = (n: number): string => (n === 1 ? '1 order' : `${n} orders`);

/** Why nothing was undone: the reason of the first order stands for all. */
const nothingUndone = (results: readonly BulkResult[]): string => {
  const [first] = results;
  return `Nothing was undone. ${first && !first.ok ? first.message : ''}`.trim();
};

const isMoved = (result: BulkResult): result is MovedOrder => result.ok;

/**
 * Moves the chosen orders, records their cash, and undoes moves.
 * @param onChanged gets the new states of orders
 * @returns how far an action is, its report, and the actions
 */
export function useBulkMoves(selection: Selection, onChanged: (orders: readonly MovedOrder[]) => void) {
  const [busy, setBusy] = useState<string>();
  const [report, setReport] = useState<BulkReport>();

  const progress = (total: number) => (done: number) => setBusy(`${done} of ${orderCount(total)} are done…`);

  const finish = (
    { results, undoUntil }: BulkOutcome,
    what: string,
    verb: BulkReport['verb'] = 'moved',
    also: Partial<ChosenOrder> = {},
  ) => {
    setBusy(undefined);
    const done = results.filter(isMoved);
    selection.update(new Map(done.map(({ orderId, status, seen }) => [orderId, { status, seen, ...also }])));
    onChanged(done);
    const message = `${orderCount(done.length)} ${what}.`;
    const undo = () => void undoMoves(done);
    const until = verb === 'moved' && done.length > 0 ? undoUntil : null;
    setReport({
      message,
      verb,
      stayed: results.filter((one) => !one.ok),
      ...(until && { undo: { until, run: undo } }),
    });
    if (until) undoToast({ message, stay: until - Date.now(), undo });
    else if (done.length) toast({ message });
    else if (verb === 'undone') toast({ message: nothingUndone(results), kind: 'error' });
  };

  /** @param onAnswer called once the first part is answered @returns once all are */
  const move = async (
    orders: readonly ChosenOrder[],
    status: BulkMove,
    cash?: RecordedCash,
    onAnswer?: (refused?: Failure) => void,
  ) => {
    setReport(undefined);
    const versions = orders.map(({ id: orderId, seen }) => ({ orderId, seen }));
    const show = progress(versions.length);
    const outcome = await changeOrders.move(versions, status, cash, (done) => {
      if (done) onAnswer?.();
      show(done);
    });
    onAnswer?.(outcome.refused);
    if (outcome.refused) setBusy(undefined);
    else finish(outcome, `moved to ${status}`);
  };

  /** Records their cash. @returns the refusal of the password, if it was refused */
  const collect = async (orders: readonly ChosenOrder[], password: string): Promise<Failure | undefined> => {
    setReport(undefined);
    const versions = orders.map(({ id: orderId, seen }) => ({ orderId, seen }));
    const outcome = await changeOrders.collected(versions, password, progress(versions.length));
    if (outcome.refused) setBusy(undefined);
    else finish(outcome, 'marked as paid', 'recorded', { paid: true });
    return outcome.refused;
  };

  const undoMoves = async (done: readonly MovedOrder[]) => {
    setReport(undefined);
    finish(await changeOrders.undo(versionsOf(done), progress(done.length)), 'undone', 'undone');
  };

  return { busy, report, move, collect };
}
