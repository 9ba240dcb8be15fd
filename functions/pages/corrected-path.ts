/**
 * Addresses as people pass them on, with capital letters or with the end of a sentence behind them, and those of an earlier
 * shop (docs/behaviour.md, "Page addresses").
 */
import type { Context } from 'hono';
import {
  aliasKey,
  collectionOf,
  type OldAddresses,
  oldAddressesFile,
  oldSearch,
  readOldAddress,
} from '#domain/catalogue/old-address.ts';
import { productId } from '#domain/catalogue/product-id.ts';
import { productPath } from '#lib/paths.ts';
import { findProduct } from '../catalogue/read.ts';
import type { Env } from '../http/env.ts';
import { readJson, readOnce } from '../lib/build-files.ts';

/** @returns an empty text for a path that cannot be decoded */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/**
 * The path in lower case, without spaces, slashes, punctuation, quotation marks and closing brackets at its end.
 * @param path as requested, percent-encoded
 * @returns undefined where nothing is to correct, and for a path that cannot be decoded
 */
export function correctPath(path: string): string | undefined {
  const corrected = decoded(path)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{C}<>`|~]+$/u, '')
    .replace(/^\/+/, '/');
  const isPath = /^\/[a-z0-9/._-]+$/.test(corrected);
  return isPath && corrected !== path ? corrected : undefined;
}

async function exists(c: Context<Env>, path: string): Promise<boolean> {
  const file = await c.env.ASSETS.fetch(new URL(path, c.req.url), { method: 'HEAD' });
  if (file.status === 200) return true;
  const [, id] = /^\/product\/([^/]+)$/.exec(path) ?? [];
  if (!id || !productId.safeParse(id).success) return false;
  const product = await findProduct(c.get('db'), id, c.get('now')).catch(() => undefined);
  return product !== undefined && !product.retired;
}

const loadAddresses = readOnce(async (assets) => {
  const { products, groups, pages } = await readJson<OldAddresses>(assets, oldAddressesFile);
  return {
    products: new Map(Object.entries(products)),
    groups: new Map(Object.entries(groups)),
    pages: new Map(Object.entries(pages)),
  };
});

/** Without the file, only addresses of a shop's software are known. */
const noAddresses: Awaited<ReturnType<typeof loadAddresses>> = {
  products: new Map(),
  groups: new Map(),
  pages: new Map(),
};

/** The page that an address of an earlier shop means. @param path decoded and corrected */
async function movedPath(c: Context<Env>, path: string): Promise<string | undefined> {
  const { products, groups, pages } = await loadAddresses(c.env.ASSETS).catch(() => noAddresses);
  const [, variant] = /^\/product\/([^/]+--[^/]+)$/.exec(path) ?? [];
  if (variant) return productPath(variant);
  const alias = products.get(path);
  if (alias) return productPath(alias);
  const page = groups.get(path) ?? pages.get(path);
  if (page) return page;
  const old = readOldAddress(path);
  if (!old) return oldSearch(path, new URL(c.req.url).searchParams);
  if (old.kind === 'page') return old.path;
  if (old.kind === 'category') return collectionOf(old.name, groups);
  return productPath(products.get(old.name) ?? old.name);
}

/**
 * Redirects to the page that a mistyped address or one of an earlier shop means (301).
 * @returns undefined if there is no such page
 */
export async function redirectToPage(c: Context<Env>): Promise<Response | undefined> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined;
  const { pathname, search } = new URL(c.req.url);
  const corrected = correctPath(pathname);
  if (corrected && (await exists(c, corrected))) return c.redirect(corrected + search, 301);
  const moved = await movedPath(c, aliasKey(corrected ?? decoded(pathname)));
  if (!moved || moved === pathname || !(await exists(c, moved.split('?')[0] ?? moved))) return undefined;
  // The choice of a shop's software, such as `?variant=…`, means nothing here; where a visitor comes from does.
  const from = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => /^utm_|^gclid$|^fbclid$/.test(name)),
  );
  return c.redirect(from.size ? `${moved}${moved.includes('?') ? '&' : '?'}${from}` : moved, 301);
}
