import { hashOf } from '#domain/desk/route.ts';
import { type OrderStatus, statusTone } from '#domain/orders/order.ts';
import { orderState } from '#domain/orders/order-state.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';

/** @property toConfirm 1: it waits for its buyer's confirmation */
type Order = {
  id: string;
  reference: string;
  status: OrderStatus;
  total: Paise;
  createdAt: number;
  toConfirm: number;
};

/** Orders with links to them, each in a line. */
export const OrderRows = ({ orders, className }: { orders: readonly Order[]; className: string }) => (
  <ul className={className}>
    {orders.map(({ id, reference, status, total, createdAt, toConfirm }) => (
      <li className="cluster" key={id}>
        <a href={hashOf({ screen: 'orders', id })}>{reference}</a>
        <StatusBadge tone={statusTone(status)}>
          {orderState({ status, confirmation: toConfirm ? { at: null } : undefined })}
        </StatusBadge>
        <span className="soft">
          {formatPrice(total)}, {formatDay(createdAt)}
        </span>
      </li>
    ))}
  </ul>
);
