/** /api/desk: the operators' API. Every route passes `operatorOnly` first, or for `/waiting` a check of its own. */
import { Hono } from 'hono';
import { listAudit } from '../../desk/audit.ts';
import { countForMenu } from '../../desk/menu-counts.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { readToday } from '../../desk/today.ts';
import { currentPage, type DeskEnv, operatorOnly } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { bulk } from './bulk.ts';
import { cash } from './cash.ts';
import { catalogue } from './catalogue.ts';
import { coupons } from './coupons.ts';
import { customers } from './customers.ts';
import { exports } from './export.ts';
import { flags } from './flags.ts';
import { heldEmails } from './held-emails.ts';
import { operators } from './operators.ts';
import { orders } from './orders.ts';
import { phoneOrders } from './phone-orders.ts';
import { reconcile } from './reconcile.ts';
import { refunds } from './refunds.ts';
import { returns } from './returns.ts';
import { reviews } from './reviews.ts';
import { searches } from './searches.ts';
import { shipping } from './shipping.ts';
import { speed } from './speed.ts';
import { stock } from './stock.ts';
import { stockLists } from './stock-lists.ts';
import { subscribers } from './subscribers.ts';
import { tickets } from './tickets.ts';
import { waiting } from './waiting.ts';

export const deskApi = new Hono<DeskEnv>()
  .route('/waiting', waiting)
  .use(operatorOnly, currentPage)
  .route('/flags', flags)
  .route('/orders', orders)
  .route('/phone-orders', phoneOrders)
  .route('/bulk', bulk)
  .route('/catalogue', catalogue)
  .route('/refunds', refunds)
  .route('/returns', returns)
  .route('/reconcile', reconcile)
  .route('/searches', searches)
  .route('/shipping', shipping)
  .route('/speed', speed)
  .get('/today', desk('Reads what needs attention today.', {}, readToday))
  .get('/menu', desk('Counts for the menu of the desk.', {}, countForMenu))
  .get('/audit', desk('Lists who did what.', { query: cursorQuery }, listAudit))
  .route('/stock', stock)
  .route('/stock-lists', stockLists)
  .route('/reviews', reviews)
  .route('/tickets', tickets)
  .route('/coupons', coupons)
  .route('/customers', customers)
  .route('/subscribers', subscribers)
  .route('/cash', cash)
  .route('/held', heldEmails)
  .route('/people', operators)
  .route('/export', exports);
