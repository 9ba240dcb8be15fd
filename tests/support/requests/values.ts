/** Types and values of the requests. */
import { address, serum } from '../orders.ts';

/** Ids that the requests refer to. */
export type RequestData = {
  orderId: string;
  pendingId: string;
  /** Paid, and not packed yet. */
  placedId: string;
  email: string;
  addressId: string;
  ticketId: string;
  reviewId: string;
  refundId: string;
  flagId: string;
  heldId: string;
  sessionId: string;
  unsubscribe: string;
  /** The token of a guest, and the link to their order. */
  guestToken: string;
  guestLink: string;
  /** The link to the order of a guest who has the shopper's email. */
  ownLink: string;
  /** The link to review the serum of a delivered order of a guest. */
  reviewLink: string;
  shopUrl: string;
};
export type Asked = { path?: string; json?: object; headers?: Record<string, string> };
/** Requests by route, as routes.ts names it. */
export type Requests = Record<string, (things: RequestData) => Asked[]>;

export const plain: Asked[] = [{}];
export const at = (base: string, ...queries: string[]): Asked[] =>
  queries.map((query) => ({ path: `/api/${base}${query}` }));
export const sent = (...bodies: object[]): Asked[] => bodies.map((json) => ({ json }));
export const items = [{ _id: serum, quantity: 1 }];
export const online = { items, address, amount: 599 };
export const token = 'x'.repeat(43);
export const now = new Date(0).toISOString();
export const begins = '1795257777782.x';
export const both = ['', `?after=${begins}`];
/** The first and a later page of each filter. */
export const pages = (...filters: string[]) =>
  filters.flatMap((one) => [`?${one}`, `?${one}&after=${begins}`]);

/** A browser's report that the payment page's policy has blocked a script of this host. */
export const policyReport = (host: string, origin: string) => ({
  'csp-report': {
    'document-uri': `${origin}/checkout`,
    'violated-directive': 'script-src-elem',
    'blocked-uri': `https://${host}/a.js`,
  },
});
