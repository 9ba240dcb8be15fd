/** Refunds that wait for an operator to confirm them (docs/behaviour.md, "Refunds"). */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isForeignPayment, isOrdersPayment, orders, payments, refunds } from '#db/schema/index.ts';
import { type RefundReason, smallestRefund } from '#domain/orders/refund.ts';
import { keysOf } from '#lib/keys.ts';
import type { Paise } from '#lib/money.ts';
import { raiseFlag } from '../outbox/flag.ts';

/**
 * @property amount at most what was paid and not refunded yet; without it all of that
 * @property note an operator's reason, which the shopper sees
 * @property detail for the flag that operators see
 * @property now UTC ms
 * @property emailAt when the email about the flag may be sent, UTC ms; default: now
 */
type DueRefund = {
  id: string;
  orderId: string;
  amount?: Paise;
  reason: RefundReason;
  note: string | null;
  detail: string;
  now: number;
  emailAt?: number | undefined;
};

/**
 * What was paid for the order `o` with the payment `p`, less the refunds of that payment. A fee on top is not given back,
 * and neither is what an offer took off.
 */
const unrefunded = sql`min(coalesce(p.amount, o.total), coalesce(p.paid_amount, p.amount, o.total)) - (SELECT coalesce(sum(amount), 0) FROM ${refunds}
  WHERE order_id = o.id AND reason NOT IN ('late_payment', 'mismatch'))`;

/** A refund of the order that is too small to be sent alone: there is at most one, since the next one is added to it. */
const smallRefund = (orderId: string) =>
  sql`order_id = ${orderId} AND status = 'too_small' AND NOT (${isForeignPayment})`;

/** The id of the refund that {@link addDueRefund} adds or raises, for what is written before it in the same batch. */
export const dueRefundId = (orderId: string, id: string) =>
  sql<string>`coalesce((SELECT id FROM ${refunds} WHERE ${smallRefund(orderId)}), ${id})`;

/** What of an order waits for its next refund, paise. */
export const waitingForNextRefund = (orderId: string) =>
  sql<Paise>`coalesce((SELECT amount FROM ${refunds} WHERE ${smallRefund(orderId)}), 0)`;

/** The status of a refund of this amount, of the order `o`. */
const statusOf = (amount: SQL) =>
  sql`CASE WHEN ${amount} < CASE o.payment_method ${sql.join(
    keysOf(smallestRefund).map((method) => sql`WHEN ${method} THEN ${smallestRefund[method]}`),
    sql` `,
  )} END THEN 'too_small' ELSE 'due' END`;

/**
 * Statements that add a refund to a paid order and flag it. An amount of 0 adds nothing. One below the smallest refund is
 * not flagged: the next refund of the order raises it. @param when condition
 */
export function addDueRefund(
  db: Db,
  { id, orderId, amount, reason, note, detail, now, emailAt }: DueRefund,
  when: SQL,
) {
  const sum = amount === undefined ? unrefunded : sql`min(${amount}, ${unrefunded})`;
  const raised = sql`${refunds}.amount + ${sum}`;
  const from = sql`FROM ${orders} o LEFT JOIN ${payments} p ON ${isOrdersPayment}`;
  const which = sql`o.id = ${orderId} AND o.paid = 1 AND ${sum} > 0 AND ${when}`;
  return [
    db.write.run(sql`
      INSERT INTO ${refunds} (id, order_id, payment_id, amount, reason, note, status, created_at)
      SELECT ${id}, o.id, p.payment_id, ${sum}, ${reason}, ${note}, ${statusOf(sum)}, ${now} ${from}
      WHERE ${which} AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${smallRefund(orderId)})`),
    db.write.run(sql`
      UPDATE ${refunds} SET amount = ${raised}, reason = ${reason}, note = coalesce(${note}, ${refunds}.note), created_at = ${now},
        status = ${statusOf(raised)}, payment_id = p.payment_id, provider_id = NULL, confirmed_by = NULL, failure = NULL
      ${from}
      WHERE ${refunds}.id <> ${id} AND ${refunds}.order_id = ${orderId} AND ${refunds}.status = 'too_small'
        AND NOT (${isForeignPayment}) AND ${which}`),
    ...raiseFlag(db, {
      kind: 'refund_due',
      about: orderId,
      detail,
      now,
      emailAt,
      when: sql`${when} AND EXISTS (SELECT 1 FROM ${refunds}
        WHERE order_id = ${orderId} AND status = 'due' AND created_at = ${now} AND NOT (${isForeignPayment}))`,
    }),
  ];
}
