/** All paths of the shop. Pages, scripts and routes take them from here. */

/** The query of an address: `?q=glow`; empty without values. */
export const queryOf = (values: Record<string, string | undefined>): string => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  // A comma may stand in a query as it is.
  return given.length ? `?${new URLSearchParams(given)}`.replaceAll('%2C', ',') : '';
};

export const paths = {
  home: '/',
  collection: '/collection',
  /** @param of the parameters of domain/search/search-query.ts */
  search: (of: Record<string, string | undefined>) => `/collection${queryOf(of)}`,
  cart: '/cart',
  checkout: '/checkout',
  /** The checkout under another path, to which the cart links (docs/behaviour.md, "Page addresses"). */
  placeOrder: '/place-order',
  login: '/login',
  register: '/register',
  loginThen: (next: string) => `/login${queryOf({ next })}`,
  account: '/account',
  forgot: '/forgot',
  orders: '/orders',
  /** Opens an order by the link in an email, `/order#…`. */
  order: '/order',
  track: '/track',
  contact: '/contact',
  ingredients: '/ingredients',
  /** My skin: what the shopper says of it, kept on the device. */
  skin: '/skin',
  routine: '/routine',
} as const;

// Not in `paths`, which every page loads.

/** The operators' console. */
export const deskPath = '/desk';
export const offlinePath = '/offline';
/** Where the link of an email leads that sets a new password. */
export const resetPath = '/reset';
export const aboutPath = '/about';
export const journalPath = '/journal';
export const ingredientPath = (id: string): string => `/ingredients/${id}`;

/** The return URL of Stripe (docs/behaviour.md, "After paying"). */
export const verifyPath = ({ success, orderId }: { success: boolean; orderId: string }): string =>
  `/verify${queryOf({ success: String(success), orderId })}`;
export const orderPlacedPath = (id: string): string => `/orders${queryOf({ placed: id })}`;
/** The journal as RSS. */
export const journalFeed = '/journal/feed.xml';
export const articlePath = (slug: string): string => `/journal/${slug}`;
export const policyPath = (slug: string): string => `/policies/${slug}`;

export const productShell = '/shell/product';

/** Confirms a subscription to the newsletter, `/subscribed?token=…`. */
export const subscribedPath = '/subscribed';

/** @param id of a product, or `product--variant` */
export const productPath = (id: string): string =>
  `/product/${encodeURIComponent(id).replace('--', '?variant=')}`;

/** The first page of a category, of a brand or of a country of origin. */
export const groupPage = (kind: 'category' | 'brand' | 'origin', slug: string): string => `/${kind}/${slug}`;
/** The pages behind `/about`. */
export const aboutPaths = {
  ingredients: '/about/ingredients',
  sustainability: '/about/sustainability',
  team: '/about/team',
} as const;

export const reviewsShell = '/shell/reviews';

/** The catalogue of a preview, which has no database. */
export const previewCatalogue = '/preview-catalogue.json';

/**
 * The stable path of a product's picture: deployments do not change it, so orders, emails and feeds may store it.
 * @param n 1 is the main picture
 */
export const productPicture = (id: string, n = 1): string => `/media/products/${id}/${n}.jpg`;

/** Widths of the square WebP thumbnails, px: 160 for cart and order lines, 640 for an open order. */
export const thumbnailWidths = [160, 640] as const;
type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** The stable path of a thumbnail. */
export const productThumbnail = (id: string, n = 1, width: ThumbnailWidth = 160): string =>
  `/media/products/${id}/${n}-${width}.webp`;

/** The stable path of a product's picture for link previews, 1200 × 630. */
export const sharePicture = (id: string): string => `/media/og/${id}.jpg`;

/** The path of an article's picture for link previews, of the same size. */
export const articleShare = (slug: string): string => `/media/og/journal/${slug}.jpg`;
