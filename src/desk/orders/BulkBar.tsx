import { Suspense, useEffect, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { type BulkMove, bulkMoves, orderLimit } from '#domain/orders/bulk-constants.ts';
import { parseFilters } from '#domain/orders/filters.ts';
import { moveOf } from '#domain/orders/moves.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import type { Failure } from '#lib/outcome.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { PrintMenu } from '../print/PrintMenu.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';
import { UndoButton } from '../ui/UndoButton.tsx';
import { actionLabels } from './action-labels.ts';
import { type Matching, matchingOrders, type RecordedCash } from './bulk.api.ts';
import { CollectedTick } from './CollectedTick.tsx';
import type { ChosenOrder, Selection } from './selection.ts';
import { type BulkReport, type MovedOrder, orderCount, useBulkMoves } from './useBulkMoves.ts';

const ParcelFile = lazyComponent(() => import('../shipping/ParcelFile.tsx'));

const owesCash = ({ paymentMethod, paid }: ChosenOrder): boolean => isPaidOnDelivery(paymentMethod) && !paid;

type Props = {
  /** The filters of the list, as in its address. */
  params: Record<string, string>;
  selection: Selection;
  /** Whether there are orders that match and are not shown. */
  hasMore: boolean;
  /** Gets the new states of orders. */
  onChanged: (orders: readonly MovedOrder[]) => void;
};

/** The bar above the list for the chosen orders. */
export default function BulkBar({ params, selection, hasMore, onChanged }: Props) {
  const { orders } = selection;
  const { busy, report, move, collect } = useBulkMoves(selection, onChanged);
  const [isDelivering, setDelivering] = useState(false);
  const [isCollecting, setCollecting] = useState(false);
  const [isMakingFile, setMakingFile] = useState(false);
  const owing = orders.filter((order) => order.status === 'Delivered' && owesCash(order));
  const matching = useMatching(params, hasMore, report);
  const possible = (status: BulkMove | 'Shipped') =>
    orders.filter((order) => moveOf(order.status, status, 'operator'));
  const toShip = possible('Shipped').map(({ id }) => id);
  return (
    <section className="desk-bulk" aria-label="Selected orders">
      <div className="actions">
        <strong>
          {orderCount(orders.length)} selected{orders.length === orderLimit && ', the maximum'}
        </strong>
        {matching && (
          <button
            type="button"
            className="button plain small"
            disabled={!!busy}
            onClick={() => selection.set(matching.rows)}
          >
            Select {matching.more ? 'the first' : 'all'} {matching.rows.length} that match
          </button>
        )}
        {bulkMoves.map((status) => (
          <button
            type="button"
            key={status}
            className="button quiet small"
            disabled={!!busy || !possible(status).length}
            onClick={() =>
              status === 'Delivered' ? setDelivering(true) : void move(possible(status), status)
            }
          >
            {actionLabels[status]} ({possible(status).length})
          </button>
        ))}
        {owing.length > 0 && (
          <button
            type="button"
            className="button quiet small"
            disabled={!!busy}
            onClick={() => setCollecting(true)}
          >
            Cash collected ({owing.length})
          </button>
        )}
        {toShip.length > 0 && (
          <a
            className="button quiet small"
            href={hashOf({ screen: 'orders', id: 'ship', params: { ...params, ids: toShip.join() } })}
          >
            Ship ({toShip.length})
          </a>
        )}
        <button type="button" className="button quiet small" onClick={() => setMakingFile(true)}>
          Parcel file
        </button>
        <PrintMenu orderIds={orders.map(({ id }) => id)} />
        <button type="button" className="button plain small" disabled={!!busy} onClick={selection.clear}>
          Clear selection
        </button>
      </div>
      <div role="status">
        {busy && <p>{busy}</p>}
        {report && <Report report={report} orders={orders} />}
      </div>
      {isCollecting && (
        <FormDialog
          title={`Record the cash of ${orderCount(owing.length)}?`}
          action="Cash collected"
          password="alone"
          onClose={() => setCollecting(false)}
          onSubmit={async (form) =>
            (await collect(owing, readProof(form).password)) ?? { ok: true, data: {} }
          }
        />
      )}
      {isMakingFile && (
        <Suspense>
          <ParcelFile orderIds={orders.map(({ id }) => id)} onClose={() => setMakingFile(false)} />
        </Suspense>
      )}
      {isDelivering && (
        <DeliverDialog
          orders={possible('Delivered')}
          onClose={() => setDelivering(false)}
          onConfirmed={(cash) =>
            new Promise((resolve) => void move(possible('Delivered'), 'Delivered', cash, resolve))
          }
        />
      )}
    </section>
  );
}

/** What was done, with Undo, and the orders that stayed as they were. */
function Report({ report, orders }: { report: BulkReport; orders: readonly ChosenOrder[] }) {
  const { message, verb, stayed, undo } = report;
  const referenceOf = (id: string) => orders.find((one) => one.id === id)?.reference ?? id;
  return (
    <>
      <p>
        {message}{' '}
        {undo && (
          <UndoButton key={undo.until} until={undo.until} onUndo={undo.run}>
            Undo all
          </UndoButton>
        )}
      </p>
      {stayed.length > 0 && (
        <details open={stayed.length < 10}>
          <summary>
            {stayed.length} {stayed.length === 1 ? 'was' : 'were'} not {verb}:
          </summary>
          <ul className="desk-changes">
            {stayed.map(({ orderId, message: why }) => (
              <li key={orderId}>
                {referenceOf(orderId)}: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The orders that match the filters, once there are more than the list shows. It reads them again after each `report`. */
function useMatching(
  params: Record<string, string>,
  isNeeded: boolean,
  report: BulkReport | undefined,
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
  const cash = orders.filter(owesCash).length;
  return (
    <FormDialog
      title={`Mark ${orderCount(orders.length)} as delivered?`}
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
          the cash of {orderCount(cash)}
        </CollectedTick>
      )}
    </FormDialog>
  );
}
