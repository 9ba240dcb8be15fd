/** /api/policy-report: CSP violation reports of browsers. They ignore the response. */
import { Hono } from 'hono';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';
import { countReports } from '../reports/csp-count.ts';
import { reportBody } from '../reports/csp-reports.ts';

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
