/** Where in the desk somebody is. It is one page; the part after `#` says the rest, so Back and links work. */
import { keysOf } from '#lib/keys.ts';

/** Each screen with its name in the menu. */
export const screens = {
  today: 'Today',
  orders: 'Orders',
  refunds: 'Refunds',
  stock: 'Stock',
  reviews: 'Reviews',
  tickets: 'Tickets',
  coupons: 'Codes',
  subscribers: 'Newsletter',
  held: 'Held emails',
  reconcile: 'Reconcile',
  speed: 'Speed',
  people: 'Operators',
  export: 'Export',
  audit: 'Audit',
} as const;
export type Screen = keyof typeof screens;

export const screenNames = keysOf(screens);

/** @property id of one order, ticket … of that screen; undefined for its list @property params filters */
export type Place = { screen: Screen; id?: string | undefined; params: Record<string, string> };

const isScreen = (name: string | undefined): name is Screen => screenNames.some((one) => one === name);

/** `#orders/<id>?status=Packing`; whatever it does not know is Today. */
export function placeOf(hash: string): Place {
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

/** The other way round. Empty filters are left out. */
export function hashOf({
  screen,
  id,
  params = {},
}: Omit<Place, 'params'> & { params?: Place['params'] }): string {
  const given = Object.entries(params).filter(([, value]) => value);
  const search = given.length ? `?${new URLSearchParams(given)}` : '';
  return `#${screen}${id ? `/${encodeURIComponent(id)}` : ''}${search}`;
}

/** Goes there; Back comes here again. */
export function goTo(place: Parameters<typeof hashOf>[0]): void {
  location.hash = hashOf(place);
}

/** A filter from the address bar: one of the views by name, else the first. */
export function viewOf<T extends string>(views: Record<T, string>, name: string | undefined): T {
  const names = keysOf(views);
  return names.find((one) => one === name) ?? (names[0] as T);
}
