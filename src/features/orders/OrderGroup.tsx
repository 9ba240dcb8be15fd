import type { ReactNode } from 'react';
import { type ApiOrder, shortOrderId } from '#domain/orders/order.ts';
import { formatDay } from '#lib/dates.ts';
import { BuyAgain } from './AfterDelivery.tsx';

/** @property confirm asks for the confirmation of the order @property children the cards */
type Props = { order: ApiOrder; confirm?: ReactNode; children: ReactNode };

/** An order: its number, beside it its short id, and the cards of its lines. */
export const OrderGroup = ({ order, confirm, children }: Props) => (
  <section className="order-group stack gap-3" aria-labelledby={`number-${order._id}`}>
    <header>
      <h2 id={`number-${order._id}`}>Order {order.reference}</h2>
      <span className="order-id soft small">{shortOrderId(order._id)}</span>
      {order.sample && <span className="badge">Sample</span>}
      <span className="soft small">Placed on {formatDay(order.date)}</span>
      {order.status === 'Delivered' && order.items.length > 1 && (
        <BuyAgain className="plain flush" lines={order.items}>
          Buy the whole order again
        </BuyAgain>
      )}
    </header>
    {confirm}
    <ul className="order-cards stack">{children}</ul>
  </section>
);
