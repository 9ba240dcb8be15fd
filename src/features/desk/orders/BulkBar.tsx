import { useState } from 'react';
import { moveOf } from '#features/orders/moves.ts';
import { toast } from '#ui/toast.dom.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type BulkOutcome, type BulkResult, matchingOrders, moveOrders, undoOrders } from './bulk.api.ts';
import { type BulkMove, bulkMoves } from './bulk-constants.ts';
import { actionLabels } from './labels.ts';
import type { OrderVersion } from './orders.api.ts';
import { PrintMenu } from './PrintMenu.tsx';
import type { ChosenOrder, Selection } from './selection.ts';

type Done = BulkResult & { ok: true };

type Props = {
  /** The filter of the list. */
  query: Parameters<typeof matchingOrders>[0];
  selection: Selection;
  /** Whether there are orders that match and are not shown. */
  hasMore: boolean;
  /** Gets the new states of orders. */
  onChanged: (orders: readonly Done[]) => void;
};

const isDone = (result: BulkResult): result is Done => result.ok;
const count = (n: number): string => (n === 1 ? '1 order' : `${n} orders`);
const versionOf = ({ _id: orderId, seen }: ChosenOrder): OrderVersion => ({ orderId, seen });

/** @property undo the moved orders, while they can be undone */
type Report = {
  message: string;
  verb: 'moved' | 'undone';
  stayed: (BulkResult & { ok: false })[];
  undo?: () => void;
};

/** The bar above the list for the chosen orders. */
export default function BulkBar({ query, selection, hasMore, onChanged }: Props) {
  const { orders } = selection;
  const [busy, setBusy] = useState<string>();
  const [report, setReport] = useState<Report>();
  const [isDelivering, setDelivering] = useState(false);

  const all = async () => {
    setBusy('Looking for all that match…');
    const answer = await matchingOrders(query);
    setBusy(undefined);
    if (!answer.ok) return toast({ message: answer.message, kind: 'error' });
    selection.set(answer.data.orders);
    if (answer.data.more)
      toast({ message: `These are the first ${answer.data.orders.length}. More orders match.` });
  };

  const finish = ({ results, undoUntil }: BulkOutcome, verb: string, undoing = false) => {
    setBusy(undefined);
    const done = results.filter(isDone);
    selection.update(new Map(done.map(({ orderId, status, seen }) => [orderId, { status, seen }])));
    onChanged(done);
    const message = `${count(done.length)} ${verb}.`;
    const undo = () => void undoMoves(done);
    const action = !undoing && done.length > 0 && undoUntil && { until: Date.parse(undoUntil), run: undo };
    setReport({
      message,
      verb: undoing ? 'undone' : 'moved',
      stayed: results.filter((one) => !one.ok),
      ...(action && { undo }),
    });
    if (done.length) toast({ message, ...(action && { action: { label: 'Undo', ...action } }) });
  };

  const progress = (total: number) => (done: number) => setBusy(`${done} of ${count(total)} are done…`);

  const move = async (status: BulkMove, collected = false) => {
    setReport(undefined);
    const versions = orders.map(versionOf);
    finish(await moveOrders(versions, status, collected, progress(versions.length)), `moved to ${status}`);
  };

  const undoMoves = async (done: readonly Done[]) => {
    setReport(undefined);
    const versions = done.map(({ orderId, seen }) => ({ orderId, seen }));
    finish(await undoOrders(versions, progress(versions.length)), 'undone', true);
  };

  const referenceOf = (id: string) => orders.find(({ _id }) => _id === id)?.reference ?? id;
  return (
    <section className="desk-bulk" aria-label="Chosen orders">
      <div className="actions">
        <strong>{count(orders.length)} chosen</strong>
        {hasMore && (
          <button type="button" className="button plain small" disabled={!!busy} onClick={() => void all()}>
            Choose all that match
          </button>
        )}
        {bulkMoves.map((status) => {
          const possible = orders.filter((order) => moveOf(order.status, status, 'operator')).length;
          return (
            <button
              type="button"
              key={status}
              className="button quiet small"
              disabled={!!busy || !possible}
              onClick={() => (status === 'Delivered' ? setDelivering(true) : void move(status))}
            >
              {actionLabels[status]} ({possible})
            </button>
          );
        })}
        <PrintMenu orderIds={orders.map(({ _id }) => _id)} />
        <button type="button" className="button plain small" disabled={!!busy} onClick={selection.clear}>
          Clear choice
        </button>
      </div>
      <div role="status">
        {busy && <p>{busy}</p>}
        {report && (
          <>
            <p>
              {report.message}{' '}
              {report.undo && (
                <button type="button" className="button plain small" onClick={report.undo}>
                  Undo all
                </button>
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
          orders={orders}
          onClose={() => setDelivering(false)}
          onConfirmed={(collected) => void move('Delivered', collected)}
        />
      )}
    </section>
  );
}

type DeliverProps = {
  orders: readonly ChosenOrder[];
  onClose: () => void;
  onConfirmed: (collected: boolean) => void;
};

/** Asks before orders are marked as delivered, and whether their cash was collected. */
function DeliverDialog({ orders, onClose, onConfirmed }: DeliverProps) {
  const out = orders.filter(({ status }) => moveOf(status, 'Delivered', 'operator'));
  const cash = out.filter(({ paymentMethod, payment }) => paymentMethod === 'cod' && !payment).length;
  return (
    <FormDialog
      title={`Mark ${count(out.length)} as delivered?`}
      action="Delivered"
      onClose={onClose}
      onSubmit={async (form) => {
        onConfirmed(form.get('collected') === 'on');
        return { ok: true, data: {} };
      }}
    >
      {cash > 0 && (
        <label className="tick">
          <input type="checkbox" name="collected" /> The courier has collected the cash of {count(cash)}
        </label>
      )}
    </FormDialog>
  );
}
