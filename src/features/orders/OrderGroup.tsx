import type { ReactNode } from 'react';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { type ApiOrder, shortOrderId } from '#domain/orders/order.ts';
import { formatDay } from '#lib/dates.ts';
import { BuyAgain } from './AfterDelivery.tsx';
import { OrderArrival } from './OrderArrival.tsx';

/** @property confirm asks for the confirmation of the order @property children the cards */
type Props = { order: ApiOrder; confirm?: ReactNode; children: ReactNode };

/** The day of an order. It is placed once its buyer has confirmed it. */
export const OrderDay = ({ order }: { order: ApiOrder }) => (
  <span className="soft small">
    {openConfirmation(order) ? 'Ordered' : 'Placed'} on {formatDay(order.date)}
  </span>
);

/** An order: its number, beside it its short id, and the cards of its lines. */
export const OrderGroup = ({ order, confirm, children }: Props) => (
  <section className="order-group stack gap-3" aria-labelledby={`number-${order._id}`}>
    <header>
      <h2 id={`number-${order._id}`}>Order {order.reference}</h2>
      <span className="order-id soft small">{shortOrderId(order._id)}</span>
      {order.sample && <span className="badge">Sample</span>}
      <OrderDay order={order} />
      {order.status === 'Delivered' && order.items.length > 1 && (
        <BuyAgain className="plain flush" lines={order.items}>
          Buy the whole order again
        </BuyAgain>
      )}
    </header>
    <OrderArrival order={order} />
    {confirm}
    <ul className="order-cards stack">{children}</ul>
  </section>
);
