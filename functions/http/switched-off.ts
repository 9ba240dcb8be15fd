/** Addresses of parts of the shop that are off in `content/store.yaml`: there is nothing. */
import type { Handler, Hono } from 'hono';
import type { Feature } from '#domain/store/features.ts';
import { notFound } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import type { Env } from './env.ts';

const addresses: Partial<Record<Feature, readonly string[]>> = {
  reviews: ['/api/reviews/*', '/product/:id/reviews'],
  newsletter: ['/api/subscribe/*'],
  wishlist: ['/api/wishlist/*'],
};

/** Must come before the routes. @param page answers with the shop's 404 */
export function refuseSwitchedOff(app: Hono<Env>, page: Handler<Env>): void {
  for (const [feature, paths] of Object.entries(addresses))
    if (!store.features[feature as Feature])
      for (const path of paths)
        app.all(path, (c, next) => {
          if (!path.startsWith('/api/')) return page(c, next);
          throw notFound('This address');
        });
}
