/** /api/desk/reconcile: finding differences. Writes nothing. */
import { Hono } from 'hono';
import * as z from 'zod';
import { cursorQuery } from '../../desk/paging.ts';
import { checkEvents } from '../../desk/reconcile/events.ts';
import { checkOrderPage } from '../../desk/reconcile/orders.ts';
import { checkProviders } from '../../desk/reconcile/providers.ts';
import { checkStock } from '../../desk/reconcile/stock.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const period = z
  .enum(['day', 'week', 'month'], 'is not a period')
  .default('week')
  .meta({ description: 'The time whose payments are compared.' });

export const reconcile = new Hono<DeskEnv>()
  .get('/stock', desk('Compares the stock with its changes.', { query: cursorQuery }, checkStock))
  .get(
    '/events',
    desk('Lists events of payment providers that were not handled.', { query: cursorQuery }, checkEvents),
  )
  .get(
    '/orders',
    desk('Compares orders with their payments and refunds.', { query: cursorQuery }, checkOrderPage),
  )
  .get(
    '/providers',
    desk(
      'Compares orders with the payments of the providers.',
      { query: cursorQuery.extend({ period }) },
      checkProviders,
    ),
  );
