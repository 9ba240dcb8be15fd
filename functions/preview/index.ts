/**
 * The Worker of a preview without a database of its own (`PREVIEW`): what pages read is answered from the build's
 * catalogue, and everything else is refused. It is an app of its own: no route of the shop's, and so no database,
 * can be reached through it.
 */
import { Hono } from 'hono';
import { query } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import { apiHeaders, privateByDefault } from '../http/middleware.ts';
import { answerError, notFound, Refusal } from '../http/refusal.ts';
import { notFoundPage } from '../pages/product.ts';
import { video } from '../pages/video.ts';
import { providersOf } from '../payments/providers.ts';
import { listQuery, liveQuery, searchQuery } from '../routes/product.ts';
import { shop } from '../routes/shop.ts';
import { liveOf, readCatalogue, search } from './catalogue.ts';

export const preview = new Hono<Env>();
preview.onError(answerError);
preview.use(async (c, next) => {
  c.set('requestId', crypto.randomUUID());
  // None of the keys that the Worker may have: nothing is paid here.
  c.set('providers', providersOf({}));
  await next();
});
preview.use('/api/*', apiHeaders, privateByDefault);

preview.get('/api/health', (c) => c.json({ success: true, database: 'none', scheduled: 'none' }));
preview.route('/api', shop);

preview.get('/api/product/list', query(listQuery), async (c) => {
  const { ids, limit, after } = c.req.valid('query');
  const all = await readCatalogue(c.env);
  const products = ids ? all.filter(({ _id }) => ids.includes(_id)) : all;
  if (limit === undefined && !after) return c.json({ success: true, products });
  const start = after ? after.position + 1 : 0;
  const end = start + (limit ?? 100);
  const last = end < products.length ? products[end - 1] : undefined;
  return c.json({
    success: true,
    products: products.slice(start, end),
    next: last ? `${end - 1}.${last._id}` : null,
  });
});
preview.get('/api/product/search', query(searchQuery), async (c) => {
  const { limit, after, ...wanted } = c.req.valid('query');
  return c.json({ success: true, ...search(await readCatalogue(c.env), wanted, limit, after?.place ?? 0) });
});
preview.get('/api/product/live', query(liveQuery), async (c) => {
  const { ids } = c.req.valid('query');
  const named = (await readCatalogue(c.env)).filter(({ _id }) => ids.includes(_id));
  return c.json({ success: true, products: liveOf(named) });
});

/** @throws Refusal 404 for a product that the build does not have */
async function findProduct(env: Env['Bindings'], id: string) {
  const product = (await readCatalogue(env)).find(({ _id }) => _id === id);
  if (!product) throw notFound('This product');
  return product;
}

preview.get('/api/product/:id', async (c) =>
  c.json({ success: true, product: await findProduct(c.env, c.req.param('id')) }),
);
preview.get('/api/reviews/:id', async (c) => {
  await findProduct(c.env, c.req.param('id'));
  return c.json([]);
});
preview.get('/api/reviews/:id/ratings', async (c) => {
  await findProduct(c.env, c.req.param('id'));
  return c.json({ success: true, ratings: [0, 0, 0, 0, 0] });
});
preview.all('/api/*', () => {
  throw new Refusal(503, 'preview', 'This is a preview: nothing can be ordered or saved here.');
});
preview.get('/_astro/*', video);
preview.notFound(notFoundPage);
