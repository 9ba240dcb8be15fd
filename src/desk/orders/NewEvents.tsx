import { eventLabel } from '#domain/orders/event-label.ts';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { formatTime, isoTime } from '#lib/dates.ts';

/** Events that happened after the operator loaded the order. */
export function NewEvents({ changes }: { changes: readonly DeskEvent[] }) {
  if (!changes.length) return null;
  return (
    <div className="notice" role="status">
      <p>Changed in the meantime:</p>
      <ul className="desk-changes">
        {changes.map((event) => (
          <li key={event.id}>
            <time dateTime={isoTime(event.at)}>{formatTime(event.at)}</time> {eventLabel(event)}
          </li>
        ))}
      </ul>
    </div>
  );
}
