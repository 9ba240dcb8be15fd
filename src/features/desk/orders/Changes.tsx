import { formatTime } from '#lib/dates.ts';
import { type DeskEvent, inWords } from '../orders.ts';

/** What others did while somebody was looking. */
export function Changes({ changes }: { changes: readonly DeskEvent[] }) {
  if (!changes.length) return null;
  return (
    <div className="notice" role="status">
      <p>Meanwhile:</p>
      <ul className="desk-changes">
        {changes.map((event) => (
          <li key={event._id}>
            <time dateTime={event.at}>{formatTime(event.at)}</time> {inWords(event)}
          </li>
        ))}
      </ul>
    </div>
  );
}
