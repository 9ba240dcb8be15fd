/** /api/desk/speed: web vitals, and browsers' reports of blocked resources on the payment page. */
import { Hono } from 'hono';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { readReports } from '../../reports/csp-count.ts';
import { readSpeed, vitalDays } from '../../reports/vitals.ts';

export const speed = new Hono<DeskEnv>().get(
  '/',
  describeRoute('Reads how fast the pages were.'),
  async (c) =>
    success(c, {
      days: vitalDays,
      speed: await readSpeed(c.get('db'), c.get('now')),
      reports: await readReports(c.get('db'), c.get('now')),
    }),
);
