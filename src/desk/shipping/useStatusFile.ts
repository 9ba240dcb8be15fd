import { useState } from 'react';
import { ImportRefused } from 'shop-import/problem';
import { parcelStates } from '#domain/shipping/parcel-states.ts';
import { readStatusFile } from '#domain/shipping/status-file.ts';
import { type Planned, planStatuses, type Skipped } from '#domain/shipping/status-plan.ts';
import type { Errors } from '#ui/useFields.ts';
import { type BulkOutcome, changeOrders, versionsOf } from '../orders/bulk.api.ts';
import type { OrderVersion } from '../orders/orders.api.ts';
import { tableText } from '../ui/table-text.ts';
import { loadStatusPhrases, ordersOfLines, type ShippingOrder } from './shipping.api.ts';

export type PlannedOrder = Planned<ShippingOrder>;

/** What the operator has said about all parcels of a kind. @property password for cash that was collected */
type Answers = { collected: boolean; restock: boolean; password?: string };
/** @property refused why the password was refused, with the answers that were given */
type Preview = {
  changes: PlannedOrder[];
  skipped: Skipped[];
  refused?: { answers: Answers; errors: Errors };
};

type State =
  | { step: 'choose'; message?: string; busy?: boolean }
  | ({ step: 'preview' } & Preview)
  | { step: 'writing'; all: number; done: number }
  | {
      step: 'done';
      verb: 'changed' | 'undone';
      changed: number;
      failed: { reference: string; message: string }[];
      /** Undoes the deliveries; undefined without any. */
      undo: { until: number; run: () => void } | undefined;
    };

/** Reads a courier's file, shows what would change, and makes the changes once an operator has confirmed them. */
export function useStatusFile() {
  const [state, setState] = useState<State>({ step: 'choose' });

  const choose = async (file: File) => {
    setState({ step: 'choose', busy: true });
    const phrases = await loadStatusPhrases();
    if (!phrases.ok) {
      setState({ step: 'choose', message: phrases.message });
      return;
    }
    const stateOf = parcelStates(phrases.data.statuses);
    const lines = await tableText(file)
      .then((text) => readStatusFile(text, stateOf))
      .catch((error: unknown) => {
        const isRefused = error instanceof ImportRefused;
        setState({ step: 'choose', message: isRefused ? error.message : 'The file could not be read.' });
        if (!isRefused) throw error;
      });
    if (!lines) return;
    const found = await ordersOfLines(lines);
    setState(
      found.ok
        ? { step: 'preview', ...planStatuses(lines, found.data) }
        : { step: 'choose', message: found.message },
    );
  };

  const finish = (
    verb: 'changed' | 'undone',
    changes: readonly PlannedOrder[],
    { results }: BulkOutcome,
    undo?: { until: number; run: () => void },
  ) => {
    const referenceOf = (id: string) => changes.find(({ order }) => order.id === id)?.order.reference ?? id;
    const failed = results.flatMap((one) =>
      one.ok ? [] : [{ reference: referenceOf(one.orderId), message: one.message }],
    );
    setState({ step: 'done', verb, failed, changed: results.length - failed.length, undo });
  };

  const write = async ({ changes, skipped }: Preview, answers: Answers) => {
    const orders = changes.map(({ order: { id: orderId, seen }, kind: state, note }) => ({
      orderId,
      seen,
      state,
      note,
    }));
    const outcome = await changeOrders.report(orders, answers, (done) =>
      setState({ step: 'writing', all: changes.length, done }),
    );
    if (outcome.refused) {
      setState({ step: 'preview', changes, skipped, refused: { answers, errors: outcome.refused.fields } });
      return;
    }
    const delivered = versionsOf(outcome.results.filter((one) => one.ok && one.status === 'Delivered'));
    const until = delivered.length ? outcome.undoUntil : null;
    const undoing = until ? { until, run: () => void undo(changes, delivered) } : undefined;
    finish('changed', changes, outcome, undoing);
  };

  /** Moves delivered orders back to Out for Delivery. */
  const undo = async (changes: readonly PlannedOrder[], delivered: readonly OrderVersion[]) => {
    const outcome = await changeOrders.undo(delivered, (done) =>
      setState({ step: 'writing', all: delivered.length, done }),
    );
    finish('undone', changes, outcome);
  };

  return { state, choose, write, restart: () => setState({ step: 'choose' }) };
}
