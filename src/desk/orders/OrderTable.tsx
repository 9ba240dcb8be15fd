import { hashOf } from '#domain/desk/route.ts';
import { moveOf } from '#domain/orders/moves.ts';
import { statusTone } from '#domain/orders/order.ts';
import { formatDayTime } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { formatRupees } from '../format-rupees.ts';
import { TableList } from '../ui/List.tsx';
import { type Column, RowButton } from '../ui/Table.tsx';
import type { Pages } from '../ui/usePages.ts';
import { paymentLabel, undeliveredNote } from './labels.ts';
import type { ListedOrder } from './orders.api.ts';
import type { Selection } from './selection.ts';
import { type OnMoved, usePacking } from './usePacking.ts';

/** @param params the filters, which an order keeps for its way back */
const factsOf = (params: Record<string, string>): Column<ListedOrder>[] => [
  [
    'Order',
    ({ _id, reference, date, sample }) => (
      <>
        <a className="desk-order-link" href={hashOf({ screen: 'orders', id: _id, params })}>
          {reference}
        </a>
        {sample && <span className="soft"> Sample</span>}
        <span className="desk-second">{formatDayTime(date)}</span>
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
  [
    'Status',
    ({ status, refunded, cameBack }) =>
      refunded ? (
        <>
          <StatusBadge tone="ended">Refunded</StatusBadge>
          <span className="desk-second">{cameBack ? 'Came back undelivered' : status}</span>
        </>
      ) : (
        <>
          <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>
          {cameBack && <span className="desk-second">Undelivered</span>}
        </>
      ),
  ],
];

type Props = {
  pages: Pages<ListedOrder>;
  /** The filters of the list, as in its address. */
  params: Record<string, string>;
  selection: Selection;
  onMoved: OnMoved;
  /** Called with the id of an order that is to be shipped. */
  onShip: (id: string) => void;
};

/** The orders of the list: a tick to choose each, what it is, and its next action. */
export function OrderTable({ pages, params, selection, onMoved, onShip }: Props) {
  const { packing, pack } = usePacking(onMoved);

  const choice = ({ _id, reference }: ListedOrder) => (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={`Select ${reference}`}
        checked={selection.has(_id)}
        onChange={({ target, nativeEvent }) =>
          selection.choose(_id, target.checked, (nativeEvent as MouseEvent).shiftKey)
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
          aria-busy={packing === order._id}
          disabled={packing === order._id}
          aria-label={`Pack ${order.reference}`}
          onClick={() => void pack(order)}
        >
          Pack
        </button>
      )}
      {moveOf(order.status, 'Shipped', 'operator') && (
        <RowButton label={`Ship ${order.reference}`} onClick={() => onShip(order._id)}>
          Ship
        </RowButton>
      )}
    </>
  );

  return (
    <TableList
      pages={pages}
      empty="No order matches. Search by the first letters of a word, or by four digits of a phone number."
      className="desk-orders"
      keyOf={({ _id }) => _id}
      columns={[['Select', choice, 'choice'], ...factsOf(params), ['Next step', nextSteps, 'steps']]}
    />
  );
}
