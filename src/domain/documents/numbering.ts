/** Numbers of invoices and credit notes, and how long they are kept. Times are UTC ms, days are those of India. */
import { dayOf, startOfDay } from '#lib/dates.ts';

/** The calendar year in which the financial year of `at` begins: on 1 April. */
function firstYear(at: number): number {
  const [year = 0, month = 0] = dayOf(at).split('-').map(Number);
  return month >= 4 ? year : year - 1;
}

/** The financial year: `26-27` from 1 April 2026, midnight in India, to 31 March 2027. */
export function financialYear(at: number): string {
  const first = firstYear(at);
  return [first, first + 1].map((year) => String(year).slice(-2)).join('-');
}

/** The file of a document: `HRT-26-27-000001.pdf`. */
export const pdfName = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** When a document may be deleted. @param months after the end of its financial year */
export function keepUntil(at: number, months: number): number {
  const month = (firstYear(at) + 1) * 12 + 3 + months;
  return startOfDay(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`) ?? 0;
}

/** What happened before this time may be deleted, what happened since must be kept. @param months as in {@link keepUntil} */
export function keptSince(now: number, months: number): number {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number);
  // Counted from the year 0, the months before April belong to the financial year before.
  const first = Math.floor((year * 12 + month - 4 - months) / 12);
  return startOfDay(`${first}-04-01`) ?? 0;
}
