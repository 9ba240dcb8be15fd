/** /api/vitals: pages report how fast they were. The pages ignore the response. */
import { Hono } from 'hono';
import * as z from 'zod';
import { pageKinds, vitalNames } from '#domain/vitals/vitals.ts';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';
import { countVisit } from '../reports/vitals.ts';

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
