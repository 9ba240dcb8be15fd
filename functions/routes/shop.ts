/** /api/store and /api/health. */
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { jobs } from '#db/schema/index.ts';
import { paymentMethods } from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';
import type { Env } from '../http/env.ts';
import { store } from '../lib/store.ts';
import type { PaymentProvider } from '../payments/provider.ts';

/** A way to pay, for the checkout: what it is called, and why it cannot be had. @property minimum rupees */
const methodOf = ({ id, name, closed, testMode, minimum }: PaymentProvider) => ({
  id,
  name,
  enabled: closed === null,
  reason: closed,
  testMode,
  minimum: toRupees(minimum),
});

const { name, tagline, currency, delivery, cashOnDelivery, returns, care } = store;
/** What a client may know of content/store.yaml. Amounts are rupees. */
const settings = {
  name,
  tagline,
  currency,
  care,
  returns,
  delivery: { ...delivery, fee: toRupees(delivery.fee), freeFrom: toRupees(delivery.freeFrom) },
  cashOnDelivery: { ...cashOnDelivery, maxOrder: toRupees(cashOnDelivery.maxOrder) },
};

/** The scheduled job runs every minute; when a part of it has not for so long, a monitor should call, ms. */
const lateAfter = 10 * 60 * 1000;

export const shop = new Hono<Env>()
  .get('/store', (c) => {
    c.header('Cache-Control', 'public, max-age=60');
    return c.json({
      success: true as const,
      store: settings,
      paymentMethods: paymentMethods.map((id) => methodOf(c.get('providers')[id])),
    });
  })
  .get('/health', async (c) => {
    try {
      const [last] = await c
        .get('db')
        .read.select({ at: sql<number | null>`min(coalesce(finished_at, 0))` })
        .from(jobs);
      const scheduled = c.get('now') - (last?.at ?? 0) <= lateAfter ? ('ok' as const) : ('late' as const);
      return c.json({ success: true as const, database: 'ok' as const, scheduled });
    } catch {
      c.header('Retry-After', '3');
      return c.json(
        {
          success: false as const,
          code: 'unavailable',
          message: 'The database does not answer.',
          database: 'down' as const,
        },
        503,
      );
    }
  });
