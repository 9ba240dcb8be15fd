/** Dates and times of couriers' files. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/;
const dayFirst = /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2}|[a-z]{3,9})[-/., ]+(?<year>\d{4}|\d{2})(?!\d)/i;
const clock = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:\.\d+)?\s*(?<half>[ap]m)?(?!\w)/i;

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * `27-11-2026 2:05 PM` as `2026-11-27 14:05:00`, which can be compared as text; without a time only the day. Days come before
 * months, as in India.
 * @returns undefined for a text with digits that is none of these, and an empty text for one without digits
 */
export function readStatusTime(text: string): string | undefined {
  const typed = text.trim();
  if (!/\d/.test(typed)) return '';
  const [date = '', groups] = matchOf(yearFirst, typed) ?? matchOf(dayFirst, typed) ?? [];
  if (!groups) return undefined;
  const { day = '', month = '', year = '' } = groups;
  const name = months.indexOf(month.slice(0, 3).toLowerCase());
  const monthNumber = name < 0 ? Number(month) : name + 1;
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const moment = new Date(Date.UTC(fullYear, monthNumber - 1, Number(day)));
  if (moment.getUTCMonth() !== monthNumber - 1 || moment.getUTCDate() !== Number(day)) return undefined;
  const rest = typed.slice(date.length).replace(/^[\sT,]+/, '');
  const time = readClock(rest);
  return time === undefined
    ? undefined
    : `${fullYear}-${two(monthNumber)}-${two(Number(day))}${time && ` ${time}`}`;
}

function readClock(text: string): string | undefined {
  if (!text) return '';
  const [, groups] = matchOf(clock, text) ?? [];
  if (!groups) return undefined;
  const { hour = '', minute = '', second = '0', half } = groups;
  const base = half ? Number(hour) % 12 : Number(hour);
  return [base + (half?.toLowerCase() === 'pm' ? 12 : 0), Number(minute), Number(second)].map(two).join(':');
}

function matchOf(pattern: RegExp, text: string): [string, Record<string, string | undefined>] | undefined {
  const match = pattern.exec(text);
  return match ? [match[0], match.groups ?? {}] : undefined;
}
