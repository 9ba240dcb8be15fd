/**
 * Dates. Times are stored as UTC milliseconds; they are shown, and days are counted, in Asia/Kolkata
 * (docs/behaviour.md, "Dates and time"). Nothing here reads the clock: the current time is always an argument.
 */

const zone = 'Asia/Kolkata';
/** A minute, ms. */
export const oneMinute = 60 * 1000;
/** An hour, ms. */
export const oneHour = 60 * oneMinute;
/** A day, ms. All days in India have the same length: there is no summer time. */
export const oneDay = 24 * oneHour;

const promiseParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** A time as ISO 8601 UTC. @param at UTC ms @returns null for null */
export function isoTime(at: number): string;
export function isoTime(at: number | null): string | null;
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const dayParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/**
 * A day: `21 Nov 2026`, the form of all dates. Only a delivery promise has the weekday instead of the year
 * ({@link formatPromise}). @param at UTC, ms or ISO 8601
 */
export function formatDay(at: number | string): string {
  const part = Object.fromEntries(dayParts.formatToParts(new Date(at)).map((p) => [p.type, p.value]));
  // Browsers differ in `Sep` and `Sept`.
  return `${part.day} ${part.month?.slice(0, 3)} ${part.year}`;
}

const clockTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: zone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** A time of day in India: `2:31 pm`. @param at UTC, ms or ISO 8601 */
export const formatTime = (at: number | string): string =>
  // Browsers differ in spaces and capitals.
  clockTime.format(new Date(at)).replace(/\s/g, ' ').toLowerCase();

/** Day and time of day: `21 Nov 2026, 2:31 pm`. @param at UTC, ms or ISO 8601 */
export const formatDayTime = (at: number | string): string => `${formatDay(at)}, ${formatTime(at)}`;

/** A day of a delivery promise: `Tue, 24 Nov`. @param at UTC, ms or ISO 8601; also an Indian day, `2026-11-24` */
export function formatPromise(at: number | string): string {
  const part = Object.fromEntries(promiseParts.formatToParts(new Date(at)).map((p) => [p.type, p.value]));
  return `${part.weekday}, ${part.day} ${part.month?.slice(0, 3)}`;
}

/** India's offset from UTC, ms. */
export const indianOffset = 5.5 * 60 * 60 * 1000;

/** The first moment after the Indian day that `at` is in, UTC ms. @param at UTC ms */
export const endOfDay = (at: number): number =>
  (Math.floor((at + indianOffset) / oneDay) + 1) * oneDay - indianOffset;

/**
 * The first moment of an Indian day, UTC ms. @param name `2026-11-21`
 * @returns undefined if it is no day of the calendar
 */
export function startOfDay(name: string): number | undefined {
  const at = Date.parse(`${name}T00:00:00.000Z`);
  // `Date.parse` takes `2026-02-30` for a day in March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== name ? undefined : at - indianOffset;
}

/** The Indian day that `at` is in: `2026-11-21`. @param at UTC ms */
export const dayOf = (at: number): string => new Date(at + indianOffset).toISOString().slice(0, 10);
