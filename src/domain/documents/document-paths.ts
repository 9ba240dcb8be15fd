/** The page of invoices and credit notes. Not in lib/paths.ts, which every page loads. */
const page = (query: Record<string, string>): string => {
  const search = new URLSearchParams(query).toString();
  return `/invoice${search && `?${search}`}`;
};

/** @param number of a credit note; without it, the invoice */
const named = (number: string | undefined): { number?: string } => (number ? { number } : {});

export const documentPaths = {
  /** For the shopper who placed the order, and for operators. */
  ofOrder: (orderId: string, number?: string): string => page({ order: orderId, ...named(number) }),
  /** By the link in our emails. No server and no referrer sees the fragment. */
  linked: (link: string, number?: string): string => `${page(named(number))}#${link}`,
} as const;
