/**
 * Asking a provider what became of a payment, and acting on its word: paid, or over. Silence settles
 * nothing; the order then keeps its stock (docs/behaviour.md 7.2).
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Money } from '#db/schema/provider-event.ts';
import type { Mover } from '#features/orders/moves.ts';
import type { OrderStatus } from '#features/orders/order.ts';
import { changeOrder } from '../orders/change.ts';
import { type Confirmed, confirmPayment, refuseHeld } from './confirm.ts';
import type { Shop } from './context.ts';
import { type PaymentState, ProviderRefused, ProviderSilent } from './provider.ts';

/**
 * `ended`: not paid, and the order is cancelled (or has ended otherwise). `flagged`: paid in a way that
 * an operator has to look at.
 */
export type Settled = 'paid' | 'open' | 'ended' | 'flagged' | 'silent';

/**
 * Why the shop gives up waiting, and who says so.
 * @property actorId the account of whoever it is
 * @property notCounted it is no fault of the shopper's
 */
export type Ending = { by: Mover; actorId?: SQL; reason: string | null; notCounted?: boolean };

const meaning: Record<Confirmed['outcome'], Settled> = {
  paid: 'paid',
  mismatch: 'flagged',
  late: 'ended',
  unknown: 'silent',
};

const fits = ({ amount, currency }: Money, payment: Payment): boolean =>
  amount === payment.amount && currency === 'INR';

/** Authorised money is taken only while the order waits for just that; else it returns by itself. */
async function captured(
  { db, providers }: Shop,
  payment: Payment,
  held: PaymentState & { state: 'authorized' },
): Promise<PaymentState> {
  const [order] = await db.read
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, payment.orderId));
  if (order?.status !== 'Payment Pending' || !payment.providerId)
    return { state: 'ended', reason: 'The order had ended before the money was taken.' };
  if (!fits(held, payment)) return held;
  return providers[payment.method].capture(payment.providerId, held.paymentId, payment.amount);
}

/** Acts on what a provider says. @param ending when given, an unpaid order is cancelled by it */
export async function actOn(
  shop: Shop,
  payment: Payment,
  said: PaymentState,
  ending?: Ending,
): Promise<Settled> {
  const state = said.state === 'authorized' ? await captured(shop, payment, said) : said;
  const { method, providerId } = payment;
  const about = { method, providerId: providerId ?? '', now: shop.now };
  switch (state.state) {
    case 'paid':
      return meaning[(await confirmPayment(shop.db, { ...state, ...about })).outcome];
    case 'authorized':
      // The provider has not let us take it yet.
      if (fits(state, payment)) return 'silent';
      await refuseHeld(shop.db, payment.orderId, { ...state, ...about });
      return 'flagged';
    case 'open':
      return 'open';
    case 'ended':
      return endOrder(shop, payment, ending ?? { by: 'provider', reason: state.reason });
  }
}

/**
 * Cancels a pending order of which nothing was paid. A payment that no provider has a name for was
 * never shown to anybody, so nobody can have paid it; should its name arrive meanwhile, nothing happens.
 * @returns how the order stands: others may have been quicker, with money too
 */
async function endOrder(
  { db, now }: Shop,
  { orderId, providerId }: Payment,
  ending: Ending,
): Promise<Settled> {
  const same = and(
    eq(payments.orderId, orderId),
    providerId === null ? isNull(payments.providerId) : eq(payments.providerId, providerId),
  );
  const only = sql`o.status = 'Payment Pending' AND EXISTS (SELECT 1 FROM ${payments} WHERE ${same})`;
  const change = changeOrder(db, { ...ending, orderId, to: 'Cancelled', only, now });
  const results = await db.write.batch([
    change.statements[0],
    ...change.statements.slice(1),
    db.write.select({ status: orders.status, paid: orders.paid }).from(orders).where(eq(orders.id, orderId)),
  ]);
  const [order] = results.at(-1) as unknown as { status: OrderStatus; paid: boolean }[];
  if (order?.status === 'Payment Pending') return 'open';
  return order?.paid && order.status !== 'Cancelled' ? 'paid' : 'ended';
}

/**
 * Asks, and acts. With an ending, what can be ended is, and an unpaid order is cancelled; without one
 * only what is over by itself is.
 */
export async function settle(shop: Shop, payment: Payment, ending?: Ending): Promise<Settled> {
  const { method, providerId } = payment;
  if (!providerId) return ending ? endOrder(shop, payment, ending) : 'open';
  const provider = shop.providers[method];
  try {
    const said = await (ending ? provider.end(providerId, shop.now) : provider.ask(providerId));
    return await actOn(shop, payment, said, ending);
  } catch (error) {
    if (error instanceof ProviderSilent || error instanceof ProviderRefused) return 'silent';
    throw error;
  }
}
