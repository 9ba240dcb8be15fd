import { useState } from 'react';
import { moveOf } from '#features/orders/moves.ts';
import { statusTone } from '#features/orders/order.ts';
import { api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { toast } from '#ui/toast.dom.ts';
import { formatRupees } from '../format-rupees.ts';
import { hashOf } from '../route.ts';
import { TableList } from '../ui/List.tsx';
import { type Column, RowButton } from '../ui/Table.tsx';
import { usePages } from '../ui/usePages.ts';
import { paymentLabel, undeliveredNote } from './labels.ts';
import { TrackingDialog } from './OrderDialogs.tsx';
import { OrderFilters, parseFilters } from './OrderFilters.tsx';
import { eventLabel } from './order-rules.ts';
import { changeOrder, changesSince, type ListedOrder } from './orders.api.ts';
import { SavePapers } from './SavePapers.tsx';

/** Changes of a row since the list was loaded. */
type Newer = Partial<Pick<ListedOrder, 'status' | 'seen' | 'trackingId'>>;

const facts: Column<ListedOrder>[] = [
  [
    'Order',
    ({ _id, reference, date, sample }) => (
      <>
        <a className="desk-order-link" href={hashOf({ screen: 'orders', id: _id })}>
          {reference}
        </a>
        {sample && <span className="soft"> Sample</span>}
        <span className="desk-second">{formatMoment(date)}</span>
      </>
    ),
  ],
  [
    'Customer',
    ({ name, city, phone, undelivered }) => (
      <>
        {name || 'A deleted account'}
        <span className="desk-second">{[city, phone].filter(Boolean).join(' · ')}</span>
        {undelivered > 0 && <span className="desk-failure">{undeliveredNote(undelivered)}</span>}
      </>
    ),
  ],
  ['Pieces', ({ pieces }) => pieces ?? 0, 'number'],
  [
    'Total',
    (order) => (
      <>
        {formatRupees(order.amount)}
        <span className="desk-second">{paymentLabel(order)}</span>
      </>
    ),
    'number',
  ],
  ['Status', ({ status }) => <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>],
];

/** Orders by filters, newest first, with the next action of each. */
export function OrderList({ params }: { params: Record<string, string> }) {
  const query = parseFilters(params);
  const pages = usePages(
    JSON.stringify(query),
    (after) => send(api.desk.orders.$get({ query: { ...query, after } })),
    ({ orders }) => orders,
  );
  const [newer, setNewer] = useState<Record<string, Newer>>({});
  const [tracking, setTracking] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const patch = (id: string, row: Newer) => setNewer((all) => ({ ...all, [id]: { ...all[id], ...row } }));
  const current = (row: ListedOrder): ListedOrder =>
    (newer[row._id]?.seen ?? 0) > row.seen ? { ...row, ...newer[row._id] } : row;

  const pack = async ({ _id: orderId, seen, reference }: ListedOrder) => {
    setBusy(orderId);
    const answer = await changeOrder.move({ orderId, seen }, { status: 'Packing' });
    setBusy(undefined);
    if (answer.ok) {
      patch(orderId, answer.data);
      toast({ message: `${reference} is being packed.` });
      return;
    }
    const meanwhile = changesSince(answer);
    if (meanwhile) patch(orderId, meanwhile);
    const last = meanwhile?.changes.at(-1);
    toast({ message: last ? `${answer.message} ${eventLabel(last)}.` : answer.message, kind: 'error' });
  };

  const choice = ({ _id, reference }: ListedOrder) => (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={`Select ${reference}`}
        checked={selected.has(_id)}
        onChange={({ target }) =>
          setSelected((before) =>
            target.checked ? new Set([...before, _id]) : new Set([...before].filter((id) => id !== _id)),
          )
        }
      />
    </label>
  );
  const shown = pages.rows.map(({ _id }) => _id);
  const chosen = shown.filter((id) => selected.has(id));

  const nextSteps = (order: ListedOrder) => (
    <>
      {moveOf(order.status, 'Packing', 'operator') && (
        <button
          type="button"
          className="button small"
          aria-busy={busy === order._id}
          disabled={busy === order._id}
          aria-label={`Packing ${order.reference}`}
          onClick={() => void pack(order)}
        >
          Packing
        </button>
      )}
      {moveOf(order.status, 'Shipped', 'operator') && (
        <RowButton label={`Tracking ${order.reference}`} onClick={() => setTracking(order._id)}>
          Tracking
        </RowButton>
      )}
    </>
  );

  const tracked = pages.rows.find(({ _id }) => _id === tracking);
  return (
    <>
      <div className="desk-orders-head">
        <h1>Orders</h1>
        <div className="desk-orders-papers">
          {chosen.length > 0 && <SavePapers orderIds={chosen} />}
          <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'ship' })}>
            Ship orders
          </a>
          <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'file' })}>
            Courier’s file
          </a>
          <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'slips' })}>
            Print packing slips
          </a>
        </div>
      </div>
      <OrderFilters params={params} />
      <TableList
        pages={{ ...pages, rows: pages.rows.map(current) }}
        empty="No order matches. Search by the beginning of a name or the digits of a phone number."
        className="desk-orders"
        keyOf={({ _id }) => _id}
        columns={[['Select', choice, 'choice'], ...facts, ['Next step', nextSteps, 'steps']]}
      />
      {tracked && (
        <TrackingDialog
          order={{ ...current(tracked), orderId: tracked._id }}
          onClose={() => setTracking(undefined)}
          onStale={(now) => patch(tracked._id, now)}
          onDone={(now) => patch(tracked._id, now)}
        />
      )}
    </>
  );
}
