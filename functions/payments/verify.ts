/**
 * Coming back from paying. What the browser brings along only says which payment to ask about; whether
 * it was made, the provider says (docs/behaviour.md 7.6).
 */
import { and, eq } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import type { Shop } from './context.ts';
import { settle } from './settle.ts';
import { signedWith } from './signature.ts';

export type Verified =
  | { ok: true; orderId: string }
  /** `pending`: nobody knows yet. `failed`: nothing was paid, and the order is over. */
  | { ok: false; code: 'signed_out' | 'not_found' | 'forged' | 'pending' | 'failed' };

/** One's own order and its payment. */
async function mine({ db }: Shop, { tokenHash, now }: Owner, which: ReturnType<typeof eq>) {
  const [[person], [found]] = await db.read.batch([
    personOf(db, tokenHash, now),
    db.read
      .select({ payment: payments, paid: orders.paid, status: orders.status })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(which, eq(orders.userId, userIdOf(tokenHash, now)))),
  ]);
  return person ? (found ?? ('not_found' as const)) : ('signed_out' as const);
}

/** @param owner who gives up paying; undefined when they say that they have paid */
async function outcome(shop: Shop, payment: Payment, owner?: Owner): Promise<Verified> {
  const ending = owner && {
    by: 'shopper' as const,
    actorId: userIdOf(owner.tokenHash, owner.now),
    reason: 'The payment was not made.',
  };
  const settled = await settle(shop, payment, ending);
  if (settled === 'paid') return { ok: true, orderId: payment.orderId };
  return { ok: false, code: settled === 'ended' ? 'failed' : 'pending' };
}

/** @param success false when the shopper left Stripe's page without paying: the session is ended */
export async function verifyStripe(
  shop: Shop,
  owner: Owner,
  { orderId, success }: { orderId: string; success: boolean },
): Promise<Verified> {
  const found = await mine(shop, owner, eq(payments.orderId, orderId));
  if (typeof found === 'string') return { ok: false, code: found };
  if (found.status === 'Cancelled') return { ok: false, code: 'failed' };
  if (found.paid) return { ok: true, orderId };
  return outcome(shop, found.payment, success ? undefined : owner);
}

/** What Razorpay's widget hands to the page. */
export type WidgetAnswer = { orderId: string; paymentId: string; signature: string };

/** @param secret RAZORPAY_KEY_SECRET, which signs the order id that we have stored, and the payment's */
export async function verifyRazorpay(
  shop: Shop,
  owner: Owner,
  { orderId, paymentId, signature }: WidgetAnswer,
  secret: string,
): Promise<Verified> {
  const which = and(eq(payments.method, 'razorpay'), eq(payments.providerId, orderId)) as ReturnType<
    typeof eq
  >;
  const found = await mine(shop, owner, which);
  if (typeof found === 'string') return { ok: false, code: found };
  const { payment, paid } = found;
  if (!(await signedWith([secret], `${payment.providerId}|${paymentId}`, signature)))
    return { ok: false, code: 'forged' };
  if (paid) return { ok: true, orderId: payment.orderId };
  return outcome(shop, payment);
}
