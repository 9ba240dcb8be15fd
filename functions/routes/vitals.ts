/** /api/vitals: pages report how fast they were. The pages ignore the response. */
import { Hono } from 'hono';
import * as z from 'zod';
import { pageKinds, vitalNames } from '#domain/vitals/vitals.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type Env, setting } from '../http/env.ts';
import { sender } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { countVisit } from '../reports/vitals.ts';

/** ms: longer measurements are wrong. */
const maxDuration = 3_600_000;
const vitalsBody = z.object({
  page: z.enum(pageKinds),
  values: z.partialRecord(z.enum(vitalNames), z.number().min(0).max(maxDuration)),
});

export const vitals = new Hono<Env>().post(
  '/',
  describeRoute('Reports how fast a page was.'),
  body(vitalsBody, 1024),
  async (c) => {
    const from = sender(c, setting(c.env.VISITS_PER_HOUR, 300));
    const refused = await countVisit(c.get('db'), c.req.valid('json'), from);
    if (refused) throw refused;
    return success(c);
  },
);
