/** The financial year, 1 April to 31 March: each has its own series of numbers (CGST Rules 2017, rule 46(b)). */

/** The calendar year in which the financial year of a day begins. @param day `2026-11-25` */
export function firstYear(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month >= 4 ? year : year - 1;
}

/** The financial year of a day as it stands in numbers: `26-27`. @param day `2026-11-25` */
export function financialYear(day: string): string {
  const first = firstYear(day);
  return [first, first + 1].map((year) => String(year).slice(-2)).join('-');
}
