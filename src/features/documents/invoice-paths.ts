/** The page of an invoice. Not in lib/paths.ts, which every page loads. */
const page = '/invoice';

export const invoicePaths = {
  /** For the shopper who placed the order, and for operators. */
  ofOrder: (orderId: string): string => `${page}?${new URLSearchParams({ order: orderId })}`,
  /** By the link in the email about the parcel. No server and no referrer sees the fragment. */
  linked: (link: string): string => `${page}#${link}`,
} as const;
