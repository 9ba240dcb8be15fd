/** /api/desk/speed: web vitals, and browsers' reports of blocked resources on the payment page. */
import { Hono } from 'hono';
import { readReports } from '../../csp/count.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { readSpeed, vitalDays } from '../../vitals/vitals.ts';

export const speed = new Hono<DeskEnv>().get('/', async (c) =>
  success(c, {
    days: vitalDays,
    speed: await readSpeed(c.get('db'), c.get('now')),
    reports: await readReports(c.get('db'), c.get('now')),
  }),
);
