/** /api/store and /api/health. */
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { jobs } from '#db/schema/index.ts';
import { paymentMethods } from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';
import type { Env } from '../http/env.ts';
import { success } from '../http/success.ts';
import { store } from '../lib/store.ts';
import type { PaymentProvider } from '../payments/provider.ts';

/** A payment method for the checkout. @property reason why it is unavailable @property minimum rupees */
const describeMethod = ({ id, name, unavailableReason, testMode, minimum }: PaymentProvider) => ({
  id,
  name,
  enabled: unavailableReason === null,
  reason: unavailableReason,
  testMode,
  minimum: toRupees(minimum),
});

const { name, tagline, currency, delivery, cashOnDelivery, returns, care } = store;
/** The public settings of content/store.yaml. Amounts are in rupees. */
const settings = {
  name,
  tagline,
  currency,
  care,
  returns,
  delivery: { ...delivery, fee: toRupees(delivery.fee), freeFrom: toRupees(delivery.freeFrom) },
  cashOnDelivery: { ...cashOnDelivery, maxOrder: toRupees(cashOnDelivery.maxOrder) },
};

/** ms since the last run of a part of the scheduled job, which runs every minute, until `scheduled` is `late`. */
const maxJobAge = 10 * 60 * 1000;

export const shop = new Hono<Env>()
  .get('/store', (c) => {
    c.header('Cache-Control', 'public, max-age=60');
    // Pages correct the clock of a phone by it (src/lib/server-clock.api.ts). Cloudflare sends it anyway.
    c.header('Date', new Date(c.get('now')).toUTCString());
    return success(c, {
      store: settings,
      paymentMethods: paymentMethods.map((id) => describeMethod(c.get('providers')[id])),
    });
  })
  .get('/health', async (c) => {
    try {
      const [last] = await c
        .get('db')
        .read.select({ at: sql<number | null>`min(coalesce(finished_at, 0))` })
        .from(jobs);
      const scheduled = c.get('now') - (last?.at ?? 0) <= maxJobAge ? ('ok' as const) : ('late' as const);
      return success(c, { database: 'ok' as const, scheduled });
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
