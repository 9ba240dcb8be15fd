/**
 * The one function that marks an order paid. The verified return, the verified webhook and the scheduled
 * question all come here, in any order and any number; the order's pending state decides who is first
 * (docs/behaviour.md 7.5).
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders, payments, refunds } from '#db/schema/index.ts';
import type { RefundReason } from '#db/schema/payments.ts';
import type { Money } from '#db/schema/provider-event.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { takeFromCart } from '../cart/ordered.ts';
import { raiseFlag } from '../flags/flag.ts';
import { changeOrder } from '../orders/change.ts';

/** What a provider says was paid. @property providerId the session or order that it was paid for */
export type Confirmation = Money & { method: OnlineMethod; providerId: string; now: number };

export type Confirmed =
  /** `paid`: by this money, now or before, or already by other money. */
  | { outcome: 'paid'; orderId: string }
  /** Other than asked for: flagged, and the order left as it is. */
  | { outcome: 'mismatch'; orderId: string }
  /** The order had ended, or was paid already by other money: this money has to go back. */
  | { outcome: 'late'; orderId: string }
  /** No payment of ours. */
  | { outcome: 'unknown' };

export async function confirmPayment(db: Db, paid: Confirmation): Promise<Confirmed> {
  const { method, providerId } = paid;
  const ours = and(eq(payments.method, method), eq(payments.providerId, providerId));
  const [payment] = await db.read.select({ orderId: payments.orderId }).from(payments).where(ours);
  if (!payment) return { outcome: 'unknown' };
  const { orderId } = payment;
  const matches = matching(paid);
  const placing = changeOrder(db, {
    orderId,
    to: 'Order Placed',
    by: 'provider',
    only: sql`EXISTS (SELECT 1 FROM ${payments} p WHERE p.order_id = o.id AND ${matches} AND p.amount = o.total)`,
    also: sql`paid = 1`,
    now: paid.now,
  });
  const [after] = (
    await db.write.batch([
      // First of all, so that the rest of the batch sees it. Nothing was written before it.
      placing.statements[0],
      ...placing.statements.slice(1),
      db.write.run(sql`
        UPDATE ${payments} SET payment_id = ${paid.paymentId}, next_ask_at = NULL
        WHERE order_id = ${orderId} AND ${placing.done}`),
      ...takeFromCart(db, orderId, placing.done),
      ...refuseMismatch(db, orderId, paid),
      ...oweMismatch(db, orderId, paid),
      ...oweLate(db, orderId, paid),
      outcomeOf(db, orderId, paid, matches),
    ])
  ).at(-1) as unknown as [{ outcome: 'paid' | 'mismatch' | 'late' }];
  return { outcome: after.outcome, orderId };
}

const isRupees = (currency: string): boolean => currency.toUpperCase() === 'INR';

/** The money is what payment `p` asked for. */
const matching = ({ method, providerId, amount, currency, forOrder }: Confirmation) =>
  sql`p.method = ${method} AND p.provider_id = ${providerId} AND p.amount = ${amount}
    AND ${isRupees(currency) ? 1 : 0} = 1 AND coalesce(${forOrder}, p.order_id) = p.order_id`;

type Sql = ReturnType<typeof matching>;

/** Money that does not fit the order, which still waits for some; of other currencies any. */
function mismatch(orderId: string, paid: Confirmation): Sql {
  const waiting = isRupees(paid.currency)
    ? sql`o.status = 'Payment Pending'`
    : sql`p.payment_id IS NOT ${paid.paymentId}`;
  return sql`EXISTS (SELECT 1 FROM ${orders} o JOIN ${payments} p ON p.order_id = o.id
    WHERE o.id = ${orderId} AND ${waiting} AND NOT (${matching(paid)} AND p.amount = o.total))`;
}

/** An operator has to look at money that does not fit (docs/behaviour.md 7.5). */
function refuseMismatch(db: Db, orderId: string, paid: Confirmation) {
  const { amount, currency, paymentId, now } = paid;
  const detail = `The provider reports ${currency.toUpperCase()} ${toRupees(amount)} (${paymentId}), which is not what this order asked for. Nothing was applied.`;
  const when = mismatch(orderId, paid);
  return [
    ...raiseFlag(db, { kind: 'payment_mismatch', about: orderId, detail, now, when }),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${`mismatch:${orderId}:${paymentId}`}, ${orderId}, ${now}, 'provider', 'payment', ${detail}, 0
      WHERE ${when} ON CONFLICT (id) DO NOTHING`),
  ] as const;
}

/**
 * The same for money that is only held: nobody takes it, so that it returns by itself and nothing is
 * owed.
 */
export const refuseHeld = (db: Db, orderId: string, held: Confirmation) => {
  const [first, ...rest] = refuseMismatch(db, orderId, held);
  return db.write.batch([first, ...rest]);
};

/** Rupees that were taken and fit nothing have to go back; other currencies an operator sends back by hand. */
const owe = (db: Db, orderId: string, paid: Confirmation, reason: RefundReason, when: Sql) =>
  isRupees(paid.currency) && paid.amount > 0
    ? [
        db.write.run(sql`
          INSERT INTO ${refunds} (id, order_id, payment_id, amount, reason, status, created_at)
          SELECT ${crypto.randomUUID()}, ${orderId}, ${paid.paymentId}, ${paid.amount}, ${reason}, 'due', ${paid.now}
          WHERE ${when} ON CONFLICT (payment_id) DO NOTHING`),
      ]
    : [];

const oweMismatch = (db: Db, orderId: string, paid: Confirmation) =>
  owe(db, orderId, paid, 'mismatch', mismatch(orderId, paid));

/** Money for an order that does not wait for it, unless it is the very money that paid it. */
function oweLate(db: Db, orderId: string, paid: Confirmation) {
  const { amount, currency, paymentId, now } = paid;
  if (!isRupees(currency)) return [];
  const late = sql`EXISTS (SELECT 1 FROM ${orders} o JOIN ${payments} p ON p.order_id = o.id
    WHERE o.id = ${orderId} AND o.status <> 'Payment Pending' AND p.payment_id IS NOT ${paymentId}
    AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE payment_id = ${paymentId}))`;
  const detail = `${formatPrice(amount)} arrived (${paymentId}) when the order no longer waited for it. It has to go back.`;
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason, shown)
      SELECT ${`late:${paymentId}`}, ${orderId}, ${now}, 'provider', 'payment', ${detail}, 1
      WHERE ${late} ON CONFLICT (id) DO NOTHING`),
    ...raiseFlag(db, { kind: 'late_payment', about: paymentId, detail, now, when: late }),
    // Last, since what is owed already is not late once more.
    ...owe(db, orderId, paid, 'late_payment', late),
  ];
}

const outcomeOf = (db: Db, orderId: string, { paymentId }: Confirmation, matches: Sql) =>
  db.write
    .select({
      outcome: sql<'paid' | 'mismatch' | 'late'>`CASE
        WHEN ${orders.paid} = 1 AND (p.payment_id = ${paymentId} OR ${orders.status} <> 'Cancelled') THEN 'paid'
        WHEN ${orders.status} = 'Payment Pending' AND NOT (${matches}) THEN 'mismatch' ELSE 'late' END`,
    })
    .from(orders)
    .innerJoin(sql`${payments} AS p`, sql`p.order_id = ${orders.id}`)
    .where(eq(orders.id, orderId));
