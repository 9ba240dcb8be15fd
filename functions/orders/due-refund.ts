/** Refunds that wait for an operator to confirm them (docs/behaviour.md, "Refunds"). */

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isForeignPayment, orders, payments, purchaseOf, reductions, refunds } from '#db/schema/index.ts';
import { isOwnValue, type RefundReason, refundReasonNames } from '#domain/orders/refund.ts';
import { onlineMethods, paymentRules } from '#domain/payments/payment-methods.ts';
import type { Paise } from '#lib/money.ts';
import { raiseFlag } from '../outbox/flag.ts';

/**
 * @property amount at most what was paid and not refunded yet; without it all of that
 * @property note an operator's reason, which the shopper sees
 * @property detail for the flag that operators see
 * @property payout where the part goes that the payment does not reach for, encrypted for the order; null if it is not known
 * @property now UTC ms
 * @property emailAt when the email about the flag may be sent, UTC ms; default: now
 */
export type DueRefund = {
  id: string;
  orderId: string;
  amount?: Paise;
  reason: RefundReason;
  note: string | null;
  detail: string;
  payout?: string | null | undefined;
  now: number;
  emailAt?: number | undefined;
};

/** What the payment `p` has received for its order: without a fee on top, and less an offer of the provider. */
export const receivedWith = sql`min(p.amount, coalesce(p.paid_amount, p.amount))`;

/** What of the payment `p` can still go back to it. */
export const leftOfPayment = sql`(${receivedWith} - (SELECT coalesce(sum(amount), 0) FROM ${refunds}
  WHERE payment_id = p.payment_id AND transfer IS NULL))`;

/** Reasons of refunds that give back the value of an order. */
const ownReasons = refundReasonNames.filter(isOwnValue);

/** The sum of refunds, of the value of orders. */
const sumOf = (which: SQL) =>
  sql`(SELECT coalesce(sum(r.amount), 0) FROM ${refunds} AS r WHERE r.reason IN ${ownReasons} AND ${which})`;

/** The total of an order that was paid with its units that were cancelled later. @param order its alias */
const paidTotal = (order: SQL) => sql`(${order}.total + (SELECT coalesce(sum(amount), 0) FROM ${reductions}
  WHERE order_id = ${order}.id AND kind = 'cancelled' AND refund_id IS NOT NULL))`;

/** The payment `p` of the purchase whose first order is `f`. */
const isFirstPayment = sql`p.order_id = f.id AND p.method = f.payment_method`;

/**
 * What of the order `o` and of its purchase was paid and not refunded yet: of the order with what has paid for an exchange, of
 * the purchase what was sent. A fee on top is not given back, and neither is what an offer took off.
 */
const unrefunded = sql`min(
  iif(o.id = f.id, coalesce(p.amount, ${paidTotal(sql`o`)}), ${paidTotal(sql`o`)}) - ${sumOf(sql`r.order_id = o.id`)},
  coalesce(${receivedWith}, ${paidTotal(sql`f`)}) - ${sumOf(sql`r.transfer IS NOT 'exchange' AND r.order_id IN (
    SELECT f.id UNION ALL SELECT id FROM ${orders} WHERE purchase_id = f.id)`)})`;

/** A refund of the order that is too small to be sent alone: there is at most one, since the next one is added to it. */
const smallRefund = (orderId: string | SQL) =>
  sql`order_id = ${orderId} AND status = 'too_small' AND NOT (${isForeignPayment})`;

/** What of an order waits for its next refund, paise. @param orderId also a column */
export const waitingForNextRefund = (orderId: string | SQL) =>
  sql<Paise>`coalesce((SELECT amount FROM ${refunds} WHERE ${smallRefund(orderId)}), 0)`;
/** The refund that waits; null for none. */
export const waitingRefundId = (orderId: string | SQL) =>
  sql<string | null>`(SELECT id FROM ${refunds} WHERE ${smallRefund(orderId)})`;

/** The status of a refund of this amount to the payment `p`. What is sent by hand is never too small. */
const statusOf = (amount: SQL, method: SQL) =>
  sql`CASE WHEN ${amount} < CASE ${method} ${sql.join(
    onlineMethods.map((one) => sql`WHEN ${one} THEN ${paymentRules[one].smallestRefund}`),
    sql` `,
  )} ELSE 0 END THEN 'too_small' ELSE 'due' END`;

/**
 * Statements that add a refund to a paid order and flag it: to the payment of its purchase as far as that reaches, the rest by
 * hand (src/domain/orders/money-back.ts). An amount of 0 adds nothing. One below the smallest refund is not flagged: the next
 * refund of the order raises it.
 */
export function addDueRefund(
  db: Db,
  { id, orderId, amount, reason, note, detail, payout = null, now, emailAt }: DueRefund,
) {
  const bounded =
    amount === undefined
      ? unrefunded
      : isOwnValue(reason)
        ? sql`min(${amount}, ${unrefunded})`
        : sql`${amount}`;
  const toPayment = sql`iif(p.payment_id IS NULL, 0, max(0, min(${bounded}, ${leftOfPayment})))`;
  const from = sql`FROM ${orders} o JOIN ${orders} f ON f.id = ${purchaseOf(sql`o`)} LEFT JOIN ${payments} p ON ${isFirstPayment}`;
  const which = sql`o.id = ${orderId} AND o.paid = 1 AND ${bounded} > 0`;
  const raised = sql`${refunds}.amount + ${toPayment}`;
  const main = sql`coalesce(${waitingRefundId(orderId)}, ${id})`;
  return [
    db.write.run(sql`
      INSERT INTO ${refunds} (id, order_id, payment_id, rest_of, amount, reason, note, status, payout, created_at)
      SELECT iif(part.value = 0 OR due.payment = 0, ${id}, ${crypto.randomUUID()}), ${orderId}, iif(part.value = 0, due.payment_id, NULL),
             iif(part.value = 0 OR due.payment = 0, NULL, ${main}),
             iif(part.value = 0, due.payment, due.total - due.payment), ${reason}, ${note},
             iif(part.value = 0, ${statusOf(sql`due.payment`, sql`due.method`)}, 'due'), iif(part.value = 0, NULL, ${payout}), ${now}
      FROM (SELECT ${bounded} AS total, ${toPayment} AS payment, p.payment_id, p.method ${from} WHERE ${which}) AS due,
           json_each('[0, 1]') AS part
      WHERE iif(part.value = 0, due.payment > 0 AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${smallRefund(orderId)}),
                due.total > due.payment)`),
    db.write.run(sql`
      UPDATE ${refunds} SET amount = ${raised}, reason = ${reason}, note = coalesce(${note}, ${refunds}.note), created_at = ${now},
        status = ${statusOf(raised, sql`p.method`)}, payment_id = p.payment_id, provider_id = NULL, confirmed_by = NULL, failure = NULL
      ${from}
      WHERE ${refunds}.id <> ${id} AND ${refunds}.order_id = ${orderId} AND ${refunds}.status = 'too_small'
        AND NOT (${isForeignPayment}) AND ${toPayment} > 0 AND ${which}`),
    ...raiseFlag(db, {
      kind: 'refund_due',
      about: orderId,
      detail,
      now,
      emailAt,
      when: sql`EXISTS (SELECT 1 FROM ${refunds}
        WHERE order_id = ${orderId} AND status = 'due' AND created_at = ${now} AND NOT (${isForeignPayment}))`,
    }),
  ];
}
