/** Not in vitals.ts, because the beacon loads it. */
import type { PageKind } from './vitals.ts';

const kinds: Record<string, PageKind> = {
  '': 'home',
  collection: 'collection',
  category: 'collection',
  brand: 'collection',
  origin: 'collection',
  product: 'product',
  cart: 'cart',
  checkout: 'checkout',
  'place-order': 'checkout',
  journal: 'reading',
  about: 'reading',
  policies: 'reading',
};

/** @param path of the address, such as `/product/daily-veil-spf-50` */
export const pageKindOf = (path: string): PageKind => kinds[path.split('/')[1] ?? ''] ?? 'other';
