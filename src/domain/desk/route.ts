/** The desk is one page; its route is the part of the URL after `#`, so that Back and links work. */
import { keysOf } from '#lib/keys.ts';

/** The menu: groups of screens, with their names. */
export const menu = {
  Work: {
    today: 'Today',
    orders: 'Orders',
    customers: 'Customers',
    returns: 'Returns',
    refunds: 'Refunds',
    tickets: 'Tickets',
    reviews: 'Reviews',
    held: 'Held emails',
  },
  Shop: {
    products: 'Products',
    stock: 'Stock',
    catalogue: 'Catalogue health',
    coupons: 'Codes',
    sale: 'Sale day',
    subscribers: 'Newsletter',
    searches: 'Searches',
    speed: 'Speed',
  },
  Accounting: { cash: 'Cash on delivery', reconcile: 'Reconcile', export: 'Export' },
  Settings: { people: 'Operators', audit: 'Audit' },
} as const;

export const screens = { ...menu.Work, ...menu.Shop, ...menu.Accounting, ...menu.Settings };
export type Screen = keyof typeof screens;

export const screenNames = keysOf(screens);

/** @property id of one order, ticket and so on; `undefined` for the list @property params filters */
export type Route = { screen: Screen; id?: string | undefined; params: Record<string, string> };

const isScreen = (name: string | undefined): name is Screen => screenNames.some((one) => one === name);

/** Parses `#orders/<id>?status=Packing`. An unknown screen becomes Today. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [screen, id] = path.split('/');
  if (!isScreen(screen)) return { screen: 'today', params: {} };
  return {
    screen,
    id: id ? safeDecode(id) : undefined,
    params: Object.fromEntries(new URLSearchParams(search)),
  };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The hash of a route, without empty filters. */
export function hashOf({
  screen,
  id,
  params = {},
}: Omit<Route, 'params'> & { params?: Route['params'] }): string {
  const entries = Object.entries(params).filter(([, value]) => value);
  const search = entries.length ? `?${new URLSearchParams(entries)}` : '';
  return `#${screen}${id ? `/${encodeURIComponent(id)}` : ''}${search}`;
}

/** Navigates to a route, as a new entry in the browser's history. */
export function goTo(route: Parameters<typeof hashOf>[0]): void {
  location.hash = hashOf(route);
}

/**
 * Changes filters of a list in the URL, which may be a change ahead of what is drawn.
 * @param typing replaces the entry in the browser's history instead of adding one
 */
export function setFilters(screen: Screen, change: Route['params'], typing = false): void {
  const hash = hashOf({ screen, params: { ...parseRoute(location.hash).params, ...change } });
  if (typing) location.replace(hash);
  else location.hash = hash;
}

/** The view that a route parameter names, or the first view. */
export function viewOf<T extends string>(views: Record<T, string>, name: string | undefined): T {
  const names = keysOf(views);
  return names.find((one) => one === name) ?? (names[0] as T);
}
