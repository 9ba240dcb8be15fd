/** /api/product: the catalogue, for everybody. */
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { pageSize } from '#features/search/paging.ts';
import { sortChoices } from '#features/search/search-query.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';
import { findProduct, listProducts, liveProducts, pageProducts } from '../catalogue/read.ts';
import { searchProducts } from '../catalogue/search.ts';
import { query } from '../http/body.ts';
import type { Env } from '../http/env.ts';
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

/** `?limit=`: products of a page. */
const limit = z
  .string()
  .regex(/^\d{1,3}$/, 'is not a number of products')
  .transform(Number)
  .pipe(z.int().min(1, 'must be at least 1').max(100, 'must be at most 100'));

/** `?after=`: what an answer calls `next`. */
const placed = (pattern: RegExp) => z.string().regex(pattern, 'is not a place in this list');

export const liveQuery = z.object({ ids });

export const listQuery = z.object({
  ids: ids.optional(),
  limit: limit.optional(),
  after: placed(/^\d{1,9}\.[a-z0-9-]{1,64}$/)
    .transform((text) => {
      const [position = '', id = ''] = text.split('.');
      return { position: Number(position), id };
    })
    .optional(),
});

export const searchQuery = z.object({
  // A NUL would end the text for the database, and not for us.
  q: z
    .string()
    .max(100, 'must be at most 100 characters')
    .regex(/^[^\0]*$/, 'contains a control character')
    .default(''),
  skin: z.enum(skinChoices, 'is not a skin type').default(anySkin),
  sort: z.enum(sortChoices, 'is not an order').default('relevant'),
  limit: limit.default(pageSize),
  after: placed(/^\d{1,12}\.[0-3]\.\d{1,7}$/)
    .transform((text) => {
      const [price = 0, rank = 0, place = 0] = text.split('.').map(Number);
      return { price, rank, place };
    })
    .optional(),
});

/** May be kept, but is asked about again each time: the answer is then usually an empty 304. */
const revalidated = createMiddleware<Env>(async (c, next) => {
  await next();
  if (c.res.ok || c.res.status === 304) c.header('Cache-Control', 'public, max-age=0, must-revalidate');
});

export const product = new Hono<Env>()
  .use(revalidated, etag())
  .get('/list', query(listQuery), async (c) => {
    const { ids, limit = 100, after } = c.req.valid('query');
    const paged = c.req.query('limit') !== undefined || after !== undefined;
    return paged
      ? c.json({ success: true as const, ...(await pageProducts(c.get('db'), { ids, limit, after })) })
      : c.json({ success: true as const, products: await listProducts(c.get('db'), ids) });
  })
  .get('/search', query(searchQuery), async (c) => {
    const { limit, after, ...search } = c.req.valid('query');
    return c.json({
      success: true as const,
      ...(await searchProducts(c.get('db'), search, limit, after)),
    });
  })
  .get('/live', query(liveQuery), async (c) =>
    c.json({ success: true as const, products: await liveProducts(c.get('db'), c.req.valid('query').ids) }),
  )
  .get('/:id', async (c) => {
    const id = productId.safeParse(c.req.param('id'));
    const found = id.success ? await findProduct(c.get('db'), id.data) : undefined;
    if (!found) throw notFound('This product');
    return c.json({ success: true as const, product: found });
  });
