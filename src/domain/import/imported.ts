/** What comes from an earlier shop. */

/** @property from the system that exported it @property kept texts of columns that the shop has no field for, by heading */
export type Imported = { from: string; kept: Record<string, string> };

/** The kinds, as sentences count them. */
const kindLabels = {
  orders: ['past order', 'past orders'],
  reviews: ['review', 'reviews'],
  coupons: ['code', 'codes'],
  subscribers: ['subscriber', 'subscribers'],
  redirects: ['redirect', 'redirects'],
} as const;
export type ReportedKind = keyof typeof kindLabels;

/** `1 review`, `12 reviews`. */
export const countRecords = (kind: ReportedKind, count: number): string =>
  `${count} ${kindLabels[kind][count === 1 ? 0 : 1]}`;
