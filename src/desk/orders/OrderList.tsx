import { Suspense, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { isOldestFirst } from '#domain/orders/order-rules.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { parseFilters } from './filters.ts';
import { listKey } from './last-list.api.ts';
import { OrderFilters } from './OrderFilters.tsx';
import { OrderTable } from './OrderTable.tsx';
import type { ListedOrder } from './orders.api.ts';
import { type Selection, useSelection } from './selection.ts';
import { useListedOrders } from './useListedOrders.ts';

const BulkBar = lazyComponent(() => import('./BulkBar.tsx'));
const TrackingDialog = lazyComponent(async () => ({
  // rule: parts - it stands in lazyComponent
  default: (await import('./OrderDialogs.tsx')).TrackingDialog,
}));

/** Orders by filters, with the next action of each. Those that wait for their parcels are listed oldest first. */
export function OrderList({ params }: { params: Record<string, string> }) {
  const key = listKey(params);
  const { pages, indexing, patch } = useListedOrders(params);
  const selection = useSelection(key, pages.rows);
  const [tracking, setTracking] = useState<string>();
  const tracked = pages.rows.find(({ _id }) => _id === tracking);
  return (
    <>
      <OrdersHead />
      <OrderFilters params={params} />
      {pages.rows.length > 1 && (
        <p className="soft small">
          {isOldestFirst(parseFilters(params).status) ? 'Oldest first' : 'Newest first'}
        </p>
      )}
      <div className="desk-selection">
        {pages.rows.length > 0 && <SelectAll rows={pages.rows} selection={selection} />}
        {/* The chosen orders may have left the list by now, for example when they were packed. */}
        {selection.orders.length > 0 && (
          <Suspense fallback={null}>
            <BulkBar
              key={key}
              params={params}
              selection={selection}
              hasMore={pages.hasMore}
              onChanged={(orders) => {
                for (const { orderId, status, seen } of orders) patch(orderId, { status, seen });
              }}
            />
          </Suspense>
        )}
      </div>
      {indexing && (
        <p role="status" className="notice">
          Older orders are still being indexed after an update. Until then, search for them by full order
          number, email address or tracking number.
        </p>
      )}
      <OrderTable pages={pages} params={params} selection={selection} onMoved={patch} onShip={setTracking} />
      {tracked && (
        <Suspense>
          <TrackingDialog
            order={{ ...tracked, orderId: tracked._id }}
            onClose={() => setTracking(undefined)}
            onStale={(now) => patch(tracked._id, now)}
            onDone={(now) => patch(tracked._id, now)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The title, and the links to what is done with many orders. */
const OrdersHead = () => (
  <div className="split gap-3">
    <h1>Orders</h1>
    <div className="cluster gap-2">
      <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'ship' })}>
        Ship orders
      </a>
      <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'file' })}>
        Courier’s file
      </a>
      <a
        className="button quiet small"
        href={hashOf({ screen: 'orders', id: 'print', params: { papers: 'slips' } })}
      >
        View packing slips
      </a>
    </div>
  </div>
);

const SelectAll = ({ rows, selection }: { rows: readonly ListedOrder[]; selection: Selection }) => (
  <label className="tick">
    <input
      type="checkbox"
      checked={rows.every(({ _id }) => selection.has(_id))}
      onChange={({ target }) => (target.checked ? selection.set(rows) : selection.clear())}
    />{' '}
    Select all {rows.length} shown
  </label>
);
