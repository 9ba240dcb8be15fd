/** /api/product/searched: pages report what was searched, and what was opened from the results. They ignore the answer. */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import type { Env } from '../http/env.ts';
import { wrongMethod } from '../http/methods.ts';
import { route } from '../http/route.ts';
import { countSearch } from '../reports/count-search.ts';

const searchReport = z.object({
  q: z.string().max(100, 'A search can have at most 100 characters.'),
  found: z.int().min(0).max(10_000),
  clicked: itemId.optional(),
});

export const searched = new Hono<Env>()
  .post(
    '/',
    route(
      'Reports what was searched, and what was opened from the results.',
      { body: searchReport, limit: 1024 },
      countSearch,
    ),
  )
  // Otherwise `GET /api/product/:id` would answer.
  .all('/', () => {
    throw wrongMethod(['POST']);
  });
