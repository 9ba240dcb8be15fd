/** What placing an order depends on besides the order and its buyer. */
import type { Context } from 'hono';
import { withFees } from '#domain/delivery/promise.ts';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { ratesAt } from '#domain/tax/tax.ts';
import { type Env, setting } from '../http/env.ts';
import { clientNetworks } from '../http/middleware.ts';
import { originOf, requestContext } from '../http/request-context.ts';
import { promiseFor } from '../lib/delivery.ts';
import { store } from '../lib/store.ts';
import { tax } from '../lib/tax.ts';

/** @param address where the order goes */
export function placeContext(
  c: Pick<Context<Env>, 'get' | 'env' | 'req'>,
  method: PaymentMethod,
  { zipcode, state }: { zipcode: string; state: string },
) {
  const base = requestContext(c);
  const promise = promiseFor(zipcode, state, base.now);
  return {
    ...base,
    store: withFees(store, promise),
    promise,
    rates: ratesAt(tax, base.now),
    provider: base.providers[method],
    origin: originOf(c),
    networks: clientNetworks(c.req),
    perHour: setting(c.env.ORDERS_PER_HOUR, 30),
    linksPerHour: setting(c.env.EMAIL_CHANGES_PER_HOUR, 5),
  };
}
