/** /api/product: the catalogue, for everybody. */
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { findProduct, listProducts, liveProducts } from '../catalogue/read.ts';
import type { Env } from '../env.ts';
import { query } from '../http/body.ts';
import { notFound } from '../http/refusal.ts';

/** `?ids=a,b,c`: at most as many as a page shows, so that no query grows without bound. */
const ids = z
  .string()
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ])
  .pipe(z.array(productId).min(1, 'names no product').max(100, 'names more than 100 products'));

/** May be kept, but is asked about again each time: the answer is then usually an empty 304. */
const revalidated = createMiddleware<Env>(async (c, next) => {
  await next();
  if (c.res.ok || c.res.status === 304) c.header('Cache-Control', 'public, max-age=0, must-revalidate');
});

export const product = new Hono<Env>()
  .use(revalidated, etag())
  .get('/list', query(z.object({ ids: ids.optional() })), async (c) =>
    c.json({ success: true as const, products: await listProducts(c.get('db'), c.req.valid('query').ids) }),
  )
  .get('/live', query(z.object({ ids })), async (c) =>
    c.json({ success: true as const, products: await liveProducts(c.get('db'), c.req.valid('query').ids) }),
  )
  .get('/:id', async (c) => {
    const id = productId.safeParse(c.req.param('id'));
    const found = id.success ? await findProduct(c.get('db'), id.data) : undefined;
    if (!found) throw notFound('This product');
    return c.json({ success: true as const, product: found });
  });
