/** Sending a shopper to pay an order that is written already. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { LineRow, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Shop } from './context.ts';
import { type Payable, ProviderRefused, ProviderSilent } from './provider.ts';
import { settle } from './settle.ts';

type Begun =
  | { ok: true; providerId: string; url: string | null }
  /** `silent`: ask again with the same key. `refused`: the order is cancelled. */
  | { ok: false; code: 'silent' | 'refused' | 'ended' };

const payable = (order: OrderRow, lines: readonly LineRow[]): Payable => ({
  orderId: order.id,
  reference: order.reference,
  amount: order.total,
  name: `${order.address.firstName} ${order.address.lastName}`,
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

/** Asked again within it, ms, a provider is asked the very same: its answer may have been lost. */
const sameAttempt = 4 * 60 * 1000;

/**
 * Later it is another payment, since the first one's page would close too soon. They cannot both be
 * paid: only the one whose name is kept is ever shown to anybody.
 */
function attemptOf({ createdAt }: OrderRow, now: number) {
  const attempt = Math.max(0, Math.floor((now - createdAt) / sameAttempt));
  return { attempt, now: createdAt + attempt * sameAttempt };
}

/** Keeps the provider's name for the payment; whoever comes first names it. No row: the order has ended. */
const name = ({ db }: Shop, { orderId }: Payment, providerId: string, url: string | null) =>
  db.write.batch([
    db.write
      .update(payments)
      .set({ providerId, url })
      .where(
        and(
          eq(payments.orderId, orderId),
          isNull(payments.providerId),
          sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND status = 'Payment Pending')`,
        ),
      ),
    db.write
      .select({ providerId: payments.providerId, url: payments.url, status: orders.status })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.orderId, orderId)),
  ]);

/**
 * The order is stored, with its stock held, before the provider hears of it (docs/behaviour.md 7.2).
 * Asked again, it answers the payment that was begun.
 */
export async function beginPayment(
  shop: Shop,
  { order, lines, payment }: { order: OrderRow; lines: readonly LineRow[]; payment: Payment },
): Promise<Begun> {
  if (payment.providerId) return { ok: true, providerId: payment.providerId, url: payment.url };
  try {
    const back = { origin: payment.origin, ...attemptOf(order, shop.now) };
    const begun = await shop.providers[payment.method].begin(payable(order, lines), back);
    const [, [stored]] = await name(shop, payment, begun.providerId, begun.url);
    if (stored?.status !== 'Payment Pending' || !stored.providerId) return { ok: false, code: 'ended' };
    return { ok: true, providerId: stored.providerId, url: stored.url };
  } catch (error) {
    if (error instanceof ProviderSilent) return { ok: false, code: 'silent' };
    if (!(error instanceof ProviderRefused)) throw error;
    const ending = { by: 'shop', reason: 'The payment could not be started.', notCounted: true } as const;
    await settle(shop, payment, ending);
    return { ok: false, code: 'refused' };
  }
}
