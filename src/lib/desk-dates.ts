/** Dates as the desk shows and prints them, in India. In a file of its own, so that it is in no shopper's bundle. */
import { formatTime } from './dates.ts';

const deskDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A day: `23 Nov 2026`. @param at UTC, ms or ISO 8601 */
export const formatDay = (at: number | string): string => {
  const part = Object.fromEntries(deskDay.formatToParts(new Date(at)).map((p) => [p.type, p.value]));
  // Browsers differ in `Sep` and `Sept`.
  return `${part.day} ${part.month?.slice(0, 3)} ${part.year}`;
};

/** Day and time of day: `23 Nov 2026, 2:31 pm`. @param at UTC, ms or ISO 8601 */
export const formatDayTime = (at: number | string): string => `${formatDay(at)}, ${formatTime(at)}`;
