import { useState } from 'react';
import { ImportRefused } from '#domain/import/problem.ts';
import { type RemittanceProblem, readRemittanceFile } from '#domain/shipping/remittance-file.ts';
import { type PlannedRemittance, planRemittances } from '#domain/shipping/remittance-plan.ts';
import { toRupees } from '#lib/money.ts';
import { changeOrders } from '../orders/bulk.api.ts';
import { ordersOfLines, type ShippingOrder } from '../shipping/shipping.api.ts';
import { tableText } from '../ui/table-text.ts';

export type Planned = PlannedRemittance<ShippingOrder>;

/**
 * @property known lines that are recorded already @property errors of the password
 * @property accepted ids of the orders whose other amount the operator had ticked
 */
export type Preview = {
  planned: Planned[];
  known: number;
  problems: RemittanceProblem[];
  errors: Record<string, string>;
  accepted: ReadonlySet<string>;
};

type State =
  | { step: 'choose'; message?: string; busy?: boolean }
  | ({ step: 'preview' } & Preview)
  | { step: 'writing'; all: number; done: number }
  | { step: 'done'; recorded: number; failed: { reference: string; message: string }[] };

/** Reads a courier's file of remittances, shows what would be recorded, and records it once an operator has confirmed it. */
export function useRemittanceFile() {
  const [state, setState] = useState<State>({ step: 'choose' });

  const choose = async (file: File) => {
    setState({ step: 'choose', busy: true });
    const read = await tableText(file)
      .then(readRemittanceFile)
      .catch((error: unknown) => {
        const isRefused = error instanceof ImportRefused;
        setState({ step: 'choose', message: isRefused ? error.message : 'The file could not be read.' });
        if (!isRefused) throw error;
      });
    if (!read) return;
    const found = await ordersOfLines(read.lines);
    if (!found.ok) {
      setState({ step: 'choose', message: found.message });
      return;
    }
    const { planned, known, problems } = planRemittances(read.lines, found.data);
    const all = [...read.problems, ...problems];
    setState({
      step: 'preview',
      planned,
      known: known.length,
      problems: all,
      errors: {},
      accepted: new Set(),
    });
  };

  /** @param accepted ids of the orders whose other amount the operator has ticked */
  const write = async (preview: Preview, accepted: ReadonlySet<string>, password: string) => {
    const chosen = preview.planned.filter(({ kind, order }) => kind === 'matched' || accepted.has(order._id));
    setState({ step: 'writing', all: chosen.length, done: 0 });
    const { results, refused } = await changeOrders.remitted(
      chosen.map(({ order: { _id: orderId, seen }, line: { amount, day, utr }, kind }) => ({
        orderId,
        seen,
        amount: toRupees(amount),
        day: day || null,
        utr,
        accepted: kind !== 'matched',
      })),
      password,
      (done) => setState({ step: 'writing', all: chosen.length, done }),
    );
    if (refused) {
      setState({ step: 'preview', ...preview, errors: refused.fields, accepted });
      return;
    }
    const referenceOf = (id: string) => chosen.find(({ order }) => order._id === id)?.order.reference ?? id;
    const failed = results.flatMap((one) =>
      one.ok ? [] : [{ reference: referenceOf(one.orderId), message: one.message }],
    );
    setState({ step: 'done', recorded: results.length - failed.length, failed });
  };

  return { state, choose, write, restart: () => setState({ step: 'choose' }) };
}
