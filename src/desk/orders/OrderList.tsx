import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { parseFilters } from '#domain/orders/filters.ts';
import { moveOf } from '#domain/orders/moves.ts';
import { confirmState, openConfirmation } from '#domain/orders/open-confirmation.ts';
import { statusTone } from '#domain/orders/order.ts';
import { isOldestFirst } from '#domain/orders/order-rules.ts';
import { formatDayTime } from '#lib/dates.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { formatPrice } from '#lib/money.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { TableList } from '../ui/List.tsx';
import { type Column, RowButton } from '../ui/Table.tsx';
import { usePages } from '../ui/usePages.ts';
import { paymentLabel, undeliveredNote } from './labels.ts';
import { lastList, listKey, loadOrders } from './last-list.api.ts';
import { OrderFilters } from './OrderFilters.tsx';
import { changeOrder, changesSince, type ListedOrder } from './orders.api.ts';
import { type Selection, useSelection } from './selection.ts';
import { $waiting } from './waiting.store.ts';

const BulkBar = lazyComponent(() => import('./BulkBar.tsx'));
const ConfirmContact = lazyComponent(() => import('./ConfirmContact.tsx'));
const TrackingDialog = lazyComponent(() => import('./TrackingDialog.tsx'));

/** Changes of a row since the list was loaded. */
type Newer = Partial<Pick<ListedOrder, 'status' | 'seen' | 'trackingId'>>;

/** The confirmation that a row waits for: its status may be newer than the rest. */
const confirmationOf = ({ status, toConfirm }: Pick<ListedOrder, 'status' | 'toConfirm'>) =>
  openConfirmation({ status, confirmation: toConfirm ? { ...toConfirm, at: null } : undefined });

/** @param params the filters, which an order keeps for its way back */
const factsOf = (params: Record<string, string>): Column<ListedOrder>[] => [
  [
    'Order',
    ({ id, reference, createdAt, sample, tags }) => (
      <>
        <a className="desk-order-link" href={hashOf({ screen: 'orders', id, params })}>
          {reference}
        </a>
        {sample && <span className="soft"> Sample</span>}
        <span className="desk-second">
          <span className="desk-together">{formatDayTime(createdAt)}</span>
          {tags.map((tag) => ` #${tag}`)}
        </span>
      </>
    ),
  ],
  [
    'Customer',
    (order) => {
      const { reference, name, city, phone, undelivered } = order;
      const toConfirm = confirmationOf(order);
      return (
        <>
          {name || 'A deleted account'}
          <span className="desk-second">{[city, phone].filter(Boolean).join(' · ')}</span>
          {toConfirm && (
            <Suspense>
              <ConfirmContact {...{ reference, phone }} text={toConfirm.text} />
            </Suspense>
          )}
          {undelivered > 0 && <span className="desk-failure">{undeliveredNote(undelivered)}</span>}
        </>
      );
    },
  ],
  [
    'Pieces',
    ({ pieces }) => (
      <>
        {pieces ?? 0} <span className="desk-pieces">{pieces === 1 ? 'pc' : 'pcs'}</span>
      </>
    ),
    'number',
  ],
  [
    'Total',
    (order) => (
      <>
        {formatPrice(order.total)}
        <span className="desk-second desk-together">{paymentLabel(order)}</span>
      </>
    ),
    'number',
  ],
  [
    'Status',
    ({ status, refunded, exchanged, cameBack, toConfirm }) =>
      refunded || exchanged ? (
        <>
          <StatusBadge tone="ended">{exchanged ? 'Exchanged' : 'Refunded'}</StatusBadge>
          <span className="desk-second">{cameBack ? 'Came back undelivered' : status}</span>
        </>
      ) : (
        <>
          <StatusBadge tone={statusTone(status)}>
            {confirmationOf({ status, toConfirm }) ? confirmState : status}
          </StatusBadge>
          {cameBack && <span className="desk-second">Undelivered</span>}
        </>
      ),
  ],
];

/** Keeps the scroll position of the list for who comes back to it. */
function useKeptScroll(key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is opened
  useLayoutEffect(() => {
    scrollTo(0, lastList.current?.key === key ? lastList.scroll : 0);
    return () => {
      lastList.scroll = scrollY;
    };
  }, []);
}

