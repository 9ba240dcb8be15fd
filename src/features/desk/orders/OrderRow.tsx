import { moveOf } from '#features/orders/moves.ts';
import { statusTone } from '#features/orders/order.ts';
import { formatMoment } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { formatRupees } from '../format-rupees.ts';
import { hashOf } from '../route.ts';
import { paymentLabel } from './labels.ts';
import type { ListedOrder } from './orders.api.ts';

type Props = {
  order: ListedOrder;
  busy: boolean;
  onPack: (order: ListedOrder) => void;
  onTrack: (id: string) => void;
};

/** An order in the list, with its next action. */
export function OrderRow({ order, busy, onPack, onTrack }: Props) {
  const { _id, reference, date, name, city, phone, pieces, amount, status, sample } = order;
  return (
    <tr>
      <td data-label="Order">
        <span>
          <a className="desk-order-link" href={hashOf({ screen: 'orders', id: _id })}>
            {reference}
          </a>
          {sample && <span className="soft"> Sample</span>}
          <span className="desk-second">{formatMoment(date)}</span>
        </span>
      </td>
      <td data-label="Customer">
        <span>
          {name || 'A deleted account'}
          <span className="desk-second">{[city, phone].filter(Boolean).join(' · ')}</span>
        </span>
      </td>
      <td data-label="Pieces" className="number desk-pieces">
        {pieces ?? 0}
      </td>
      <td data-label="Total" className="number">
        <span>
          {formatRupees(amount)}
          <span className="desk-second">{paymentLabel(order)}</span>
        </span>
      </td>
      <td data-label="Status">
        <span>
          <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>
        </span>
      </td>
      <td className="desk-row-actions" data-label="Next">
        <span>
          {moveOf(status, 'Packing', 'operator') && (
            <button
              type="button"
              className="button small"
              aria-busy={busy}
              disabled={busy}
              aria-label={`Packing ${reference}`}
              onClick={() => onPack(order)}
            >
              Packing
            </button>
          )}
          {moveOf(status, 'Shipped', 'operator') && (
            <button
              type="button"
              className="button quiet small"
              aria-label={`Tracking ${reference}`}
              onClick={() => onTrack(_id)}
            >
              Tracking
            </button>
          )}
        </span>
      </td>
    </tr>
  );
}
