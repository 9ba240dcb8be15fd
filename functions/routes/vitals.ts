/** /api/vitals: what pages tell of how quick they were. Nobody waits for the answer. */
import { Hono } from 'hono';
import { z } from 'zod';
import { pageKinds, vitalNames } from '#features/vitals/vitals.ts';
import { body } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import { countVisit } from '../vitals/vitals.ts';

/** An hour, ms: nothing that a page measures is longer. */
const longest = 3_600_000;
const measured = z.object({
  page: z.enum(pageKinds),
  values: z.partialRecord(z.enum(vitalNames), z.number().min(0).max(longest)),
});

export const vitals = new Hono<Env>().post('/', body(measured, 1024), async (c) => {
  await countVisit(c.get('db'), c.req.valid('json'), c.get('now'));
  return c.json({ success: true as const });
});
