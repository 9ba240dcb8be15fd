/**
 * Dates. Time is stored as UTC milliseconds and shown, and counted in days, in Asia/Kolkata
 * (docs/behaviour.md 1.2). Nothing here reads the clock: "now" is always an argument.
 */

const zone = 'Asia/Kolkata';
/** A day, as ms. India has no summer time: each of its days is as long. */
export const oneDay = 24 * 60 * 60 * 1000;

const orderDate = new Intl.DateTimeFormat('en-US', {
  timeZone: zone,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

const promiseParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** The day on which an order was placed: `Nov 21, 2026`. @param at UTC, ms or ISO 8601 */
export const formatOrderDate = (at: number | string): string => orderDate.format(new Date(at));

const clockTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: zone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** A time of day in India: `2:31 pm`. @param at UTC, ms or ISO 8601 */
export const formatTime = (at: number | string): string =>
  // Some browsers put a narrow space, or capitals, where others do not.
  clockTime.format(new Date(at)).replace(/\s/g, ' ').toLowerCase();

/** Day and time of day: `Nov 21, 2026, 2:31 pm`. @param at UTC, ms or ISO 8601 */
export const formatMoment = (at: number | string): string => `${formatOrderDate(at)}, ${formatTime(at)}`;

/** A delivery promise: `Tue, 24 Nov`. @param at UTC, ms or ISO 8601 */
export function formatPromise(at: number | string): string {
  const part = Object.fromEntries(promiseParts.formatToParts(new Date(at)).map((p) => [p.type, p.value]));
  return `${part.weekday}, ${part.day} ${part.month?.slice(0, 3)}`;
}

/**
 * The promised delivery, counted in Indian days: India has no daylight saving time, so a day
 * more is always 24 hours more. @param placedAt UTC ms
 */
export const estimatedDelivery = (placedAt: number, days: number): number => placedAt + days * oneDay;

/** India's distance from UTC, the whole year, ms. */
export const indianOffset = 5.5 * 60 * 60 * 1000;

/** The first moment after the Indian day that `at` is in, UTC ms. @param at UTC ms */
export const endOfDay = (at: number): number =>
  (Math.floor((at + indianOffset) / oneDay) + 1) * oneDay - indianOffset;

/**
 * The first moment of an Indian day, UTC ms. @param name `2026-11-21`
 * @returns undefined for what is no day of the calendar
 */
export function startOfDay(name: string): number | undefined {
  const at = Date.parse(`${name}T00:00:00.000Z`);
  // `2026-02-30` would be taken for a day in March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== name ? undefined : at - indianOffset;
}

/** The Indian day that `at` is in: `2026-11-21`. @param at UTC ms */
export const dayOf = (at: number): string => new Date(at + indianOffset).toISOString().slice(0, 10);
