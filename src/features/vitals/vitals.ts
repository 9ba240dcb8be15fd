/** How quick the shop is for those who use it (web.dev/vitals), without a word about who they are. */

export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

/** Pages of one kind are counted together. */
export const pageKinds = ['home', 'collection', 'product', 'cart', 'checkout', 'reading', 'other'] as const;
export type PageKind = (typeof pageKinds)[number];
