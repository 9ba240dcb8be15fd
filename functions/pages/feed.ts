/** /feed.xml: the catalogue with present stock for Google Merchant Center. */
import { Hono } from 'hono';
import { originNames } from '#domain/search/facets.ts';
import { merchantFeed } from '#domain/seo/merchant.ts';
import { cachedCatalogue } from '../catalogue/cached.ts';
import { loadFacets } from '../catalogue/search.ts';
import type { Env } from '../http/env.ts';
import { answerLarge } from '../http/large-answer.ts';
import { apiHeaders, floodGuard } from '../http/middleware.ts';
import { feedCategories, store } from '../lib/store.ts';

/** Longest cache time, seconds: the feed reads the whole catalogue, and its stock may be that old, but no price. */
const maxAge = 300;

export const feed = new Hono<Env>().use(apiHeaders, floodGuard).get('/', async (c) => {
  const { db, now } = c.var;
  const facets = await loadFacets(c.env.ASSETS);
  const feed = await cachedCatalogue(
    db,
    'feed',
    (products) =>
      merchantFeed(products, {
        store,
        categories: feedCategories,
        originsOf: (id) => originNames(facets, id),
      }),
    now,
  );
  const seconds = Math.min(maxAge, Math.floor((feed.time.until - now) / 1000));
  return answerLarge(c, feed, {
    'Content-Type': 'application/rss+xml; charset=utf-8',
    'Cache-Control': `public, max-age=${seconds}`,
  });
});
