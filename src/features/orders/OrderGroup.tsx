import type { ReactNode } from 'react';
import { type ApiOrder, shortOrderId } from '#domain/orders/order.ts';
import { formatOrderDate } from '#lib/dates.ts';

/** An order: its number, beside it its short id, and the cards of its lines. @property children the cards */
export const OrderGroup = ({ order, children }: { order: ApiOrder; children: ReactNode }) => (
  <section className="order-group stack gap-3" aria-labelledby={`number-${order._id}`}>
    <header>
      <h2 id={`number-${order._id}`}>Order {order.reference}</h2>
      <span className="order-id soft small">{shortOrderId(order._id)}</span>
      {order.sample && <span className="badge">Sample</span>}
      <span className="soft small">Placed on {formatOrderDate(order.date)}</span>
    </header>
    <ul className="order-cards stack">{children}</ul>
  </section>
);
