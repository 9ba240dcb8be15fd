/**
 * What pages and browsers report: searches (/api/product/searched), how fast a page was (/api/vitals) and what a policy has
 * blocked (/api/policy-report). They ignore the answers.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { pageKinds, vitalNames } from '#domain/vitals/vitals.ts';
import { longestSearch } from '#lib/product-constants.ts';
import type { Env } from '../http/env.ts';
import { wrongMethod } from '../http/methods.ts';
import { route } from '../http/route.ts';
import { countSearch } from '../reports/count-search.ts';
import { countReports } from '../reports/csp-count.ts';
import { reportBody } from '../reports/csp-reports.ts';
import { countVisit } from '../reports/vitals.ts';

const searchReport = z.object({
  q: z.string().max(longestSearch, `A search can have at most ${longestSearch} characters.`),
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

/** ms: longer measurements are wrong. */
const maxDuration = 3_600_000;
const vitalsBody = z.object({
  page: z.enum(pageKinds),
  values: z.partialRecord(z.enum(vitalNames), z.number().min(0).max(maxDuration)),
});

export const vitals = new Hono<Env>().post(
  '/',
  route('Reports how fast a page was.', { body: vitalsBody, limit: 1024 }, countVisit),
);

const types = ['application/reports+json', 'application/csp-report'];

export const policy = new Hono<Env>().post(
  '/',
  route(
    'Receives the reports of browsers about the payment page’s policy.',
    { body: reportBody, types },
    countReports,
    (_done, _reports, c) => c.body(null, 204),
  ),
);