/** Loads the list again when the number of waiting orders has changed. */
function useRefreshOnWaiting(refresh: () => void): void {
  const waiting = useStore($waiting)?.version;
  const seen = useRef(waiting);
  useEffect(() => {
    if (seen.current && seen.current !== waiting) refresh();
    seen.current = waiting;
  }, [waiting, refresh]);
}

/** Orders by filters, with the next action of each. Those that wait for their parcels are listed oldest first. */
export function OrderList({ params }: { params: Record<string, string> }) {
  const key = listKey(params);
  const [indexing, setIndexing] = useState(false);
  const pages = usePages(
    key,
    async (after) => {
      const answer = await loadOrders(params, after);
      if (answer.ok) setIndexing(answer.data.indexing);
      return answer;
    },
    ({ rows }) => rows,
    lastList,
  );
  useKeptScroll(key);
  useRefreshOnWaiting(pages.refresh);
  const [newer, setNewer] = useState<Record<string, Newer>>({});
  const [tracking, setTracking] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const patch = (id: string, row: Newer) => setNewer((all) => ({ ...all, [id]: { ...all[id], ...row } }));
  const current = (row: ListedOrder): ListedOrder =>
    (newer[row.id]?.seen ?? 0) > row.seen ? { ...row, ...newer[row.id] } : row;

  const selection = useSelection(key, pages.rows.map(current));

  const pack = async ({ id: orderId, seen, reference }: ListedOrder) => {
    setBusy(orderId);
    const undo = await loadPart(() => import('./moved-toast.dom.ts')).catch(() => undefined);
    const answer = undo && (await changeOrder.move({ orderId, seen }, { status: 'Packing' }));
    setBusy(undefined);
    if (!answer) return;
    if (answer.ok) {
      patch(orderId, answer.data);
      undo.movedToast(`${reference} is being packed.`, { orderId, ...answer.data }, (now) =>
        now ? patch(orderId, now) : pages.refresh(),
      );
      return;
    }
    const meanwhile = changesSince(answer);
    if (meanwhile) patch(orderId, meanwhile);
    undo.refusedToast(answer);
  };

  const choice = ({ id, reference }: ListedOrder) => (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={`Select ${reference}`}
        checked={selection.has(id)}
        onChange={({ target, nativeEvent }) =>
          selection.choose(id, target.checked, (nativeEvent as MouseEvent).shiftKey)
        }
      />
    </label>
  );

  const nextSteps = (order: ListedOrder) => (
    <>
      {moveOf(order.status, 'Packing', 'operator') && (
        <button
          type="button"
          className="button small"
          aria-busy={busy === order.id}
          disabled={busy === order.id}
          aria-label={`Pack ${order.reference}`}
          onClick={() => void pack(order)}
        >
          Pack
        </button>
      )}
      {moveOf(order.status, 'Shipped', 'operator') && (
        <RowButton label={`Ship ${order.reference}`} onClick={() => setTracking(order.id)}>
          Ship
        </RowButton>
      )}
    </>
  );

  const tracked = pages.rows.find(({ id }) => id === tracking);
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
        {pages.rows.length > 0 && <SelectAll rows={pages.rows.map(current)} selection={selection} />}
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
          Some orders are not indexed yet: older ones after an update, or the newest ones of a rush. Until
          then, search for them by full order number, email address or tracking number.
        </p>
      )}
      <TableList
        pages={{ ...pages, rows: pages.rows.map(current) }}
        empty="No order matches. Search by the first letters of a word, or by four digits of a phone number."
        className="desk-orders"
        keyOf={({ id }) => id}
        columns={[['Select', choice, 'choice'], ...factsOf(params), ['Next step', nextSteps, 'steps']]}
      />
      {tracked && (
        <Suspense>
          <TrackingDialog
            order={{ ...current(tracked), orderId: tracked.id }}
            onClose={() => setTracking(undefined)}
            onStale={(now) => patch(tracked.id, now)}
            onDone={(now) => patch(tracked.id, now)}
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
      <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'new' })}>
        New order
      </a>
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
      checked={rows.every(({ id }) => selection.has(id))}
      onChange={({ target }) => (target.checked ? selection.set(rows) : selection.clear())}
    />{' '}
    Select all {rows.length} shown
  </label>
);
