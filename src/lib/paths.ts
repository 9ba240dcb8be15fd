/** Every address of the shop, built in one place. No page, script or route spells one out. */

const query = (values: Record<string, string | undefined>): string => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length ? `?${new URLSearchParams(given)}` : '';
};

export const paths = {
  home: '/',
  collection: '/collection',
  /** @param page 1 is the collection itself */
  collectionPage: (page: number) => (page > 1 ? `/collection/${page}` : '/collection'),
  /** Every card of the collection, for searching in a collection that is paged. */
  collectionIndex: '/collection.json',
  search: (of: { q?: string; skin?: string; sort?: string }) => `/collection${query(of)}`,
  product: (id: string) => `/product/${encodeURIComponent(id)}`,
  productShell: '/shell/product',
  cart: '/cart',
  checkout: '/checkout',
  /** The same screen; the cart leads here (docs/behaviour.md 3.1). */
  placeOrder: '/place-order',
  login: '/login',
  register: '/register',
  loginThen: (next: string) => `/login${query({ next })}`,
  account: '/account',
  forgot: '/forgot',
  reset: '/reset',
  orders: '/orders',
  orderPlaced: (id: string) => `/orders${query({ placed: id })}`,
  /** Where Stripe sends the shopper back to (docs/behaviour.md 7.6). */
  verify: ({ success, orderId }: { success: boolean; orderId: string }) =>
    `/verify${query({ success: String(success), orderId })}`,
  about: '/about',
  aboutIngredients: '/about/ingredients',
  aboutSustainability: '/about/sustainability',
  aboutTeam: '/about/team',
  contact: '/contact',
  journal: '/journal',
  article: (slug: string) => `/journal/${slug}`,
  offline: '/offline',
  /** The operators' console. */
  desk: '/desk',
  policy: (slug: string) => `/policies/${slug}`,
} as const;

/** The catalogue of a preview that has no database. Not one of `paths`, which every page brings along. */
export const previewCatalogue = '/preview-catalogue.json';

/**
 * The stable address of a product's picture: it survives every deploy, so orders, mail and
 * feeds may keep it. @param n 1 is the main picture
 */
export const productPicture = (id: string, n = 1): string => `/media/products/${id}/${n}.jpg`;

/** Squares of it, WebP, by their width in px: 160 for cart and order lines, 640 for an order that is opened. */
export const thumbnailWidths = [160, 640] as const;
type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** The same picture for small places, just as lasting. */
export const productThumbnail = (id: string, n = 1, width: ThumbnailWidth = 160): string =>
  `/media/products/${id}/${n}-${width}.webp`;

/** A product's picture for link previews, 1200 × 630, at an address as stable. */
export const sharePicture = (id: string): string => `/media/og/${id}.jpg`;

/** An article's picture for link previews, of the same size. */
export const articleShare = (slug: string): string => `/media/og/journal/${slug}.jpg`;
