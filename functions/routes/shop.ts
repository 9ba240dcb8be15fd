/** /api/store and /api/health. */
import { Hono } from 'hono';
import { paymentMethods } from '#domain/payments/payment-words.ts';
import { switchesOf } from '#domain/store/features.ts';
import { toRupees } from '#lib/money.ts';

import type { Env } from '../http/env.ts';
import { readHealth } from '../http/health.ts';
import { route } from '../http/route.ts';
import { success } from '../http/success.ts';
import { store } from '../lib/store.ts';
import type { ShopCall } from '../providers/context.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { closedReason } from '../providers/providers.ts';

/** A payment method for the checkout. @property reason why it is unavailable @property minimum rupees */
function describeMethod(provider: PaymentProvider) {
  const { id, name, testMode, minimum } = provider;
  const reason = closedReason(provider);
  return { id, name, enabled: reason === null, reason, testMode, minimum: toRupees(minimum) };
}

const { name, tagline, currency, delivery, cashOnDelivery, returns, care } = store;
/** The public settings of content/store.yaml. Amounts are in rupees. */
const settings = {
  name,
  tagline,
  currency,
  care,
  returns: { days: returns.days, condition: returns.condition },
  delivery: { ...delivery, fee: toRupees(delivery.fee), freeFrom: toRupees(delivery.freeFrom) },
  cashOnDelivery: { maxOrder: toRupees(cashOnDelivery.maxOrder) },
};

/** What is not offered is not shown. */
const switches = switchesOf(store);
const offered = paymentMethods.filter((id) => switches[id]);

const readStore = ({ providers }: ShopCall) => ({
  store: settings,
  paymentMethods: offered.map((id) => describeMethod(providers[id])),
});

export const shop = new Hono<Env>()
  .get(
    '/store',
    route(
      'Reads the public settings of the shop, and the payment methods.',
      {},
      readStore,
      (answer, _, c) => {
        c.header('Cache-Control', 'public, max-age=60');
        // Pages correct the clock of a phone by it (src/lib/server-clock.api.ts). Cloudflare sends it anyway.
        c.header('Date', new Date(c.get('now')).toUTCString());
        return answer;
      },
    ),
  )
  .get(
    '/health',
    route(
      'Says whether the database and the scheduled job work.',
      {},
      ({ db, now }) => readHealth(db, now),
      (health, _, c) => {
        if (health.database === 'ok') return success(c, health);
        const { database, reason: message } = health;
        c.header('Retry-After', '3');
        return c.json({ success: false as const, code: 'unavailable', message, database }, 503);
      },
    ),
  );
