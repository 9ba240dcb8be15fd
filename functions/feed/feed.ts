/** /feed.xml: the catalogue with present stock for Google Merchant Center. */
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { merchantFeed } from '#features/seo/merchant.ts';
import { listProducts } from '../catalogue/read.ts';
import type { Env } from '../http/env.ts';
import { apiHeaders, floodGuard } from '../http/middleware.ts';
import { store } from '../lib/store.ts';

/** Cache time, seconds: the feed reads the whole catalogue, and its stock may be that old. */
const maxAge = 300;

export const feed = new Hono<Env>().use(apiHeaders, floodGuard, etag()).get('/', async (c) => {
  const products = await listProducts(c.get('db'));
  c.header('Content-Type', 'application/rss+xml; charset=utf-8');
  c.header('Cache-Control', `public, max-age=${maxAge}`);
  return c.body(merchantFeed(products, store));
});
