/** /api/desk: what operators see and do. Everything below it passes `operatorOnly` first. */
import { Hono } from 'hono';
import { listAudit } from '../../desk/audit.ts';
import { place } from '../../desk/paging.ts';
import { today } from '../../desk/today.ts';
import { query } from '../../http/body.ts';
import { type DeskEnv, operatorOnly } from '../../http/operator.ts';
import { coupons } from './coupons.ts';
import { exporting } from './export.ts';
import { flags } from './flags.ts';
import { held } from './held.ts';
import { limits } from './limits.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { reconcile } from './reconcile.ts';
import { refunds } from './refunds.ts';
import { reviews } from './reviews.ts';
import { speed } from './speed.ts';
import { stock } from './stock.ts';
import { subscribers } from './subscribers.ts';
import { tickets } from './tickets.ts';

export const desk = new Hono<DeskEnv>()
  .use(operatorOnly)
  .route('/flags', flags)
  .route('/orders', orders)
  .route('/refunds', refunds)
  .route('/reconcile', reconcile)
  .route('/speed', speed)
  .get('/today', async (c) => c.json({ success: true as const, ...(await today(c.get('db'), c.get('now'))) }))
  .get('/audit', query(place), async (c) =>
    c.json({ success: true as const, ...(await listAudit(c.get('db'), c.req.valid('query').after)) }),
  )
  .route('/stock', stock)
  .route('/reviews', reviews)
  .route('/tickets', tickets)
  .route('/coupons', coupons)
  .route('/subscribers', subscribers)
  .route('/held', held)
  .route('/people', people)
  .route('/limits', limits)
  .route('/export', exporting);
