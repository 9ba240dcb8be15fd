/** /api/desk: the operators' API. Every route passes `operatorOnly` first, or for `/waiting` a check of its own. */
import { Hono } from 'hono';
import * as z from 'zod';
import { defaultPeriod, searchPeriods } from '#domain/search/periods.ts';
import { keysOf } from '#lib/keys.ts';
import { listAudit } from '../../desk/audit.ts';
import { resolveFlag } from '../../desk/flags.ts';
import { listHeldEmails, sendHeldEmail } from '../../desk/held-emails.ts';
import { countForMenu } from '../../desk/menu-counts.ts';
import { openEditor } from '../../desk/open-editor.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { readToday } from '../../desk/today.ts';
import { byId } from '../../http/fields.ts';
import { contentOnly, currentPage, type DeskEnv, operatorOnly } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import type { DeskCall } from '../../lib/call.ts';
import { readReports } from '../../reports/csp-count.ts';
import { readSearches } from '../../reports/searches.ts';
import { readSpeed, vitalDays } from '../../reports/vitals.ts';
import { bulk } from './bulk.ts';
import { cash } from './cash.ts';
import { catalogue } from './catalogue.ts';
import { coupons } from './coupons.ts';
import { customers } from './customers.ts';
import { exports } from './export.ts';
import { operators } from './operators.ts';
import { orders } from './orders.ts';
import { phoneOrders } from './phone-orders.ts';
import { productChanges, products } from './products.ts';
import { reconcile } from './reconcile.ts';
import { refunds } from './refunds.ts';
import { returns } from './returns.ts';
import { reviews } from './reviews.ts';
import { saleDay } from './sale-day.ts';
import { shipping } from './shipping.ts';
import { stock } from './stock.ts';
import { stockLists } from './stock-lists.ts';
import { subscribers } from './subscribers.ts';
import { tickets } from './tickets.ts';
import { waiting } from './waiting.ts';

const period = z
  .enum(keysOf(searchPeriods), 'is not a period of the searches')
  .default(defaultPeriod)
  .meta({ description: 'The time whose searches are counted.' });

/** Web vitals, and browsers' reports of blocked resources on the payment page. */
const readSpeedAndReports = async ({ db, now }: DeskCall) => ({
  days: vitalDays,
  speed: await readSpeed(db, now),
  reports: await readReports(db, now),
});

export const deskApi = new Hono<DeskEnv>()
  .route('/waiting', waiting)
  .use(operatorOnly, currentPage)
  .post(
    '/flags/:id/resolve',
    desk('Resolves a flag.', { params: byId }, resolveFlag, 'The flag is resolved.'),
  )
  .route('/orders', orders)
  .route('/phone-orders', phoneOrders)
  .route('/bulk', bulk)
  .route('/catalogue', catalogue)
  .route('/refunds', refunds)
  .route('/returns', returns)
  .route('/reconcile', reconcile)
  .get(
    '/searches',
    desk('Reads what was searched, and what found nothing.', { query: z.object({ period }) }, readSearches),
  )
  .route('/shipping', shipping)
  .get('/speed', desk('Reads how fast the pages were.', {}, readSpeedAndReports))
  .get(
    '/today',
    desk('Reads what needs attention today.', {}, (call) => readToday(call)),
  )
  .post(
    '/editor',
    contentOnly,
    desk('Opens the editor: a token for the repository of the content.', {}, openEditor),
  )
  .get('/menu', desk('Counts for the menu of the desk.', {}, countForMenu))
  .get('/audit', desk('Lists who did what.', { query: cursorQuery }, listAudit))
  .route('/products', products)
  .route('/product-changes', productChanges)
  .route('/stock', stock)
  .route('/stock-lists', stockLists)
  .route('/reviews', reviews)
  .route('/tickets', tickets)
  .route('/coupons', coupons)
  .route('/sale-day', saleDay)
  .route('/customers', customers)
  .route('/subscribers', subscribers)
  .route('/cash', cash)
  .get('/held', desk('Lists the emails that were held back.', { query: cursorQuery }, listHeldEmails))
  .post(
    '/held/:id/send',
    desk('Sends an email that was held back.', { params: byId }, sendHeldEmail, ({ recipient }) => ({
      message: `The email is on its way to ${recipient}.`,
    })),
  )
  .route('/people', operators)
  .route('/export', exports);
