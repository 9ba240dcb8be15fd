/** What placing an order depends on besides the order and its buyer. */
import { withFees } from '#domain/delivery/promise.ts';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { ratesAt } from '#domain/tax/tax.ts';
import { promiseFor } from '../lib/delivery.ts';
import { store } from '../lib/store.ts';
import { tax } from '../lib/tax.ts';
import type { ShopCall } from '../providers/context.ts';

/** @param address where the order goes */
export function placeContext(
  { db, now, providers, undoTime, urls, networks, limits, hotStock }: ShopCall,
  method: PaymentMethod,
  { zipcode, state }: { zipcode: string; state: string },
) {
  const promise = promiseFor(zipcode, state, now);
  return {
    db,
    now,
    providers,
    undoTime,
    store: withFees(store, promise),
    promise,
    rates: ratesAt(tax, now),
    provider: providers[method],
    origin: urls.origin,
    networks,
    limits,
    hotStock,
  };
}
