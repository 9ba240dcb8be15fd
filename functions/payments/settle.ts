/**
 * Asking a provider what became of a payment, and acting on its word: paid, or over. Silence settles
 * nothing; the order then keeps its stock (decisions, "Orders and payment").
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { orders, payments } from '#db/schema.ts';
import type { Mover } from '#features/orders/moves.ts';
import { changeOrder } from '../orders/change.ts';
import type { Shop } from '../shop.ts';
import { type Confirmed, confirmPayment } from './confirm.ts';
import { type Payment, type PaymentState, ProviderRefused, ProviderSilent } from './provider.ts';

/**
 * `ended`: not paid, and the order is cancelled (or has ended otherwise). `flagged`: paid in a way that
 * an operator has to look at.
 */
export type Settled = 'paid' | 'open' | 'ended' | 'flagged' | 'silent';

/** Why the shop gives up waiting, and who says so. */
export type Ending = { by: Mover; actorId?: SQL; reason: string | null };

const meaning: Record<Confirmed['outcome'], Settled> = {
  paid: 'paid',
  mismatch: 'flagged',
  late: 'ended',
  unknown: 'silent',
};

/** Authorised money is taken only while the order waits for it; else it returns by itself. */
async function captured({ db, providers }: Shop, payment: Payment, paymentId: string): Promise<PaymentState> {
  const [order] = await db.read
    .select({ status: orders.status })
    .from(orders)
    .where(eq(orders.id, payment.orderId));
  if (order?.status !== 'Payment Pending' || !payment.providerId)
    return { state: 'ended', reason: 'The order had ended before the money was taken.' };
  return providers[payment.method].capture(payment.providerId, paymentId, payment.amount);
}

/** Acts on what a provider says. @param ending when given, an unpaid order is cancelled by it */
export async function actOn(
  shop: Shop,
  payment: Payment,
  said: PaymentState,
  ending?: Ending,
): Promise<Settled> {
  const state = said.state === 'authorized' ? await captured(shop, payment, said.paymentId) : said;
  switch (state.state) {
    case 'paid': {
      const { method, providerId } = payment;
      const money = { ...state, method, providerId: providerId ?? '', now: shop.now };
      return meaning[(await confirmPayment(shop.db, money)).outcome];
    }
    case 'authorized':
      return 'silent';
    case 'open':
      return 'open';
    case 'ended': {
      await endOrder(shop, payment, ending ?? { by: 'provider', reason: state.reason });
      return 'ended';
    }
  }
}

/**
 * Cancels a pending order of which nothing was paid. A payment that no provider has a name for was
 * never shown to anybody, so nobody can have paid it; should its name arrive meanwhile, nothing happens.
 */
async function endOrder(
  { db, now }: Shop,
  { orderId, providerId }: Payment,
  { by, actorId = sql`NULL`, reason }: Ending,
) {
  const same = and(
    eq(payments.orderId, orderId),
    providerId === null ? isNull(payments.providerId) : eq(payments.providerId, providerId),
  );
  const only = sql`o.status = 'Payment Pending' AND EXISTS (SELECT 1 FROM ${payments} WHERE ${same})`;
  const ending = changeOrder(db, { orderId, to: 'Cancelled', by, actorId, reason, only, now });
  await db.write.batch([ending.statements[0], ...ending.statements.slice(1)]);
}

/**
 * Asks, and acts. With an ending, what can be ended is, and an unpaid order is cancelled; without one
 * only what is over by itself is.
 */
export async function settle(shop: Shop, payment: Payment, ending?: Ending): Promise<Settled> {
  const { method, providerId } = payment;
  if (!providerId) {
    if (!ending) return 'open';
    await endOrder(shop, payment, ending);
    return 'ended';
  }
  const provider = shop.providers[method];
  try {
    const said = await (ending ? provider.end(providerId, shop.now) : provider.ask(providerId));
    return await actOn(shop, payment, said, ending);
  } catch (error) {
    if (error instanceof ProviderSilent || error instanceof ProviderRefused) return 'silent';
    throw error;
  }
}
