/**
 * The Worker of a preview without its own database (`PREVIEW`; docs/behaviour.md, "Editing and previews"). Pages read
 * from the build's catalogue; all other requests are refused. It is a separate app, so that no route of the shop, and
 * no database, can be reached through it.
 */
import { type Context, Hono } from 'hono';
import { type ApiProduct, type LiveProduct, oneForEach, withVariants } from '#domain/catalogue/product.ts';
import { productOf } from '#domain/catalogue/sellable-id.ts';
import { soldOutIds } from '#domain/catalogue/sold-out.ts';
import { previewCatalogue } from '#lib/paths.ts';
import { check } from '../../http/body.ts';
import type { Bindings, Env } from '../../http/env.ts';
import { handleError } from '../../http/handle-error.ts';
import { apiHeaders, privateByDefault } from '../../http/middleware.ts';
import { success } from '../../http/success.ts';
import { notFound, refusal } from '../../lib/refusal.ts';
import { notFoundPage } from '../../pages/product.ts';
import { video } from '../../pages/video.ts';
import { createProviders } from '../../providers/providers.ts';
import { noReviews } from '../../reviews/counts.ts';
import {
  cardsQuery,
  listQuery,
  liveQuery,
  readCards,
  readSalePrices,
  search,
  searchQuery,
} from '../product.ts';
import { shop } from '../shop.ts';

/** All products in the editor's order, with their opening stock. @throws Error when the build has no such file */
async function readCatalogue({ ASSETS }: Pick<Bindings, 'ASSETS'>): Promise<ApiProduct[]> {
  const file = await ASSETS.fetch(new URL(previewCatalogue, 'https://preview.invalid'));
  if (!file.ok) throw new Error(`${previewCatalogue}: ${file.status}`);
  return file.json();
}

/** The response of `GET /api/product/live`. */
const liveOf = (products: readonly ApiProduct[]): Record<string, LiveProduct> =>
  Object.fromEntries(
    products.map(({ _id, stock, rating, reviews, paused, retired, price, originalPrice, sale }) => [
      _id,
      { stock, rating, reviews, paused, retired, price, originalPrice, sale },
    ]),
  );

export const preview = new Hono<Env>();
preview.onError(handleError);
preview.use(async (c, next) => {
  c.set('requestId', crypto.randomUUID());
  // Without the Worker's keys: nothing can be paid here.
  c.set('providers', createProviders({}));
  await next();
});
preview.use('/api/*', apiHeaders, privateByDefault);

preview.get('/api/health', (c) => success(c, { database: 'none', scheduled: 'none' }));
preview.route('/api', shop);

preview.get('/api/product/list', async (c) => {
  const { ids, limit, after } = check(listQuery, c.req.query());
  const all = await readCatalogue(c.env);
  const products = ids ? all.filter(({ _id }) => ids.includes(_id)) : oneForEach(all);
  if (limit === undefined && !after) return success(c, { products });
  const start = after ? after.position + 1 : 0;
  const end = start + (limit ?? 100);
  const last = end < products.length ? products[end - 1] : undefined;
  return success(c, { products: products.slice(start, end), next: last ? `${end - 1}.${last._id}` : null });
});
const callOf = (c: Context<Env>) => ({
  assets: c.env.ASSETS,
  requestId: c.get('requestId'),
  now: Date.now(),
});
preview.get('/api/product/search', async (c) => {
  const request = check(searchQuery, c.req.query());
  const readProducts = async (ids: string[]) =>
    (await readCatalogue(c.env)).filter(({ _id }) => ids.includes(_id));
  const found = await search(callOf(c), request, readProducts, {
    readSoldOut: async () => soldOutIds(await readCatalogue(c.env)),
    readBestSelling: async () => [],
    readBestRated: async () => [],
  });
  return success(c, found);
});
preview.get('/api/product/sold-out', async (c) =>
  success(c, { products: soldOutIds(await readCatalogue(c.env)) }),
);
preview.get('/api/product/best-selling', (c) => success(c, { products: [] as string[] }));
preview.get('/api/product/best-rated', (c) => success(c, { products: [] as string[] }));
preview.get('/api/product/sale-prices', async (c) => success(c, await readSalePrices(callOf(c))));
preview.get('/api/product/live', async (c) => {
  const { ids } = check(liveQuery, c.req.query());
  const named = (await readCatalogue(c.env)).filter(({ _id }) => ids.includes(_id));
  return success(c, { products: liveOf(named) });
});
preview.get('/api/product/cards', async (c) => {
  const { ids } = check(cardsQuery, c.req.query());
  const rows = (await readCatalogue(c.env)).filter(({ _id }) => ids.includes(_id));
  return success(c, await readCards(callOf(c), ids, rows));
});

/** @throws Refusal 404 for a product that the build does not have */
async function findProduct(env: Env['Bindings'], id: string) {
  const product = productOf(id);
  const rows = (await readCatalogue(env)).filter(({ _id }) => productOf(_id) === product);
  const found = withVariants(rows, id);
  if (!found) throw notFound('This product');
  return found;
}

preview.get('/api/product/:id', async (c) => success(c, await findProduct(c.env, c.req.param('id'))));
preview.get('/api/reviews/counts', (c) => success(c, noReviews(Date.now())));
preview.get('/api/reviews/:id', async (c) => {
  await findProduct(c.env, c.req.param('id'));
  return c.json([]);
});
preview.get('/api/reviews/:id/ratings', async (c) => {
  await findProduct(c.env, c.req.param('id'));
  return success(c, { ratings: [0, 0, 0, 0, 0], bySkin: {}, photos: 0 });
});
preview.all('/api/*', () => {
  throw refusal(503, 'preview', 'This is a preview: nothing can be ordered or saved here.')();
});
preview.get('/_astro/*', video);
preview.notFound(notFoundPage);
