import { useState } from 'react';
import { undeliveredMessage } from '#features/orders/undelivered.ts';
import type { Outcome } from '#lib/outcome.ts';
import { changeOrder } from '../orders/orders.api.ts';
import { changeEach, ordersByNumber, type ShippingOrder } from './shipping.api.ts';
import { maxFileBytes } from './shipping-constants.ts';
import { type Planned, planStatuses, readStatusFile, type Skipped } from './status-file.ts';

export type PlannedOrder = Planned<ShippingOrder>;

/** What the operator has said about all parcels of a kind. */
type Answers = { collected: boolean; restock: boolean };

type State =
  | { step: 'choose'; message?: string; busy?: boolean }
  | { step: 'preview'; changes: PlannedOrder[]; skipped: Skipped[] }
  | { step: 'writing'; all: number; done: number }
  | { step: 'done'; changed: number; failed: { reference: string; message: string }[] };

/** Makes one planned change. A move carries the history rows that were seen, also after the move before it. */
async function make(
  { order, kind, steps, note }: PlannedOrder,
  { collected, restock }: Answers,
): Promise<Outcome<unknown>> {
  let seen = order.seen;
  const orderId = order._id;
  if (kind === 'undelivered') return changeOrder.note({ orderId, seen }, note);
  if (kind === 'returned') {
    const answer = await changeOrder.move(
      { orderId, seen },
      { status: 'Returned', reason: undeliveredMessage, undelivered: 'other', restock },
    );
    return answer.ok ? changeOrder.note({ orderId, seen: answer.data.seen }, note) : answer;
  }
  for (const status of steps) {
    const isLast = status === 'Delivered';
    const cash = isLast && collected && order.collect !== null;
    const answer = await changeOrder.move(
      { orderId, seen },
      { status: isLast ? 'Delivered' : 'Out for Delivery', ...(cash && { collected: true }) },
    );
    if (!answer.ok) return answer;
    seen = answer.data.seen;
  }
  return { ok: true, data: {} };
}

/** Reads a courier's file, shows what would change, and makes the changes once an operator has confirmed them. */
export function useStatusFile() {
  const [state, setState] = useState<State>({ step: 'choose' });

  const choose = async (file: File) => {
    if (file.size > maxFileBytes) {
      setState({ step: 'choose', message: 'The file is larger than 2 MB. Please split it.' });
      return;
    }
    const read = readStatusFile(await file.text());
    if (!read.ok) {
      setState({ step: 'choose', message: read.message });
      return;
    }
    setState({ step: 'choose', busy: true });
    // Orders may have their number as it was typed.
    const numbers = [...new Set(read.lines.flatMap(({ raw, number }) => [raw, number]))];
    const usable = numbers.filter(
      (number) => number.trim() && number.length <= 60 && /^[ -~]+$/.test(number),
    );
    const found = await ordersByNumber(usable);
    setState(
      found.ok
        ? { step: 'preview', ...planStatuses(read.lines, found.data) }
        : { step: 'choose', message: found.message },
    );
  };

  const write = async (changes: readonly PlannedOrder[], answers: Answers) => {
    const failed: { reference: string; message: string }[] = [];
    setState({ step: 'writing', all: changes.length, done: 0 });
    await changeEach(changes, async (change) => {
      const answer = await make(change, answers);
      if (!answer.ok) failed.push({ reference: change.order.reference, message: answer.message });
      setState((before) => (before.step === 'writing' ? { ...before, done: before.done + 1 } : before));
    });
    setState({ step: 'done', changed: changes.length - failed.length, failed });
  };

  return { state, choose, write, restart: () => setState({ step: 'choose' }) };
}
