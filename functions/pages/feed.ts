/** /feed.xml: the catalogue with present stock for Google Merchant Center. */
import { Hono } from 'hono';
import { merchantFeed } from '#domain/seo/merchant.ts';
import { cachedCatalogue } from '../catalogue/cached.ts';
import type { Env } from '../http/env.ts';
import { answerLarge } from '../http/large-answer.ts';
import { apiHeaders, floodGuard } from '../http/middleware.ts';
import { store } from '../lib/store.ts';

/** Cache time, seconds: the feed reads the whole catalogue, and its stock may be that old. */
const maxAge = 300;

const headers = {
  'Content-Type': 'application/rss+xml; charset=utf-8',
  'Cache-Control': `public, max-age=${maxAge}`,
};

export const feed = new Hono<Env>().use(apiHeaders, floodGuard).get('/', async (c) => {
  const feed = await cachedCatalogue(c.get('db'), 'feed', (products) => merchantFeed(products, store));
  return answerLarge(c, feed, headers);
});
