import { useEffect, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { type BulkMove, bulkMoves, orderLimit } from '#domain/orders/bulk-constants.ts';
import { moveOf } from '#domain/orders/moves.ts';
import type { Failure } from '#lib/outcome.ts';
import { toast } from '#ui/toast.dom.ts';
import { PrintMenu } from '../print/PrintMenu.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';
import { UndoButton } from '../ui/UndoButton.tsx';
import { undoToast } from '../ui/undo-toast.dom.ts';
import {
  type BulkOutcome,
  type BulkResult,
  changeOrders,
  type Matching,
  matchingOrders,
  type RecordedCash,
  versionsOf,
} from './bulk.api.ts';
import { CollectedTick } from './CollectedTick.tsx';
import { parseFilters } from './filters.ts';
import { actionLabels } from './labels.ts';
import type { OrderVersion } from './orders.api.ts';
import type { ChosenOrder, Selection } from './selection.ts';

type Done = BulkResult & { ok: true };

type Props = {
  /** The filters of the list, as in its address. */
  params: Record<string, string>;
  selection: Selection;
  /** Whether there are orders that match and are not shown. */
  hasMore: boolean;
  /** Gets the new states of orders. */
  onChanged: (orders: readonly Done[]) => void;
};

const isDone = (result: BulkResult): result is Done => result.ok;
const count = (n: number): string => (n === 1 ? '1 order' : `${n} orders`);
const versionOf = ({ _id: orderId, seen }: ChosenOrder): OrderVersion => ({ orderId, seen });

/** @property undo of what was moved, until UTC ms */
type Report = {
  message: string;
  verb: 'moved' | 'undone';
  stayed: (BulkResult & { ok: false })[];
  undo?: { until: number; run: () => void };
};

/** The bar above the list for the chosen orders. */
export default function BulkBar({ params, selection, hasMore, onChanged }: Props) {
  const { orders } = selection;
  const [busy, setBusy] = useState<string>();
  const [report, setReport] = useState<Report>();
  const [isDelivering, setDelivering] = useState(false);

  const matching = useMatching(params, hasMore, report);
  const possible = (status: BulkMove | 'Shipped') =>
    orders.filter((order) => moveOf(order.status, status, 'operator'));
  const toShip = possible('Shipped').map(({ _id }) => _id);

  const finish = ({ results, undoUntil }: BulkOutcome, verb: string, undoing = false) => {
    setBusy(undefined);
    const done = results.filter(isDone);
    selection.update(new Map(done.map(({ orderId, status, seen }) => [orderId, { status, seen }])));
    onChanged(done);
    const message = `${count(done.length)} ${verb}.`;
    const undo = () => void undoMoves(done);
    const until = !undoing && done.length > 0 && undoUntil ? Date.parse(undoUntil) : undefined;
    setReport({
      message,
      verb: undoing ? 'undone' : 'moved',
      stayed: results.filter((one) => !one.ok),
      ...(until && { undo: { until, run: undo } }),
    });
    if (until) undoToast({ message, until, undo });
    else if (done.length) toast({ message });
  };

  const progress = (total: number) => (done: number) => setBusy(`${done} of ${count(total)} are done…`);

  /** @param onAnswer called once the first part is answered @returns once all are */
  const move = async (status: BulkMove, cash?: RecordedCash, onAnswer?: (refused?: Failure) => void) => {
    setReport(undefined);
    const versions = possible(status).map(versionOf);
    const show = progress(versions.length);
    const outcome = await changeOrders.move(versions, status, cash, (done) => {
      if (done) onAnswer?.();
      show(done);
    });
    onAnswer?.(outcome.refused);
    if (outcome.refused) setBusy(undefined);
    else finish(outcome, `moved to ${status}`);
  };

  const undoMoves = async (done: readonly Done[]) => {
    setReport(undefined);
    finish(await changeOrders.undo(versionsOf(done), progress(done.length)), 'undone', true);
  };

  const referenceOf = (id: string) => orders.find(({ _id }) => _id === id)?.reference ?? id;
  return (
    <section className="desk-bulk" aria-label="Selected orders">
      <div className="actions">
        <strong>
          {count(orders.length)} selected{orders.length === orderLimit && ', the maximum'}
        </strong>
        {matching && (
          <button
            type="button"
            className="button plain small"
            disabled={!!busy}
            onClick={() => selection.set(matching.orders)}
          >
            Select {matching.more ? 'the first' : 'all'} {matching.orders.length} that match
          </button>
        )}
        {bulkMoves.map((status) => {
          const { length } = possible(status);
          return (
            <button
              type="button"
              key={status}
              className="button quiet small"
              disabled={!!busy || !length}
              onClick={() => (status === 'Delivered' ? setDelivering(true) : void move(status))}
            >
              {actionLabels[status]} ({length})
            </button>
          );
        })}
        {toShip.length > 0 && (
          <a
            className="button quiet small"
            href={hashOf({ screen: 'orders', id: 'ship', params: { ...params, ids: toShip.join() } })}
          >
            Ship ({toShip.length})
          </a>
        )}
        <PrintMenu orderIds={orders.map(({ _id }) => _id)} />
        <button type="button" className="button plain small" disabled={!!busy} onClick={selection.clear}>
          Clear selection
        </button>
      </div>
      <div role="status">
        {busy && <p>{busy}</p>}
        {report && (
          <>
            <p>
              {report.message}{' '}
              {report.undo && (
                <UndoButton key={report.undo.until} until={report.undo.until} onUndo={report.undo.run}>
                  Undo all
                </UndoButton>
              )}
            </p>
            {report.stayed.length > 0 && (
              <details open={report.stayed.length < 10}>
                <summary>
                  {report.stayed.length} {report.stayed.length === 1 ? 'was' : 'were'} not {report.verb}:
                </summary>
                <ul className="desk-changes">
                  {report.stayed.map(({ orderId, message }) => (
                    <li key={orderId}>
                      {referenceOf(orderId)}: {message}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </div>
      {isDelivering && (
        <DeliverDialog
          orders={possible('Delivered')}
          onClose={() => setDelivering(false)}
          onConfirmed={(cash) =>
            new Promise((resolve) => void move('Delivered', cash, (refused) => resolve(refused)))
          }
        />
      )}
    </section>
  );
}

/** The orders that match the filters, once there are more than the list shows. It reads them again after each `report`. */
function useMatching(
  params: Record<string, string>,
  isNeeded: boolean,
  report: Report | undefined,
): Matching | undefined {
  const [matching, setMatching] = useState<Matching>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another bar
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    void matchingOrders(parseFilters(params)).then((answer) => {
      if (answer.ok && isCurrent) setMatching(answer.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, report]);
  return isNeeded ? matching : undefined;
}

type DeliverProps = {
  orders: readonly ChosenOrder[];
  onClose: () => void;
  /** @returns the refusal of the password, if it was refused */
  onConfirmed: (cash: RecordedCash | undefined) => Promise<Failure | undefined>;
};

/** Asks before orders are marked as delivered, and whether their cash was collected. */
function DeliverDialog({ orders, onClose, onConfirmed }: DeliverProps) {
  const [collected, setCollected] = useState(false);
  const cash = orders.filter(({ paymentMethod, payment }) => paymentMethod === 'cod' && !payment).length;
  return (
    <FormDialog
      title={`Mark ${count(orders.length)} as delivered?`}
      action="Delivered"
      onClose={onClose}
      password={collected && 'alone'}
      onSubmit={async (form) => {
        const { password } = readProof(form);
        return (await onConfirmed(collected ? { collected, password } : undefined)) ?? { ok: true, data: {} };
      }}
    >
      {cash > 0 && (
        <CollectedTick collected={collected} onChange={setCollected}>
          the cash of {count(cash)}
        </CollectedTick>
      )}
    </FormDialog>
  );
}
