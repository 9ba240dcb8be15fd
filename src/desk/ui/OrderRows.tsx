import { hashOf } from '#domain/desk/route.ts';
import { type OrderStatus, statusTone } from '#domain/orders/order.ts';
import { formatDay } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { formatRupees } from '../format-rupees.ts';

/** @property amount rupees @property date ISO 8601 */
type Order = { _id: string; reference: string; status: OrderStatus; amount: number; date: string };

/** Orders with links to them, each in a line. */
export const OrderRows = ({ orders, className }: { orders: readonly Order[]; className: string }) => (
  <ul className={className}>
    {orders.map(({ _id, reference, status, amount, date }) => (
      <li className="cluster" key={_id}>
        <a href={hashOf({ screen: 'orders', id: _id })}>{reference}</a>
        <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>
        <span className="soft">
          {formatRupees(amount)}, {formatDay(date)}
        </span>
      </li>
    ))}
  </ul>
);
