import { statusTone } from '#features/orders/order.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { hashOf } from '../route.ts';
import { inRupees } from '../rupees.ts';
import type { TicketOrder } from './Ticket.tsx';

/** The newest orders that were placed with a ticket's address, for whoever answers it. */
export function TheirOrders({ orders, email }: { orders: readonly TicketOrder[]; email: string }) {
  return (
    <aside>
      <h2>Orders with this address</h2>
      {orders.length ? (
        <>
          <ul className="desk-orders-of">
            {orders.map(({ _id, reference, status, amount, date }) => (
              <li key={_id}>
                <a href={hashOf({ screen: 'orders', id: _id })}>{reference}</a>
                <StatusBadge tone={statusTone(status)}>{status}</StatusBadge>
                <span className="soft">
                  {inRupees(amount)}, {formatOrderDate(date)}
                </span>
              </li>
            ))}
          </ul>
          <p className="soft small">
            Anybody can type an address into the form. The answer goes to {email}, so only its owner reads it.
          </p>
        </>
      ) : (
        <p className="soft">No order was placed with {email}.</p>
      )}
    </aside>
  );
}
