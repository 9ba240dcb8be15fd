/** How long documents are kept. Times are UTC ms. */
import { firstYear } from 'gst/financial-year';
import { dayOf, startOfDay } from '#lib/dates.ts';

/** When a document may be deleted. @param months after the end of its financial year */
export function keepUntil(at: number, months: number): number {
  const month = (firstYear(dayOf(at)) + 1) * 12 + 3 + months;
  return startOfDay(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`) ?? 0;
}

/** What happened before this time may be deleted, what happened since must be kept. @param months as in {@link keepUntil} */
export function keptSince(now: number, months: number): number {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number);
  // Counted from the year 0, the months before April belong to the financial year before.
  const first = Math.floor((year * 12 + month - 4 - months) / 12);
  return startOfDay(`${first}-04-01`) ?? 0;
}
