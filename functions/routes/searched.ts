/** /api/product/searched: pages report what was searched, and what was opened from the results. They ignore the answer. */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type Env, setting } from '../http/env.ts';
import { wrongMethod } from '../http/methods.ts';
import { sender } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { countSearch } from '../reports/count-search.ts';

const searchReport = z.object({
  q: z.string().max(100, 'A search can have at most 100 characters.'),
  found: z.int().min(0).max(10_000),
  clicked: itemId.optional(),
});

export const searched = new Hono<Env>()
  .post(
    '/',
    describeRoute('Reports what was searched, and what was opened from the results.'),
    body(searchReport, 1024),
    async (c) => {
      const from = sender(c, setting(c.env.SEARCH_REPORTS_PER_HOUR, 300));
      const refused = await countSearch(c.get('db'), c.req.valid('json'), from);
      if (refused) throw refused;
      return success(c);
    },
  )
  // Otherwise `GET /api/product/:id` would answer.
  .all('/', () => {
    throw wrongMethod(['POST']);
  });
