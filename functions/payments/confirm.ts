/**
 * The only function that marks an order as paid. The return from the payment page, the webhook and the scheduled job
 * call it in any order and any number; only the first call finds the order pending (docs/behaviour.md,
 * "Confirming a payment").
 */
import { and, eq, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { coupons, orderEvents, orders, payments, refunds, takesPayment } from '#db/schema/index.ts';
import type { ReportedMoney } from '#db/schema/provider-event.ts';
import type { RefundReason } from '#domain/orders/refund.ts';
import type { PaidFirstMethod } from '#domain/payments/payment-methods.ts';
import { formatPrice, type Paise, toRupees } from '#lib/money.ts';
import { removeOrderedLines } from '../accounts/remove-ordered-lines.ts';
import { store } from '../lib/store.ts';
import { changeOrder, moveCause } from '../orders/change.ts';
import { newDays, placeOfOrder } from '../orders/confirmation.ts';
import { canTakeStock } from '../orders/holds.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';
import { raiseFlag } from '../outbox/flag.ts';
import { isAccepted } from './accepted.ts';
import { automatic } from './refunds.ts';

/** A payment that the provider reports. @property providerId the provider's session or order @property now UTC ms */
export type Confirmation = ReportedMoney & { method: PaidFirstMethod; providerId: string; now: number };

/** @property asked the amount that it pays, in paise: the order's if the shop accepts another one (accepted.ts) */
type Paying = Confirmation & { asked: Paise };

export type ConfirmOutcome =
  /** The order is paid, by this payment or by an earlier one. */
  | { outcome: 'paid'; orderId: string }
  /** The amount or currency differs from the order's: flagged. The order is unchanged. */
  | { outcome: 'mismatch'; orderId: string }
  /** The order had ended, or was paid by another payment: this payment has to be refunded. */
  | { outcome: 'late'; orderId: string }
  /** The order waited without its pieces, and they are gone: it is cancelled, and all of the money goes back. */
  | { outcome: 'sold_out'; orderId: string }
  /** The shop has no such payment. */
  | { outcome: 'unknown' };

export async function confirmPayment(db: Db, reported: Confirmation): Promise<ConfirmOutcome> {
  const { method, providerId } = reported;
  const ours = and(eq(payments.method, method), eq(payments.providerId, providerId));
  const [payment] = await db.read
    .select({ orderId: payments.orderId, method: payments.method, amount: payments.amount, ...placeOfOrder })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(ours);
  if (!payment) return { outcome: 'unknown' };
  const { orderId } = payment;
  const accepted = isAccepted(reported, payment, store.razorpay);
  const paid = { ...reported, asked: accepted ? payment.amount : reported.amount };
  const matches = matching(paid);
  const isPaid = sql`EXISTS (SELECT 1 FROM ${payments} p WHERE p.order_id = o.id AND ${matches} AND p.amount = o.total)`;
  const common = { orderId, also: sql`paid = 1`, now: paid.now };
  const placing = changeOrder(db, {
    ...common,
    to: 'Order Placed',
    by: 'provider',
    only: sql`${isPaid} AND ${canTakeStock(sql`o`)}`,
  });
  const ending = changeOrder(db, {
    ...common,
    to: 'Cancelled',
    by: 'shop',
    reason: soldOut,
    only: sql`${isPaid} AND NOT ${canTakeStock(sql`o`)}`,
  });
  const days = newDays(payment, paid.now);
  const instead = payInsteadOfCash(db, paid, { orderId, days, only: sql`${isPaid} AND ${takesPayment}` });
  const applied = sql`(${placing.done} OR ${instead.done})`;
  const queries = [outcomeOf(db, orderId, paid, matches)] as const;
  const [first, ...rest] = placing.statements;
  const [event, end, ...afterEnd] = ending.statements;
  const results = await db.write.batch([
    // The status change comes first, so that the statements below see it.
    first,
    ...rest,
    event,
    end,
    ...instead.statements,
    db.write.run(sql`
      UPDATE ${payments} SET payment_id = ${paid.paymentId}, next_ask_at = NULL,
        paid_amount = nullif(${paid.amount}, amount)
      WHERE order_id = ${orderId} AND (${applied} OR ${ending.done})`),
    ...afterEnd,
    giveBackCode(db, orderId, ending.done),
    refundAtOnce(db, orderId, ending.done),
    ...noteDifference(db, orderId, paid, applied),
    ...removeOrderedLines(db, orderId, placing.done),
    ...flagMismatch(db, orderId, paid),
    ...refundMismatch(db, orderId, paid),
    ...refundLatePayment(db, orderId, paid),
    ...queries,
  ]);
  const [[after]] = lastResults(results, queries);
  return after ? { outcome: after.outcome, orderId } : { outcome: 'unknown' };
}

/** The statements by which the payment of a cash order, begun while it waited to be confirmed, makes it a paid one. */
function payInsteadOfCash(
  db: Db,
  { method, now }: Confirmation,
  { orderId, days, only }: { orderId: string; days: ReturnType<typeof newDays>; only: Sql },
) {
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const email = { kind: 'order_paid', orderId } as const;
  const statements = [
    // To the status that it has: as of any paid order, that row says when the money came.
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, from_status, to_status, reason)
      SELECT ${eventId}, o.id, ${now}, 'provider', 'status', o.status, 'Order Placed', 'Paid online, not in cash.'
      FROM ${orders} o WHERE o.id = ${orderId} AND o.status = 'Order Placed' AND ${only}`),
    db.write.run(sql`
      UPDATE ${orders} SET paid = 1, payment_method = ${method}, confirmed_at = coalesce(confirmed_at, ${now}),
        promised_from = coalesce(${days?.promisedFrom ?? null}, promised_from),
        promised_to = coalesce(${days?.promisedTo ?? null}, promised_to)
      WHERE id = ${orderId} AND ${done}`),
    enqueueOrderEmail(db, email, moveCause(email), now, done),
  ] as const;
  return { statements, done };
}

/** Why an order is cancelled whose pieces are gone when it is paid. */
export const soldOut = 'The last pieces were sold before the payment arrived.';

/** Statement: the use of its code, of an order that was paid and is sold out. */
export const giveBackCode = (db: Db, orderId: string, when: Sql) =>
  db.write.run(sql`
    UPDATE ${coupons} SET uses = uses - 1
    WHERE code = (SELECT coupon_code FROM ${orders} WHERE id = ${orderId}) AND uses > 0 AND ${when}`);

/** The refund of such an order needs no operator (refunds.ts). */
const refundAtOnce = (db: Db, orderId: string, when: Sql) =>
  db.write.run(sql`
    UPDATE ${refunds} SET confirmed_by = ${automatic} WHERE order_id = ${orderId} AND status = 'due' AND ${when}`);

const isRupees = (currency: string): boolean => currency.toUpperCase() === 'INR';

/** Condition: the reported payment matches row `p` of payments. */
const matching = ({ method, providerId, asked, currency, forOrder }: Paying) =>
  sql`p.method = ${method} AND p.provider_id = ${providerId} AND p.amount = ${asked}
    AND ${isRupees(currency) ? 1 : 0} = 1 AND coalesce(${forOrder}, p.order_id) = p.order_id`;

type Sql = ReturnType<typeof matching>;

/** Condition: the order waits for its payment, and this one does not match it. Other currencies never match. */
function mismatch(orderId: string, paid: Paying): Sql {
  const waiting = isRupees(paid.currency)
    ? sql`o.status = 'Payment Pending'`
    : sql`p.payment_id IS NOT ${paid.paymentId}`;
  return sql`EXISTS (SELECT 1 FROM ${orders} o JOIN ${payments} p ON p.order_id = o.id
    WHERE o.id = ${orderId} AND ${waiting} AND NOT (${matching(paid)} AND p.amount = o.total))`;
}

/** Raises a flag for a payment that does not match its order (docs/behaviour.md, "Confirming a payment"). */
function flagMismatch(db: Db, orderId: string, paid: Paying) {
  const { amount, currency, paymentId, now } = paid;
  const detail = `The provider reports ${currency.toUpperCase()} ${toRupees(amount)} (${paymentId}), which does not match this order. The payment was not applied.`;
  const when = mismatch(orderId, paid);
  return [
    ...raiseFlag(db, { kind: 'payment_mismatch', about: orderId, detail, now, when }),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${`mismatch:${orderId}:${paymentId}`}, ${orderId}, ${now}, 'provider', 'payment', ${detail}, 0
      WHERE ${when} ON CONFLICT (id) DO NOTHING`),
  ] as const;
}

