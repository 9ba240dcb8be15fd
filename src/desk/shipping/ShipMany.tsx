import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { moveOf } from '#domain/orders/moves.ts';
import { maxOrders } from '#domain/shipping/shipping-constants.ts';
import { useLoad } from '#ui/useLoad.ts';
import { ListInput } from '../stock/ListInput.tsx';
import { LoadState } from '../ui/LoadState.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { UndoButton } from '../ui/UndoButton.tsx';
import { CourierField } from './CourierField.tsx';
import { $courier } from './courier.store.ts';
import { useCouriers } from './couriers.api.ts';
import { ShipRow } from './ShipRow.tsx';
import { loadOrders, type ShippingOrder } from './shipping.api.ts';
import { useShipping } from './useShipping.ts';
import '../stock/lists.css';
import '../ui/end-bar.css';
import './shipping.css';

/** @property orderIds at most 500; without them the orders that are Packing */
type Props = { orderIds?: readonly string[]; onDone: () => void };

/** Ships many orders with one courier: a table for their tracking numbers. */
export default function ShipMany({ orderIds, onDone }: Props) {
  const loading = useLoad(orderIds?.join() ?? 'packing', () => loadOrders(orderIds));
  return (
    <section className="ship-many stack" aria-labelledby="ship-many">
      <h1 id="ship-many">Ship orders</h1>
      <LoadState of={loading}>{({ orders }) => <ShipTable orders={orders} onDone={onDone} />}</LoadState>
    </section>
  );
}

function ShipTable({ orders: all, onDone }: { orders: readonly ShippingOrder[]; onDone: () => void }) {
  const courierName = useStore($courier);
  const couriers = useCouriers();
  const orders = useMemo(() => all.filter(({ status }) => moveOf(status, 'Shipped', 'operator')), [all]);
  const shipping = useShipping(
    orders,
    couriers.find(({ name }) => name === courierName),
  );
  const { ready, sending, message } = shipping;
  const others = all.filter((order) => !orders.includes(order));
  if (!all.length) return <p className="desk-state stack gap-3 soft">No order is being packed.</p>;
  return (
    <>
      <ListInput
        label="Find a parcel, or paste order and tracking numbers"
        hint="Scan the code on a label to go to its row. Two columns, or a courier’s CSV file, fill the rows of their orders."
        onCode={shipping.find}
        onTable={(from) => void shipping.fill(from)}
      />
      <FillReport filling={shipping.filling} />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !sending) void shipping.send(courierName.trim());
        }}
      >
        <div className="desk-tools">
          <CourierField couriers={couriers} name={courierName} onChange={(name) => $courier.set(name)} />
          <p className="soft">
            Type, scan or paste: Enter goes to the next row, and a pasted column fills all rows below.
          </p>
        </div>
        {others.length > 0 && (
          <p className="notice">
            Left out, because they cannot be shipped:{' '}
            {others.map(({ reference, status }) => `${reference} (${status})`).join(', ')}
          </p>
        )}
        {all.length === maxOrders && <p className="notice">These are the oldest {maxOrders} orders.</p>}
        <table className="desk-table ship-table">
          <TableHead columns={['Order', 'To', { number: 'Collect' }, 'Tracking number']} />
          <tbody>
            {orders.map((order) => {
              const { number, confirmed, result } = shipping.entryOf(order.id);
              return (
                <ShipRow
                  key={order.id}
                  {...{ order, number, confirmed, result }}
                  problem={shipping.problems.get(order.id)}
                  busy={Boolean(sending)}
                  on={shipping.on}
                />
              );
            })}
          </tbody>
        </table>
        <div className="desk-end cluster" id="ship-end" tabIndex={-1}>
          <button
            type="submit"
            className="button"
            aria-busy={Boolean(sending)}
            disabled={!ready || !couriers.length || Boolean(sending)}
          >
            {ready === 1 ? 'Ship 1 order' : `Ship ${ready} orders`}
          </button>
          <button type="button" className="button quiet" disabled={Boolean(sending)} onClick={onDone}>
            {ready ? 'Back' : 'Done'}
          </button>
          {sending && <progress aria-label="Orders shipped" max={sending.all} value={sending.done} />}
          <p role="status">{sending ? `${sending.done} of ${sending.all}` : message}</p>
          {shipping.undo && (
            <UndoButton key={shipping.undo.until} until={shipping.undo.until} onUndo={shipping.undo.run}>
              Undo all
            </UndoButton>
          )}
        </div>
      </form>
    </>
  );
}

/** What a table has filled, with the rows that were left out. */
const FillReport = ({ filling }: { filling: ReturnType<typeof useShipping>['filling'] }) => (
  <div role="status">
    {filling && (
      <div className="notice stack gap-2">
        <p>{filling.message}</p>
        {filling.problems.length > 0 && (
          <details open={filling.problems.length < 10}>
            <summary>Left out ({filling.problems.length})</summary>
            <ul className="ship-failed">
              {filling.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    )}
  </div>
);
