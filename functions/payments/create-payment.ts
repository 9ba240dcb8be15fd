/** Creates the online payment of an order that is stored. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, payments, takesPayment } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import { fullName } from '#lib/full-name.ts';
import { type Refusal, refusal } from '../lib/refusal.ts';
import type { RequestContext } from '../providers/context.ts';
import {
  type PayableOrder,
  ProviderRefused,
  ProviderUnreachable,
  providerSilent,
} from '../providers/provider.ts';
import { settle } from './settle.ts';

/** Why a payment is not started. */
export const payRefusals = {
  /** The order is cancelled. */
  refused: refusal(
    409,
    'payment_refused',
    'The payment could not be started, and nothing was charged. Please choose another way to pay.',
  ),
  notPending: refusal(409, 'not_pending', 'This order no longer waits for a payment.'),
  /** A cash order, a part of which was cancelled after its payment was begun. */
  changed: refusal(
    409,
    'order_changed',
    'This order was changed after you began to pay. Please pay on delivery, or cancel it and order again.',
  ),
  methodClosed: refusal(
    409,
    'method_closed',
    'This shop takes no online payment now. Please pay on delivery.',
  ),
  /** The browser asks again with the same key. */
  providerSilent,
};

const toPayable = (order: OrderRow, lines: readonly OrderLine[]): PayableOrder => ({
  orderId: order.id,
  reference: order.reference,
  amount: order.total,
  name: fullName(order.address),
  email: order.address.email,
  phone: order.address.phone,
  lines: [
    ...lines.map(({ name, price, quantity, discount }) => ({
      name: quantity > 1 ? `${name} × ${quantity}` : name,
      amount: price * quantity - discount,
    })),
    { name: 'Delivery', amount: order.delivery },
  ].filter(({ amount }) => amount > 0),
});

/** Length of an attempt, ms. A repeated call within it sends the same request, since the answer may have been lost. */
const attemptLength = 4 * 60 * 1000;

/**
 * A later call creates another payment, since the page of the first one would expire too soon. They cannot both be
 * paid: only the payment whose provider id is stored is shown to the shopper.
 */
function attemptAt({ createdAt }: OrderRow, now: number) {
  const attempt = Math.max(0, Math.floor((now - createdAt) / attemptLength));
  return { attempt, startedAt: createdAt + attempt * attemptLength };
}

/** Stores the provider's id of the payment unless it has one, then reads it. No row: the order was deleted. */
const storeProviderId = (
  { db }: RequestContext,
  { orderId }: Payment,
  providerId: string,
  url: string | null,
) =>
  db.write.batch([
    db.write
      .update(payments)
      .set({ providerId, url })
      .where(
        and(
          eq(payments.orderId, orderId),
          isNull(payments.providerId),
          sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND ${takesPayment})`,
        ),
      ),
    db.write
      .select({ providerId: payments.providerId, url: payments.url, waits: sql<number>`${takesPayment}` })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.orderId, orderId)),
  ]);

/** A payment that has ended at its provider is forgotten, so that the order gets another one. */
export const forgetProviderId = (db: Db, { orderId, providerId }: Payment) =>
  db.write
    .update(payments)
    .set({ providerId: null, url: null })
    .where(and(eq(payments.orderId, orderId), eq(payments.providerId, providerId ?? '')));

/**
 * Creates the payment at its provider. The order is stored and its stock held before this call
 * (docs/behaviour.md, "Holds"). A second call returns the payment that was created.
 */
export async function createPayment(
  context: RequestContext,
  { order, lines, payment }: { order: OrderRow; lines: readonly OrderLine[]; payment: Payment },
): Promise<{ ok: true; providerId: string; url: string | null } | Refusal> {
  if (payment.providerId) return { ok: true, providerId: payment.providerId, url: payment.url };
  try {
    const options = { origin: payment.origin, ...attemptAt(order, context.now) };
    const created = await context.providers[payment.method].create(toPayable(order, lines), options);
    const [, [stored]] = await storeProviderId(context, payment, created.providerId, created.url);
    if (!stored?.waits || !stored.providerId) return payRefusals.notPending();
    return { ok: true, providerId: stored.providerId, url: stored.url };
  } catch (error) {
    if (error instanceof ProviderUnreachable) return providerSilent();
    if (!(error instanceof ProviderRefused)) throw error;
    await settle(context, payment, { by: 'shop', reason: 'The payment could not be started.' });
    return payRefusals.refused();
  }
}
