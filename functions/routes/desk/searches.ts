/** /api/desk/searches: what was searched, what found nothing, and what was opened. */
import { Hono } from 'hono';
import * as z from 'zod';
import { defaultPeriod, searchPeriods } from '#domain/search/periods.ts';
import { keysOf } from '#lib/keys.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { readSearches } from '../../reports/searches.ts';

const period = z.enum(keysOf(searchPeriods), 'is not a period of the searches').default(defaultPeriod);

export const searches = new Hono<DeskEnv>().get(
  '/',
  desk('Reads what was searched, and what found nothing.', { query: z.object({ period }) }, readSearches),
);
