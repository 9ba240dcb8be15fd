/** /api/desk/reconcile: finding differences. Writes nothing. */
import { Hono } from 'hono';
import * as z from 'zod';
import { daysOf } from '#domain/reconciliation/rules.ts';
import { oneDay } from '#lib/dates.ts';
import { after, cursorQuery } from '../../desk/paging.ts';
import { checkEvents } from '../../desk/reconcile/events.ts';
import { checkOrderPage } from '../../desk/reconcile/orders.ts';
import { checkProviders } from '../../desk/reconcile/providers.ts';
import { checkStock } from '../../desk/reconcile/stock.ts';
import { query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { requestContext } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';

const providerQuery = z.object({
  after,
  period: z.enum(['day', 'week', 'month'], 'is not a period').default('week'),
});

export const reconcile = new Hono<DeskEnv>()
  .get('/stock', describeRoute('Compares the stock with its changes.'), query(cursorQuery), async (c) =>
    success(c, await checkStock(c.get('db'), c.req.valid('query').after)),
  )
  .get(
    '/events',
    describeRoute('Lists events of payment providers that were not handled.'),
    query(cursorQuery),
    async (c) => success(c, await checkEvents(c.get('db'), c.get('now'), c.req.valid('query').after)),
  )
  .get(
    '/orders',
    describeRoute('Compares orders with their payments and refunds.'),
    query(cursorQuery),
    async (c) => success(c, await checkOrderPage(c.get('db'), c.get('now'), c.req.valid('query').after)),
  )
  .get(
    '/providers',
    describeRoute('Compares orders with the payments of the providers.'),
    query(providerQuery),
    async (c) => {
      const { after, period } = c.req.valid('query');
      const since = c.get('now') - daysOf[period] * oneDay;
      return success(c, await checkProviders(requestContext(c), since, after));
    },
  );
