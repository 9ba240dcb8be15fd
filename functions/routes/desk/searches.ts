/** /api/desk/searches: what was searched, what found nothing, and what was opened. */
import { Hono } from 'hono';
import * as z from 'zod';
import { daysOf, defaultPeriod, searchPeriods } from '#domain/search/periods.ts';
import { keysOf } from '#lib/keys.ts';
import { query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { readSearches } from '../../reports/searches.ts';

const searchesQuery = z.object({
  period: z.enum(keysOf(searchPeriods), 'is not a period of the searches').default(defaultPeriod),
});

export const searches = new Hono<DeskEnv>().get(
  '/',
  describeRoute('Reads what was searched, and what found nothing.'),
  query(searchesQuery),
  async (c) => success(c, await readSearches(c.get('db'), daysOf[c.req.valid('query').period], c.get('now'))),
);
