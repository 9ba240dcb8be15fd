import type { ApiOrderEvent } from '#domain/orders/order.ts';
import { historyTitle } from '#domain/orders/payment.ts';
import { formatOrderDate, formatTime } from '#lib/dates.ts';

/** The history of an order, oldest first. */
export function OrderHistory({ history }: { history: readonly ApiOrderEvent[] }) {
  if (!history.length) return null;
  return (
    <section className="order-history">
      <h3>History</h3>
      <ol className="order-timeline">
        {history.map(({ at, kind, status, reason }) => (
          <li key={`${at} ${kind} ${status}`}>
            <time dateTime={at}>{`${formatOrderDate(at)}, ${formatTime(at)}`}</time>
            <span>
              <strong>{historyTitle({ kind, status })}</strong>
              {reason && <span className="order-history-reason">{reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
