/** /api/desk: the operators' API. Every route passes `operatorOnly` first. */
import { Hono } from 'hono';
import { listAudit } from '../../desk/audit.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { readToday } from '../../desk/today.ts';
import { query } from '../../http/body.ts';
import { type DeskEnv, operatorOnly } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { coupons } from './coupons.ts';
import { exports } from './export.ts';
import { flags } from './flags.ts';
import { heldEmails } from './held-emails.ts';
import { operators } from './operators.ts';
import { orderLimits } from './order-limits.ts';
import { orders } from './orders.ts';
import { reconcile } from './reconcile.ts';
import { refunds } from './refunds.ts';
import { reviews } from './reviews.ts';
import { searches } from './searches.ts';
import { shipping } from './shipping.ts';
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
  .route('/searches', searches)
  .route('/shipping', shipping)
  .route('/speed', speed)
  .get('/today', async (c) => success(c, await readToday(c.get('db'), c.get('now'))))
  .get('/audit', query(cursorQuery), async (c) =>
    success(c, await listAudit(c.get('db'), c.req.valid('query').after)),
  )
  .route('/stock', stock)
  .route('/reviews', reviews)
  .route('/tickets', tickets)
  .route('/coupons', coupons)
  .route('/subscribers', subscribers)
  .route('/held', heldEmails)
  .route('/people', operators)
  .route('/limits', orderLimits)
  .route('/export', exports);
