/** The periods of the Searches screen; each ends today. */
export const searchPeriods = { week: '7 days', month: '28 days', quarter: '90 days' } as const;
export type SearchPeriod = keyof typeof searchPeriods;

export const defaultPeriod: SearchPeriod = 'month';

export const daysOf: Record<SearchPeriod, number> = { week: 7, month: 28, quarter: 90 };
