/** Cancels a part of an order, for its shopper or for an operator, before the parcel is handed over. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, reductions } from '#db/schema/index.ts';
import {
  cancelledText,
  type KeptUnits,
  type PartCancellation,
  unitsText,
} from '#domain/orders/cancellation.ts';
import { isTooSmallAlone } from '#domain/orders/refund.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { asSentence } from '#lib/sentence.ts';
import type { Owner } from '../lib/owner.ts';
import type { Refusal } from '../lib/refusal.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import type { RequestContext } from '../payments/context.ts';
import { cancelOrder } from './cancel.ts';
import type { CancelRequest } from './cancel-outcome.ts';
import { addDueRefund, dueRefundId } from './due-refund.ts';
import { type EditableOrder, editOrder } from './edit.ts';
import { takeBackCode } from './give-back.ts';
import { moveStock } from './move-stock.ts';
import { planPart } from './plan-cancelling.ts';
import { othersUnchanged } from './purchase.ts';

export type CancelLinesRequest = Omit<CancelRequest, 'unlessPaid'> & { lines: readonly KeptUnits[] };

/**
 * @property what was cancelled now, `1 × Glow Serum`; empty if the order was so already @property refund paise
 * @property tooSmall the refund waits for the next one of the order
 */
type Reduced = { ok: true; outcome: 'reduced'; what: string; refund: Paise; tooSmall: boolean };

/** What is said of a refund that waits for the next one of its order. */
export const tooSmallMessage = (refund: Paise): string =>
  `${formatPrice(refund)} is below the smallest refund that the payment provider can send: it is sent together with the next refund of this order.`;

/** What the shopper reads after a part of an order was cancelled. */
export function reducedMessage({ what, refund, tooSmall }: Reduced): string {
  if (!what) return 'This part was cancelled already.';
  const cancelled = asSentence(`Cancelled: ${what}`);
  if (!refund) return cancelled;
  return tooSmall
    ? `${cancelled} ${tooSmallMessage(refund)}`
    : `${cancelled} We will refund ${formatPrice(refund)}.`;
}

/** Cancels so that the order keeps what is wanted; without anything left, as {@link cancelOrder} does. */
export async function cancelLines(
  context: RequestContext,
  owner: Owner,
  { lines: wanted, ...request }: CancelLinesRequest,
): Promise<Awaited<ReturnType<typeof cancelOrder>> | Reduced> {
  const { db, now } = context;
  const done = await editOrder<Reduced | Refusal | { ok: true; outcome: 'whole' }>(
    context,
    owner,
    request,
    (read) => {
      const plan = planPart(read, wanted);
      if (!plan.ok || plan.outcome === 'whole') return plan;
      if (plan.outcome === 'nothing')
        return { ok: true, outcome: 'reduced', what: '', refund: 0, tooSmall: false };
      const { order } = read;
      const { cancellation, taken, refund } = plan;
      const reason = request.reason ?? null;
      const what = unitsText(cancellation.lines);
      const refundId = refund ? crypto.randomUUID() : null;
      return {
        kind: 'cancellation',
        text: cancelledText(cancellation.lines, reason),
        when: othersUnchanged(read),
        statements: (done, eventId) => [
          ...reduceOrder(db, order, cancellation, { done, now, refundId }),
          ...(taken?.ok
            ? takeBackCode(db, read, taken, {
                refundId: refundId && dueRefundId(order.id, refundId),
                now,
                done,
              })
            : []),
          ...(refundId
            ? addDueRefund(
                db,
                {
                  id: refundId,
                  orderId: order.id,
                  amount: refund,
                  reason: 'cancelled',
                  note: reason,
                  payout: request.payout,
                  now,
                  detail: 'A part of the order was cancelled after it had been paid.',
                },
                done,
              )
            : []),
          enqueueOrderEmail(
            db,
            {
              kind: 'order_reduced',
              orderId: order.id,
              what,
              amount: refund,
              // A shopper knows their own reason.
              reason: read.by === 'operator' ? reason : null,
            },
            changeCause(eventId),
            now,
            done,
          ),
        ],
        result: {
          ok: true,
          outcome: 'reduced',
          what,
          refund,
          tooSmall: order.paid && isTooSmallAlone(read.paidWith, refund, read.waiting),
        },
      };
    },
  );
  return done.ok && done.outcome === 'whole' ? cancelOrder(context, owner, request) : done;
}

/**
 * Statements that take units out of an order: its lines and sums, the stock, and the ledger of reductions.
 * @param refundId of their refund; null if nothing is refunded
 */
function reduceOrder(
  db: Db,
  { id: orderId }: EditableOrder['order'],
  { lines, kept, rest }: PartCancellation,
  { done, now, refundId }: { done: SQL; now: number; refundId: string | null },
) {
  const json = JSON.stringify(lines);
  const changed = JSON.stringify([...lines, ...kept]);
  return [
    db.write.run(sql`
      DELETE FROM ${orderLines} WHERE order_id = ${orderId} AND ${done} AND position IN (
        SELECT value ->> 'position' FROM json_each(${json}) WHERE value ->> 'left' = 0)`),
    db.write.run(sql`
      UPDATE ${orderLines} SET quantity = coalesce(part.value ->> 'left', quantity), discount = part.value ->> 'discount'
      FROM json_each(${changed}) AS part
      WHERE order_id = ${orderId} AND position = part.value ->> 'position' AND ${done}`),
    db.write.run(sql`
      UPDATE ${orders} SET subtotal = ${rest.subtotal}, discount = ${rest.discount}, delivery = ${rest.delivery},
             total = ${rest.total}, coupon_minimum = min(coupon_minimum, ${rest.subtotal})
      WHERE id = ${orderId} AND ${done}`),
    ...moveStock(
      db,
      'give',
      sql`SELECT value ->> 'productId' AS id, value ->> 'quantity' AS quantity FROM json_each(${json})`,
      now,
      done,
    ),
    db.write.run(sql`
      INSERT INTO ${reductions} (id, order_id, at, kind, position, product_id, name, quantity, amount, restocked, refund_id)
      SELECT lower(hex(randomblob(16))), ${orderId}, ${now}, 'cancelled', value ->> 'position', value ->> 'productId',
             value ->> 'name', value ->> 'quantity', value ->> 'amount', 1, ${refundId && dueRefundId(orderId, refundId)}
      FROM json_each(${json}) WHERE ${done}`),
  ];
}
