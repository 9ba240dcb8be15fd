/** /api/product: the public catalogue. */
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
import { success } from '../http/success.ts';

/** `?ids=a,b,c`: at most 100, so that queries are bounded. */
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
  .pipe(
    z
      .array(productId)
      .min(1, 'Please name at least one product.')
      .max(100, 'At most 100 products can be requested.'),
  );

/** `?limit=`: products of a page. */
const limit = z
  .string()
  .regex(/^\d{1,3}$/, 'The limit must be a whole number from 1 to 100.')
  .transform(Number)
  .pipe(z.int().min(1, 'The limit must be at least 1.').max(100, 'The limit can be at most 100.'));

/** `?after=`: the `next` of another response. */
const cursor = (pattern: RegExp) => z.string().regex(pattern, 'The cursor is not valid.');

export const liveQuery = z.object({ ids });

export const listQuery = z.object({
  ids: ids.optional(),
  limit: limit.optional(),
  after: cursor(/^\d{1,9}\.[a-z0-9-]{1,64}$/)
    .transform((text) => {
      const [position = '', id = ''] = text.split('.');
      return { position: Number(position), id };
    })
    .optional(),
});

export const searchQuery = z.object({
  // SQLite would end the text at a NUL character.
  q: z
    .string()
    .max(100, 'A search can have at most 100 characters.')
    .regex(/^[^\0]*$/, 'The search contains a control character.')
    .default(''),
  skin: z.enum(skinChoices, 'The skin type is not valid.').default(anySkin),
  sort: z.enum(sortChoices, 'The sort order is not valid.').default('relevant'),
  limit: limit.default(pageSize),
  after: cursor(/^\d{1,12}\.[0-3]\.\d{1,7}$/)
    .transform((text) => {
      const [price = 0, rank = 0, place = 0] = text.split('.').map(Number);
      return { price, rank, place };
    })
    .optional(),
});

/** Cacheable, but revalidated for each request: the response is then usually an empty 304. */
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
      ? success(c, await pageProducts(c.get('db'), { ids, limit, after }))
      : success(c, { products: await listProducts(c.get('db'), ids) });
  })
  .get('/search', query(searchQuery), async (c) => {
    const { limit, after, ...search } = c.req.valid('query');
    return success(c, await searchProducts(c.get('db'), search, limit, after));
  })
  .get('/live', query(liveQuery), async (c) =>
    success(c, { products: await liveProducts(c.get('db'), c.req.valid('query').ids) }),
  )
  .get('/:id', async (c) => {
    const id = productId.safeParse(c.req.param('id'));
    const found = id.success ? await findProduct(c.get('db'), id.data) : undefined;
    if (!found) throw notFound('This product');
    return success(c, { product: found });
  });
