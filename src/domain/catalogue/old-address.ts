/**
 * Addresses of the shop that somebody had before: of Shopify (`/products/…`, `/collections/…`) and WooCommerce (`/shop/`,
 * `/product-category/…`), and earlier ids of products. Links in search engines and messages stay for years.
 */
import { aboutPath, journalPath, paths, policyPath } from '#lib/paths.ts';

/** What an old address means. @property name the last part of a product's or a category's address */
export type OldAddress = { kind: 'product' | 'category'; name: string } | { kind: 'page'; path: string };

/** Pages of ours, with the addresses that these shops give them. */
const pages = new Map(
  (
    [
      [paths.collection, '/shop /store /products /collections /collections/all /all-products'],
      [aboutPath, '/pages/about /pages/about-us /about-us'],
      [paths.contact, '/pages/contact /pages/contact-us /contact-us /pages/faq /pages/faqs /faq /faqs'],
      [paths.track, '/pages/track-order /pages/track-your-order /track-order /order-tracking /apps/track'],
      [paths.login, '/account/login'],
      [paths.register, '/account/register'],
      [paths.account, '/my-account'],
      [paths.orders, '/my-account/orders'],
      [journalPath, '/blog'],
      [paths.cart, '/basket'],
      [policyPath('refund'), '/policies/refund-policy /pages/return-policy'],
      [policyPath('privacy'), '/policies/privacy-policy /privacy-policy'],
      [policyPath('terms'), '/policies/terms-of-service /terms-and-conditions'],
      [policyPath('shipping'), '/policies/shipping-policy'],
    ] as const
  ).flatMap(([page, old]) => old.split(' ').map((path) => [path, page] as const)),
);

/** A part of an address, without what a shop's software adds behind it: `rose-toner.html`. */
const name = String.raw`([^/]+?)(?:\.html?)?`;
const patterns: readonly (readonly [RegExp, 'product' | 'category'])[] = [
  [new RegExp(`^/(?:[a-z]{2}(?:-[a-z]{2})?/)?(?:collections/[^/]+/)?products/${name}$`), 'product'],
  [new RegExp(`^/shop/(?:[^/]+/)*?${name}$`), 'product'],
  [new RegExp(`^/product/${name}$`), 'product'],
  [new RegExp(`^/(?:[a-z]{2}(?:-[a-z]{2})?/)?collections/${name}(?:/.*)?$`), 'category'],
  [new RegExp(`^/product-category/(?:[^/]+/)*?${name}$`), 'category'],
  [new RegExp(`^/(?:product-)?(?:tag|brand)/${name}$`), 'category'],
];

/**
 * Reads an address.
 * @param address decoded, in lower case, without a slash at its end
 * @returns undefined for an address that these shops do not have
 */
export function readOldAddress(address: string): OldAddress | undefined {
  // Lists of these shops have pages; ours has all of them.
  const path = address.replace(/\/page\/\d+$/, '');
  const page = pages.get(path) ?? (/^\/blogs(\/|$)/.test(path) ? journalPath : undefined);
  if (page) return { kind: 'page', path: page };
  for (const [pattern, kind] of patterns) {
    const found = pattern.exec(path)?.[1];
    if (found) return { kind, name: found };
  }
  return undefined;
}

/** The search that an address of a search becomes: `/search?q=rose` and WooCommerce's `/?s=rose`. */
export const oldSearch = (path: string, query: URLSearchParams): string | undefined => {
  const q = path === '/search' ? query.get('q') : undefined;
  return q === undefined || q === null ? undefined : paths.search({ q });
};

/**
 * The page of an old category: one of ours by its name, also in the plural; else all products.
 * @param slug `face-oils`
 * @param groups pages of categories and brands, by their names
 */
export function collectionOf(slug: string, groups: ReadonlyMap<string, string>): string {
  const names = [slug, slug.replace(/s$/, ''), slug.replace(/es$/, '')];
  const page = names.map((name) => groups.get(name)).find(Boolean);
  if (page) return page;
  if (/^best-?sell(ers?|ing)$/.test(slug)) return paths.search({ only: 'bestsellers' });
  if (/^new(-?(arrivals?|in))?$/.test(slug)) return paths.search({ only: 'new' });
  return /^sales?$/.test(slug) ? paths.search({ only: 'sale' }) : paths.collection;
}

/**
 * `/old-addresses.json`: products by their earlier ids and addresses, and the pages of categories and brands by their names
 * and earlier addresses; other pages by the earlier addresses of content/redirects.yaml.
 */
export type OldAddresses = Record<'products' | 'groups' | 'pages', Record<string, string>>;

export const oldAddressesFile = '/old-addresses.json';

/** An alias as the file has it: lower case, without a slash at its end. */
export const aliasKey = (alias: string): string => alias.trim().toLowerCase().replace(/\/+$/, '');
