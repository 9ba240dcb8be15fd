/** /api/desk/speed: how quick the shop was for those who used it, and what browsers refused on the payment page. */
import { Hono } from 'hono';
import type { DeskEnv } from '../../http/operator.ts';
import { readReports } from '../../policy/count.ts';
import { readSpeed, vitalDays } from '../../vitals/vitals.ts';

export const speed = new Hono<DeskEnv>().get('/', async (c) =>
  c.json({
    success: true as const,
    days: vitalDays,
    speed: await readSpeed(c.get('db'), c.get('now')),
    reports: await readReports(c.get('db'), c.get('now')),
  }),
);
