/** /api/desk/speed: web vitals, and browsers' reports of blocked resources on the payment page. */
import { Hono } from 'hono';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import type { DeskCall } from '../../lib/call.ts';
import { readReports } from '../../reports/csp-count.ts';
import { readSpeed, vitalDays } from '../../reports/vitals.ts';

const readAll = async ({ db, now }: DeskCall) => ({
  days: vitalDays,
  speed: await readSpeed(db, now),
  reports: await readReports(db, now),
});

export const speed = new Hono<DeskEnv>().get('/', desk('Reads how fast the pages were.', {}, readAll));
