/** Refunds that wait for an operator to confirm them (docs/behaviour.md 7.8). */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import type { RefundReason } from '#features/orders/refund.ts';
import type { Paise } from '#lib/money.ts';
import { raiseFlag } from '../flags/flag.ts';

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

/** Statements that add a refund to a paid order and flag it. An amount of 0 adds nothing. @param when condition */
export function addDueRefund(
  db: Db,
  { id, orderId, amount, reason, note, detail, now, emailAt }: DueRefund,
  when: SQL,
) {
  const sum = amount === undefined ? unrefunded : sql`min(${amount}, ${unrefunded})`;
  return [
    db.write.run(sql`
      INSERT INTO ${refunds} (id, order_id, payment_id, amount, reason, note, status, created_at)
      SELECT ${id}, o.id, p.payment_id, ${sum}, ${reason}, ${note}, 'due', ${now}
      FROM ${orders} o LEFT JOIN ${payments} p ON p.order_id = o.id
      WHERE o.id = ${orderId} AND o.paid = 1 AND ${sum} > 0 AND ${when}`),
    ...raiseFlag(db, {
      kind: 'refund_due',
      about: orderId,
      detail,
      now,
      emailAt,
      when: sql`EXISTS (SELECT 1 FROM ${refunds} WHERE id = ${id})`,
    }),
  ];
}
