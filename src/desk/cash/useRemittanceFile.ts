import { useState } from 'react';
import { ImportRefused } from 'shop-import/problem';
import {
  chargeNames,
  type RemittanceLine,
  type RemittanceProblem,
  readRemittanceFile,
} from '#domain/shipping/remittance-file.ts';
import { isExpected, type PlannedRemittance, planRemittances } from '#domain/shipping/remittance-plan.ts';
import type { Errors } from '#ui/useFields.ts';
import { changeOrders } from '../orders/bulk.api.ts';
import { ordersOfLines, type ShippingOrder } from '../shipping/shipping.api.ts';
import { tableText } from '../ui/table-text.ts';

export type Planned = PlannedRemittance<ShippingOrder>;

/**
 * @property lines and @property orders of which the plan is made; @property unread rows of the file
 * @property isNet whether the operator has said that the amounts are after the courier's charges
 * @property known lines that are recorded already @property errors of the password
 * @property accepted ids of the orders whose other amount the operator had ticked
 */
export type Preview = {
  lines: readonly RemittanceLine[];
  orders: readonly ShippingOrder[];
  unread: readonly RemittanceProblem[];
  isNet: boolean;
  planned: Planned[];
  known: number;
  problems: RemittanceProblem[];
  errors: Errors;
  accepted: ReadonlySet<string>;
};

/** What would be recorded. An amount that comes with charges is not asked about. */
function previewOf({
  lines,
  orders,
  unread,
  isNet,
}: Pick<Preview, 'lines' | 'orders' | 'unread' | 'isNet'>): Preview {
  const read = lines.map((line) => ({ ...line, isNet: line.isNet || (isNet && hasNoCharges(line)) }));
  const { planned, known, problems } = planRemittances(read, orders);
  return {
    lines,
    orders,
    unread,
    isNet,
    planned,
    known: known.length,
    problems: [...unread, ...problems],
    errors: {},
    accepted: new Set(),
  };
}

const hasNoCharges = ({ charges }: RemittanceLine): boolean =>
  chargeNames.every((name) => charges[name] === 0);

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
    const preview = { lines: read.lines, orders: found.data, unread: read.problems, isNet: false };
    setState({ step: 'preview', ...previewOf(preview) });
  };

  /** @param accepted ids of the orders whose other amount the operator has ticked */
  const write = async (preview: Preview, accepted: ReadonlySet<string>, password: string) => {
    const chosen = preview.planned.filter(({ kind, order }) => isExpected(kind) || accepted.has(order.id));
    setState({ step: 'writing', all: chosen.length, done: 0 });
    const { results, refused } = await changeOrders.remitted(
      chosen.map(({ order: { id: orderId, seen }, line: { amount, charges, day, utr }, kind }) => ({
        orderId,
        seen,
        amount,
        charges,
        day: day || null,
        utr,
        accepted: !isExpected(kind),
      })),
      password,
      (done) => setState({ step: 'writing', all: chosen.length, done }),
    );
    if (refused) {
      setState({ step: 'preview', ...preview, errors: refused.fields, accepted });
      return;
    }
    const referenceOf = (id: string) => chosen.find(({ order }) => order.id === id)?.order.reference ?? id;
    const failed = results.flatMap((one) =>
      one.ok ? [] : [{ reference: referenceOf(one.orderId), message: one.message }],
    );
    setState({ step: 'done', recorded: results.length - failed.length, failed });
  };

  /** Plans again, with or without the operator's word that the amounts are after the courier's charges. */
  const plan = (preview: Preview, isNet: boolean) =>
    setState({ step: 'preview', ...previewOf({ ...preview, isNet }) });

  return { state, choose, plan, write, restart: () => setState({ step: 'choose' }) };
}
