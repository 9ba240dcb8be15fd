import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { historyTitle } from '#domain/orders/payment.ts';
import { formatDayTime } from '#lib/dates.ts';

/** The order's history, newest first. Events that the shopper does not see are marked. */
export function OrderHistory({ history }: { history: readonly DeskEvent[] }) {
  return (
    <section className="panel">
      <h2>History</h2>
      {!history.length && <p className="soft">No events yet.</p>}
      <ol className="desk-history">
        {history.toReversed().map((event) => (
          <li key={event._id} data-inside={event.shown ? undefined : ''}>
            <p className="cluster gap-2">
              <strong>{historyTitle(event)}</strong>
              {!event.shown && <span className="badge">Only operators</span>}
            </p>
            {event.reason && <p className="desk-history-reason">{event.reason}</p>}
            <p className="desk-second">
              <time dateTime={event.at}>{formatDayTime(event.at)}</time> · {event.by}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
