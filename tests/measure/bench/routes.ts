/** The routes that the bench measures: public ones, and those of a signed-in shopper. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { pageSize } from '#domain/search/paging.ts';
import { addressOf } from '../../support/orders.ts';
import type { Account } from '../../support/rows.ts';
import type { LoadRequest } from './drive.ts';
import { type Filled, reviewedProducts } from './fill.ts';

export type BenchRoute = {
  name: string;
  requestOf(n: number): LoadRequest;
  /** Whether it returns the whole catalogue, for crawlers: measured with one client at a time. */
  heavy?: boolean;
};

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Search queries. */
const searched = ['saffron', 'serum', 'rose wa', 'neem', 'sun', 'oily skin', 'night', 'serum under 500'];

/** Lines of an ordered cart. */
const lines = 2;

/** @param orders one of each owner, in the order of the owners */
export function benchRoutes({ productIds, owners }: Filled, orders: readonly string[]): BenchRoute[] {
  const page = (n: number) =>
    Array.from({ length: pageSize }, (_, i) => at(productIds, n * pageSize + i)).join(',');
  const product = (n: number) => at(productIds, n * 7);
  const talked = (n: number) => at(productIds, n % reviewedProducts);
  const token = (n: number) => at(owners, n).token;
  const post = (path: string, n: number, body: unknown = {}): LoadRequest => ({
    method: 'POST',
    path,
    token: token(n),
    body,
  });
  return [
    { name: 'GET /api/store', requestOf: () => ({ path: '/api/store' }) },
    { name: 'GET /api/product/{id}', requestOf: (n) => ({ path: `/api/product/${product(n)}` }) },
    { name: 'GET /api/product/live, 24', requestOf: (n) => ({ path: `/api/product/live?ids=${page(n)}` }) },
    { name: 'GET /api/product/list, 24', requestOf: (n) => ({ path: `/api/product/list?ids=${page(n)}` }) },
    {
      name: 'GET /api/product/search',
      requestOf: (n) => ({ path: `/api/product/search?q=${encodeURIComponent(at(searched, n))}` }),
    },
    { name: 'GET /api/product/list, all', requestOf: () => ({ path: '/api/product/list' }), heavy: true },
    { name: 'GET /feed.xml', requestOf: () => ({ path: '/feed.xml' }), heavy: true },
    { name: 'GET /api/reviews/{id}', requestOf: (n) => ({ path: `/api/reviews/${talked(n)}` }) },
    {
      name: 'GET /api/reviews/{id}/ratings',
      requestOf: (n) => ({ path: `/api/reviews/${talked(n)}/ratings` }),
    },
    { name: 'GET /api/user/me', requestOf: (n) => ({ path: '/api/user/me', token: token(n) }) },
    {
      name: 'POST /api/cart/add',
      requestOf: (n) => post('/api/cart/add', n, { itemId: product(n), quantity: 1 + (n % 5) }),
    },
    { name: 'POST /api/cart/get', requestOf: (n) => post('/api/cart/get', n) },
    {
      name: 'POST /api/order/quote',
      requestOf: (n) => post('/api/order/quote', n, { items: itemsFrom(productIds, n) }),
    },
    { name: 'POST /api/order/userorders', requestOf: (n) => post('/api/order/userorders', n) },
    {
      name: 'GET /api/order/tracking-info/{id}',
      requestOf: (n) => ({ path: `/api/order/tracking-info/${at(orders, n)}`, token: token(n) }),
    },
    {
      name: 'POST /api/reviews/{id}',
      requestOf: (n) =>
        post(`/api/reviews/${talked(n)}`, n, { rating: 1 + (n % 5), comment: `My skin likes it: ${n}` }),
    },
  ];
}

export const itemsFrom = (productIds: readonly string[], n: number) =>
  Array.from({ length: lines }, (_, i) => ({ _id: at(productIds, n * lines + i), quantity: 1 }));

/** One order of each owner. */
export async function ordersOf(db: Db, owners: readonly Account[]): Promise<string[]> {
  const rows = await db.read.all<{ id: string; owner: string }>(
    sql`SELECT min(id) AS id, user_id AS owner FROM orders WHERE user_id IS NOT NULL GROUP BY user_id`,
  );
  const of = new Map(rows.map(({ id, owner }) => [owner, id]));
  return owners.map(({ id }) => of.get(id) ?? '');
}

/** The body of an order to the buyer's own address. @param amount rupees */
export const orderBody = (productIds: readonly string[], n: number, amount: number, email: string) => ({
  address: addressOf({ email }),
  items: itemsFrom(productIds, n),
  amount,
});
