import type { ApiPastOrder } from '#domain/orders/past-order.ts';
import { formatDay } from '#lib/dates.ts';

/** The orders of a shop before this one, below My Orders (docs/behaviour.md, "My Orders"). They can only be read. */
export default function EarlierOrders({ orders }: { orders: readonly ApiPastOrder[] }) {
  return (
    <section className="orders-earlier wrap stack gap-3" aria-labelledby="earlier-orders">
      <h2 id="earlier-orders">From our earlier shop</h2>
      <ul>
        {orders.map(({ id, number, at, total, status, items }) => (
          <li key={id}>
            <strong>{number}</strong> {formatDay(at)}, {total}
            {status && `, ${status}`}
            <div className="soft small">{items.join(', ')}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
