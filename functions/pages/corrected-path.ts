/** Addresses as people pass them on: with capital letters, or with the end of a sentence behind them. */
import type { Context } from 'hono';
import { productId } from '#domain/catalogue/product-id.ts';
import { findProduct } from '../catalogue/read.ts';
import type { Env } from '../http/env.ts';

/**
 * The path in lower case, without spaces, slashes, punctuation, quotation marks and closing brackets at its end.
 * @param path as requested, percent-encoded
 * @returns undefined where nothing is to correct, and for a path that cannot be decoded
 */
export function correctPath(path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const corrected = decoded
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
  const product = await findProduct(c.get('db'), id).catch(() => undefined);
  return product !== undefined && !product.retired;
}

/** Redirects to the page that a mistyped address means (301). @returns undefined if there is no such page */
export async function redirectToPage(c: Context<Env>): Promise<Response | undefined> {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return undefined;
  const { pathname, search } = new URL(c.req.url);
  const path = correctPath(pathname);
  return path && (await exists(c, path)) ? c.redirect(path + search, 301) : undefined;
}
