/**
 * Product pages that were not in the last build, and unknown pages. A pre-rendered shell loads the product by API; the
 * Worker adds the right status for caches and search engines (docs/behaviour.md, "Product shell").
 */
import type { Context } from 'hono';
import { productId } from '#domain/catalogue/product-id.ts';
import { productShell } from '#lib/paths.ts';
import { findProduct } from '../catalogue/read.ts';
import type { Env } from '../http/env.ts';
import { redirectToPage } from './corrected-path.ts';

/** A built file with another status. It keeps the security headers of `_headers`. */
export async function respondWithPage(c: Context<Env>, path: string, status: number): Promise<Response> {
  const file = await c.env.ASSETS.fetch(new URL(path, c.req.url));
  const response = new Response(file.body, { status, headers: file.headers });
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('X-Robots-Tag', 'noindex');
  if (status === 503) response.headers.set('Retry-After', '5');
  return response;
}

async function productStatus(c: Context<Env>, id: string): Promise<200 | 404 | 410 | 503> {
  if (!productId.safeParse(id).success) return 404;
  try {
    const found = await findProduct(c.get('db'), id, c.get('now'));
    return !found ? 404 : found.retired ? 410 : 200;
  } catch {
    return 503;
  }
}

export async function productPage(c: Context<Env>): Promise<Response> {
  const status = await productStatus(c, c.req.param('id') ?? '');
  const redirect = status === 404 ? await redirectToPage(c) : undefined;
  return redirect ?? respondWithPage(c, productShell, status);
}

export const notFoundPage = async (c: Context<Env>): Promise<Response> =>
  (await redirectToPage(c)) ?? respondWithPage(c, '/404', 404);
