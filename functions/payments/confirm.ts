/**
 * The only function that marks an order as paid by a provider. The return from the payment page, the webhook and the scheduled
 * job call it in any order and any number; only the first call finds the order pending (docs/behaviour.md, "Confirming a
 * payment").
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { ReportedMoney } from '#db/schema/provider-event.ts';
import { isPaidOnDelivery, type PaidFirstMethod } from '#domain/payments/payment-methods.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { removeOrderedLines } from '../accounts/remove-ordered-lines.ts';
import { newDays } from '../lib/delivery.ts';
import { store } from '../lib/store.ts';
import { type Change, changeOrder, type OrderRead } from '../orders/change-order.ts';
import { type Effect, insert, update, updateWhere } from '../orders/effects.ts';
import { selectReported } from '../orders/history.ts';
import { canTakeStock, selectEnough } from '../orders/holds.ts';
import { effectsOfMove, effectsOfSoldOut, moveCause, soldOut } from '../orders/move-effects.ts';
import { isAccepted } from '../providers/accepted.ts';
import { automatic } from './refunds.ts';

/** A payment that the provider reports. @property providerId the provider's session or order @property now UTC ms */
export type Confirmation = ReportedMoney & { method: PaidFirstMethod; providerId: string; now: number };

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

type Known = { ok: true } & Extract<ConfirmOutcome, { orderId: string }>;

export async function confirmPayment(db: Db, reported: Confirmation): Promise<ConfirmOutcome> {
  const { method, providerId, paymentId, now } = reported;
  const ours = and(eq(payments.method, method), eq(payments.providerId, providerId));
  const orderId = sql`(SELECT order_id FROM ${payments} WHERE ${ours})`;
  const reads = [
    selectEnough(db, orderId),
    selectReported(db, [sql`${`late:${paymentId}`}`, sql`'mismatch:' || ${orderId} || ${`:${paymentId}`}`]),
    db.read.select({ id: refunds.id }).from(refunds).where(eq(refunds.paymentId, paymentId)),
  ] as const;
  const done = await changeOrder<Known, typeof reads>(
    { db, now },
    { by: 'provider' },
    { orderId },
    reads,
    (read, [stock], reports, refunded) => {
      const { order, payment } = read;
      if (!payment) return { ok: true, outcome: 'late', orderId: order.id };
      const paying = { read, payment, reported };
      if (pays(paying)) {
        if (order.status !== 'Payment Pending') return payInsteadOfCash(paying);
        return stock?.enough ? placePaid(paying) : endSoldOut(paying);
      }
      const outcome = { ok: true, outcome: outcomeOf(paying), orderId: order.id } as const;
      const isOther = payment.paymentId !== paymentId;
      const isReported = (as: 'mismatch' | 'late') => reports.some(({ id }) => id.startsWith(`${as}:`));
      if (isRupees(reported) ? order.status === 'Payment Pending' : isOther)
        return isReported('mismatch')
          ? sendBackCaptured(paying, refunded.length > 0, outcome)
          : { ...flagMismatch(paying, !refunded.length), result: outcome };
      return isOther && isRupees(reported) && !refunded.length && !isReported('late')
        ? { ...refundLate(reported, order.id), result: outcome }
        : outcome;
    },
  );
  return done.ok ? (done as Known) : { outcome: 'unknown' };
}

type Paying = { read: OrderRead; payment: Payment; reported: Confirmation };

/** Condition on the order `o`: it waits for this payment. Another one may have begun, which is not part of the order's version. */
const isAwaited = ({ method, providerId }: Confirmation): SQL =>
  sql`EXISTS (SELECT 1 FROM ${payments} WHERE order_id = o.id AND method = ${method} AND provider_id = ${providerId})`;

const isRupees = ({ currency }: ReportedMoney): boolean => currency.toUpperCase() === 'INR';

/** Whether a payment pays an order: it is the one that the order waits for, of its amount. */
function pays({ read: { order }, payment, reported }: Paying): boolean {
  const { status, paymentMethod, paid, confirmReason } = order;
  const canPayCash =
    status === 'Order Placed' && isPaidOnDelivery(paymentMethod) && !paid && confirmReason !== null;
  return (
    (status === 'Payment Pending' || canPayCash) &&
    payment.amount === order.total &&
    (reported.forOrder ?? order.id) === order.id &&
    isAccepted(reported, payment, store.razorpay)
  );
}

/** What a payment is to an order that it does not change. */
function outcomeOf({ read: { order }, payment, reported }: Paying): Known['outcome'] {
  const isOurs = payment.paymentId === reported.paymentId;
  if (order.paid && isOurs && !order.reserved) return 'sold_out';
  if (order.paid && (isOurs || order.status !== 'Cancelled')) return 'paid';
  return order.status === 'Payment Pending' ? 'mismatch' : 'late';
}

/** The payment's own row, with a line in the history if another amount was paid and accepted. */
function recordPayment({ payment, reported }: Paying): Effect[] {
  const { amount, paymentId } = reported;
  const { orderId, amount: asked } = payment;
  const set = { paymentId, nextAskAt: null, paidAmount: amount === asked ? null : amount };
  const difference = amount - asked;
  const text = `${formatPrice(amount)} was paid for ${formatPrice(asked)}: ${formatPrice(Math.abs(difference))} ${difference < 0 ? 'less, by an offer' : 'more, for the fee'} of the payment provider.`;
  return [
    updateWhere(payments, eq(payments.orderId, orderId), set),
    ...(difference
      ? [
          {
            effect: 'event',
            event: { id: `difference:${orderId}:${paymentId}`, kind: 'payment', isHidden: true, text },
          } as const,
        ]
      : []),
  ];
}