/** Writes into the order's history, for operators, that another amount was paid and accepted. */
function noteDifference(db: Db, orderId: string, { amount, asked, paymentId, now }: Paying, done: Sql) {
  if (amount === asked) return [];
  const difference = amount - asked;
  const detail = `${formatPrice(amount)} was paid for ${formatPrice(asked)}: ${formatPrice(Math.abs(difference))} ${difference < 0 ? 'less, by an offer' : 'more, for the fee'} of the payment provider.`;
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${`difference:${orderId}:${paymentId}`}, ${orderId}, ${now}, 'provider', 'payment', ${detail}, 0
      WHERE ${done} ON CONFLICT (id) DO NOTHING`),
  ];
}

/** The same for authorised money. It is never captured, so the bank releases it and no refund is due. */
export const flagHeldMoney = (db: Db, orderId: string, held: Confirmation) => {
  const [first, ...rest] = flagMismatch(db, orderId, { ...held, asked: held.amount });
  return db.write.batch([first, ...rest]);
};

/** Adds a due refund. Payments in other currencies are refunded by an operator in the provider's dashboard. */
const addDueRefund = (db: Db, orderId: string, paid: Confirmation, reason: RefundReason, when: Sql) =>
  isRupees(paid.currency) && paid.amount > 0
    ? [
        db.write.run(sql`
          INSERT INTO ${refunds} (id, order_id, payment_id, amount, reason, status, created_at)
          SELECT ${crypto.randomUUID()}, ${orderId}, ${paid.paymentId}, ${paid.amount}, ${reason}, 'due', ${paid.now}
          WHERE ${when} ON CONFLICT DO NOTHING`),
      ]
    : [];

const refundMismatch = (db: Db, orderId: string, paid: Paying) =>
  addDueRefund(db, orderId, paid, 'mismatch', mismatch(orderId, paid));

/** Adds a due refund for a payment of an order that is not pending, unless this payment paid the order. */
function refundLatePayment(db: Db, orderId: string, paid: Confirmation) {
  const { amount, currency, paymentId, now } = paid;
  if (!isRupees(currency)) return [];
  const late = sql`EXISTS (SELECT 1 FROM ${orders} o JOIN ${payments} p ON p.order_id = o.id
    WHERE o.id = ${orderId} AND o.status <> 'Payment Pending' AND p.payment_id IS NOT ${paymentId}
    AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE payment_id = ${paymentId}))`;
  const detail = `${formatPrice(amount)} arrived (${paymentId}) when the order no longer waited for it. It must be refunded.`;
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${`late:${paymentId}`}, ${orderId}, ${now}, 'provider', 'payment', ${detail}, 1
      WHERE ${late} ON CONFLICT (id) DO NOTHING`),
    ...raiseFlag(db, { kind: 'late_payment', about: paymentId, detail, now, when: late }),
    // Last: the condition of the statements above is false once the refund exists.
    ...addDueRefund(db, orderId, paid, 'late_payment', late),
  ];
}

const outcomeOf = (db: Db, orderId: string, { paymentId }: Confirmation, matches: Sql) =>
  db.write
    .select({
      outcome: sql<'paid' | 'mismatch' | 'late' | 'sold_out'>`CASE
        WHEN ${orders.paid} = 1 AND p.payment_id = ${paymentId} AND ${orders.reserved} = 0 THEN 'sold_out'
        WHEN ${orders.paid} = 1 AND (p.payment_id = ${paymentId} OR ${orders.status} <> 'Cancelled') THEN 'paid'
        WHEN ${orders.status} = 'Payment Pending' AND NOT (${matches}) THEN 'mismatch' ELSE 'late' END`,
    })
    .from(orders)
    .innerJoin(sql`${payments} AS p`, sql`p.order_id = ${orders.id}`)
    .where(eq(orders.id, orderId));
