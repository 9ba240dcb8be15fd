/** /api/policy-report: CSP violation reports of browsers. They ignore the response. */
import { Hono } from 'hono';
import { body, bodyLimit } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type Env, setting } from '../http/env.ts';
import { sender } from '../http/request-context.ts';
import { countReports } from '../reports/csp-count.ts';
import { relevantReports, reportBody } from '../reports/csp-reports.ts';

const reportTypes = ['application/reports+json', 'application/csp-report'];

export const policy = new Hono<Env>().post(
  '/',
  describeRoute('Receives the reports of browsers about the payment page’s policy.'),
  body(reportBody, bodyLimit.usual, reportTypes),
  async (c) => {
    const origins = [new URL(c.req.url).origin, c.env.SHOP_URL ?? ''];
    const reports = relevantReports(c.req.valid('json'), origins, c.req.header('user-agent') ?? '');
    const from = sender(c, setting(c.env.POLICY_REPORTS_PER_HOUR, 60));
    const refused = await countReports(c.get('db'), reports, from);
    if (refused) throw refused;
    return c.body(null, 204);
  },
);
