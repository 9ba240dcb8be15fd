/** Days and times of an export, as the content of a shop in India writes them. */

/**
 * A day, `2026-11-30`, or a time in India, `2026-11-30 18:00`.
 */
export type Moment = string;

const two = (number: number) => String(number).padStart(2, '0');
const ist = 330 * 60_000;

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1990 && year < 2200;
};

const written =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?(?:\s*(Z|[+-]\d\d:?\d\d))?)?$/i;
const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]m)?)?$/i;

/** @param hours and @param minutes undefined for a day */
const momentOf = (
  year: number,
  month: number,
  day: number,
  hours?: number,
  minutes = 0,
): Moment | undefined => {
  if (!isDay(year, month, day) || (hours ?? 0) > 23 || minutes > 59) return undefined;
  const date = `${year}-${two(month)}-${two(day)}`;
  return hours === undefined ? date : `${date} ${two(hours)}:${two(minutes)}`;
};

/** A time of the clock of another place, as the clock in India shows it. */
function inIndia(moment: Moment, zone: string): Moment {
  const utc = Date.parse(`${moment.replace(' ', 'T')}:00${zone.toUpperCase()}`);
  return new Date(utc + ist).toISOString().slice(0, 16).replace('T', ' ');
}

/**
 * A day or a time: `2026-11-30`, `2026-11-30 18:00:00`, `2026-11-30T18:00+05:30`, `30/11/2026`, `11/30/26, 12:00 AM`.
 * @param monthFirst how the export writes `1/2/2026`
 * @returns undefined for anything else, and for `1/2/2026` where it is not known which is the month
 */
export function readMoment(cell: string, monthFirst?: boolean): Moment | undefined {
  const text = cell.trim();
  const iso = written.exec(text);
  if (iso) {
    const [, year, month, day, hours, minutes, zone] = iso;
    const moment = momentOf(
      Number(year),
      Number(month),
      Number(day),
      hours === undefined ? undefined : Number(hours),
      Number(minutes ?? 0),
    );
    return moment && zone ? inIndia(moment, zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')) : moment;
  }
  const [, first, second, years = '', hours, minutes, half] = slashed.exec(text) ?? [];
  if (!years) return undefined;
  const [a, b] = [Number(first), Number(second)];
  const isMonthFirst = a > 12 ? false : b > 12 || a === b ? true : monthFirst;
  if (isMonthFirst === undefined) return undefined;
  const clock = Number(hours) % 12;
  const hour = hours === undefined ? undefined : !half ? Number(hours) : /p/i.test(half) ? clock + 12 : clock;
  const year = Number(years) + (years.length === 2 ? 2000 : 0);
  return momentOf(year, isMonthFirst ? a : b, isMonthFirst ? b : a, hour, Number(minutes ?? 0));
}

/** The end of a sale: shops write midnight for a day that counts to its end. */
export const lastMoment = (moment: Moment): Moment => moment.replace(/ (00:00|23:59)$/, '');

/** Whether a sale has a beginning before its end. A day begins with its first and ends with its last moment. */
export const isBefore = (from: Moment, until: Moment): boolean =>
  (from.length > 10 ? from : `${from} 00:00`) < (until.length > 10 ? until : `${until} 24:00`);
