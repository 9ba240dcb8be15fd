/** /api/desk: what operators see and do. Everything below it passes `operatorOnly` first. */
import { Hono } from 'hono';
import { z } from 'zod';
import { listAudit } from '../../desk/audit.ts';
import { after } from '../../desk/paging.ts';
import { today } from '../../desk/today.ts';
import { query } from '../../http/body.ts';
import { type DeskEnv, operatorOnly } from '../../http/operator.ts';
import { speed } from './speed.ts';

const place = z.object({ after });

export const desk = new Hono<DeskEnv>()
  .use(operatorOnly)
  .route('/speed', speed)
  .get('/today', async (c) => c.json({ success: true as const, ...(await today(c.get('db'), c.get('now'))) }))
  .get('/audit', query(place), async (c) =>
    c.json({ success: true as const, ...(await listAudit(c.get('db'), c.req.valid('query').after)) }),
  );
