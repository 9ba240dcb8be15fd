import { hashOf } from '#domain/desk/route.ts';
import { statusTone } from '#domain/orders/order.ts';
import { formatDay } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import type { TicketOrder } from '../answers.ts';
import { formatRupees } from '../format-rupees.ts';

/** The newest orders of the ticket's email address. */
export function CustomerOrders({ orders, email }: { orders: readonly TicketOrder[]; email: string }) {
  return (
    <aside>
      <h2>Orders with this address</h2>
      {orders.length ? (
        <>
          <ul className="desk-orders-of">
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
          <p className="soft small">
            Anybody can enter this address in the contact form. Only its owner receives the answer.
          </p>
        </>
      ) : (
        <p className="soft">No order was placed with {email}.</p>
      )}
    </aside>
  );
}
