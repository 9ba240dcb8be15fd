/**
 * The return from paying. The browser only says which payment it was; the provider says whether it
 * was made (docs/behaviour.md, "After paying").
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { findSessionUser, linkedOrder, sessionUserId } from '../lib/session.ts';
import { orderNotFound } from '../orders/history.ts';
import type { RequestContext, ShopCall } from '../providers/context.ts';
import { providerSilent } from '../providers/provider.ts';
import { isSignedWith } from '../providers/signature.ts';
import { settle } from './settle.ts';

export type VerifyResult = { ok: true; orderId: string } | Refusal;

/** Why a payment is not confirmed. */
export const verifyRefusals = {
  notFound,
  forged: refusal(409, 'payment_unconfirmed', 'We could not confirm this payment.'),
  /** The provider has not confirmed yet. */
  pending: refusal(409, 'payment_pending', 'We are confirming your payment.'),
  /** Paid after the products were gone, and refunded. */
  soldOut: refusal(
    409,
    'sold_out',
    'The last pieces were sold before your payment arrived. We refund all of it in the way that you paid.',
  ),
  /** Nothing was paid; the order has ended, or waits for another try. */
  failed: refusal(
    409,
    'payment_failed',
    'The payment was not made, and nothing was charged. Your cart is as you left it.',
  ),
  providerSilent,
};

/** Finds a payment of the session's account, with its order. */
async function findOwnPayment({ db }: RequestContext, { tokenHash, now }: Owner, condition: SQL | undefined) {
  const [[person], [result]] = await db.read.batch([
    findSessionUser(db, tokenHash, now, {}, linkedOrder),
    db.read
      .select({ payment: payments, paid: orders.paid, status: orders.status, reserved: orders.reserved })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(condition, eq(orders.userId, sessionUserId(tokenHash, now, sql`orders.id`)))),
  ]);
  if (!person) return signedOut();
  return result ? { ok: true as const, ...result } : orderNotFound();
}

/** Whether the order was paid after its products were gone: it never got them. */
const isSoldOut = ({ paid, reserved }: { paid: boolean; reserved: boolean }): boolean => paid && !reserved;

/** Asks the provider. @param left the shopper says that they have not paid: the order waits for another try */
async function settleReturn(context: RequestContext, payment: Payment, left: boolean): Promise<VerifyResult> {
  const settled = await settle(context, payment, left ? 'keep' : undefined);
  if (settled === 'paid') return { ok: true, orderId: payment.orderId };
  if (settled === 'sold_out') return verifyRefusals.soldOut();
  const failed = settled === 'ended' || settled === 'expired' || (left && settled === 'open');
  return failed ? verifyRefusals.failed() : verifyRefusals.pending();
}

/**
 * @param success false when the shopper left Stripe's page, or Razorpay's window, without paying. The order keeps waiting: the
 *   next order of the same cart continues it (functions/checkout/place.ts), any other one replaces it
 */
export async function verifyStripe(
  call: ShopCall,
  { orderId, success }: { orderId: string; success: boolean },
): Promise<VerifyResult> {
  const result = await findOwnPayment(call, call.owner, eq(payments.orderId, orderId));
  if (!result.ok) return result;
  if (isSoldOut(result)) return verifyRefusals.soldOut();
  if (result.status === 'Cancelled') return verifyRefusals.failed();
  if (result.paid) return { ok: true, orderId };
  return settleReturn(call, result.payment, !success);
}
refuses(verifyStripe, verifyRefusals);

/** The data that Razorpay's widget gives to the page. */
type WidgetResponse = { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string };

/** RAZORPAY_KEY_SECRET has signed Razorpay's order id, as stored by the shop, and the payment id. */
export async function verifyRazorpay(
  call: ShopCall,
  {
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature: signature,
  }: WidgetResponse,
): Promise<VerifyResult> {
  const condition = and(eq(payments.method, 'razorpay'), eq(payments.providerId, orderId));
  const result = await findOwnPayment(call, call.owner, condition);
  if (!result.ok) return result;
  const { payment, paid } = result;
  if (!(await isSignedWith([call.widget.secret], `${payment.providerId}|${paymentId}`, signature)))
    return verifyRefusals.forged();
  if (isSoldOut(result)) return verifyRefusals.soldOut();
  if (paid) return { ok: true, orderId: payment.orderId };
  return settleReturn(call, payment, false);
}
refuses(verifyRazorpay, verifyRefusals);