function placePaid(paying: Paying): Change<Known> {
  const { read, reported } = paying;
  const { id: orderId } = read.order;
  return {
    event: { kind: 'status', to: 'Order Placed', text: null },
    when: sql`${isAwaited(reported)} AND ${canTakeStock(sql`o`)}`,
    effects: [
      ...effectsOfMove(read, { to: 'Order Placed', set: { paid: true } }, reported.now),
      ...recordPayment(paying),
      { effect: 'also', statements: (db) => removeOrderedLines(db, orderId) },
    ],
    result: { ok: true, outcome: 'paid', orderId },
  };
}

/** The pieces of an order are gone when it is paid: all goes back, without an operator (refunds.ts). */
function endSoldOut(paying: Paying): Change<Known> {
  const { read, reported } = paying;
  const { id: orderId } = read.order;
  const isDue = sql`${refunds.orderId} = ${orderId} AND ${refunds.status} = 'due'`;
  return {
    event: { by: 'shop', kind: 'status', to: 'Cancelled', text: soldOut },
    when: sql`${isAwaited(reported)} AND NOT ${canTakeStock(sql`o`)}`,
    effects: [
      // First, since the refund goes back to this payment.
      ...recordPayment(paying),
      ...effectsOfSoldOut(read, reported.now),
      updateWhere(refunds, isDue, { confirmedBy: automatic }),
    ],
    result: { ok: true, outcome: 'sold_out', orderId },
  };
}

/** The payment of a cash order, begun while it waited to be confirmed, makes it a paid one. */
function payInsteadOfCash(paying: Paying): Change<Known> {
  const { read, reported } = paying;
  const { id: orderId, confirmedAt, address } = read.order;
  const { method: paymentMethod, now } = reported;
  const email = { kind: 'order_paid', orderId } as const;
  return {
    // To the status that it has: as of any paid order, that row says when the money came.
    event: { kind: 'status', to: 'Order Placed', text: 'Paid online, not in cash.' },
    when: isAwaited(reported),
    effects: [
      update(orders, orderId, {
        paid: true,
        paymentMethod,
        confirmedAt: confirmedAt ?? now,
        ...newDays(address, now),
      }),
      { effect: 'email', email, cause: moveCause(email) },
      ...recordPayment(paying),
    ],
    result: { ok: true, outcome: 'paid', orderId },
  };
}

/** A flag for a payment that does not match its order (docs/behaviour.md, "Confirming a payment"). @param sendsBack adds a due refund */
function flagMismatch({ read, reported }: Paying, sendsBack: boolean): Omit<Change<Known>, 'result'> {
  const { id: orderId } = read.order;
  const { amount, currency, paymentId } = reported;
  const detail = `The provider reports ${currency.toUpperCase()} ${toRupees(amount)} (${paymentId}), which does not match this order. The payment was not applied.`;
  return {
    event: { id: `mismatch:${orderId}:${paymentId}`, kind: 'payment', isHidden: true, text: detail },
    effects: [
      { effect: 'flag', kind: 'payment_mismatch', about: orderId, detail },
      ...(sendsBack ? sendBack(orderId, reported, 'mismatch') : []),
    ],
  };
}

/** Authorised money that was flagged, and that the provider has captured meanwhile. */
function sendBackCaptured(
  { read, reported }: Paying,
  isSentBack: boolean,
  result: Known,
): Known | Change<Known> {
  const effects = isSentBack ? [] : sendBack(read.order.id, reported, 'mismatch');
  const text = `${formatPrice(reported.amount)} (${reported.paymentId}) was captured, and must be sent back.`;
  return effects.length ? { event: { kind: 'payment', isHidden: true, text }, effects, result } : result;
}

/** A payment of an order that does not wait for it. */
function refundLate(reported: Confirmation, orderId: string): Omit<Change<Known>, 'result'> {
  const { amount, paymentId } = reported;
  const detail = `${formatPrice(amount)} arrived (${paymentId}) when the order no longer waited for it. It must be refunded.`;
  return {
    event: { id: `late:${paymentId}`, kind: 'payment', text: detail },
    effects: [
      { effect: 'flag', kind: 'late_payment', about: paymentId, detail },
      ...sendBack(orderId, reported, 'late_payment'),
    ],
  };
}

/** A due refund. Payments in other currencies are refunded by an operator in the provider's dashboard. */
const sendBack = (orderId: string, reported: Confirmation, reason: 'mismatch' | 'late_payment'): Effect[] =>
  isRupees(reported) && reported.amount > 0
    ? insert(refunds, {
        id: crypto.randomUUID(),
        orderId,
        reason,
        status: 'due' as const,
        paymentId: reported.paymentId,
        amount: reported.amount,
        createdAt: reported.now,
      })
    : [];

/** The flag of a mismatch for authorised money. It is never captured, so the bank releases it and no refund is due. */
export async function flagHeldMoney(db: Db, orderId: string, held: Confirmation): Promise<void> {
  const { now, paymentId } = held;
  const reads = [selectReported(db, [`mismatch:${orderId}:${paymentId}`])] as const;
  await changeOrder<{ ok: true }, typeof reads>(
    { db, now },
    { by: 'provider' },
    { orderId },
    reads,
    (read, reports) => {
      const { order, payment } = read;
      if (!payment || order.status !== 'Payment Pending' || reports.length) return { ok: true };
      return { ...flagMismatch({ read, payment, reported: held }, false), result: { ok: true } };
    },
  );
}
