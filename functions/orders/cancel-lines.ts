/** Cancels a part of an order, for its shopper or for an operator, before the parcel is handed over. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, reductions } from '#db/schema/index.ts';
import { withFees } from '#domain/delivery/promise.ts';
import {
  cancelledText,
  cancelUnits,
  type KeptUnits,
  type OrderTerms,
  type PartCancellation,
  unitsText,
} from '#domain/orders/cancellation.ts';
import { unshipped } from '#domain/orders/order.ts';
import { smallestRefund } from '#domain/orders/refund.ts';
import type { ApiQuote, Quote } from '#domain/pricing/quote.ts';
import { deliveryFee } from '#domain/store/delivery.ts';
import type { Paise } from '#lib/money.ts';
import { serializeQuote } from '../checkout/price.ts';
import { promiseFor } from '../lib/delivery.ts';
import type { Owner } from '../lib/owner.ts';
import { store } from '../lib/store.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import type { RequestContext } from '../payments/context.ts';
import { type CancelRequest, type CancelResult, cancelOrder } from './cancel.ts';
import { addDueRefund, dueRefundId } from './due-refund.ts';
import { type EditableOrder, editOrder } from './edit.ts';

/**
 * @property amount the total of the rest that was agreed to, paise; needed only where the rest loses its code or its free
 *   delivery
 * @property keepTerms an operator's: the shop cannot deliver, so the rest keeps both
 */
export type CancelLinesRequest = Omit<CancelRequest, 'unlessPaid'> & {
  lines: readonly KeptUnits[];
  amount?: Paise | undefined;
  keepTerms?: boolean | undefined;
};

type PartResult =
  /**
   * @property what was cancelled now, `1 × Glow Serum`; empty if the order was so already @property refund paise
   * @property tooSmall the refund waits for the next one of the order
   */
  | { ok: true; outcome: 'reduced'; what: string; refund: Paise; tooSmall: boolean }
  | { ok: false; code: 'too_late' }
  /** The order waits for its payment, whose amount is fixed. */
  | { ok: false; code: 'not_paid_yet' }
  /** The rest loses its code or its free delivery, and its sums were not agreed to. @property refund paise */
  | {
      ok: false;
      code: 'amount_changed';
      quote: ApiQuote;
      lost: PartCancellation['lost'];
      rest: Paise;
      refund: Paise;
    }
  /** The rest would cost more than what was paid. */
  | { ok: false; code: 'costs_more'; rest: Paise; paid: Paise }
  /** The rest would cost more than can be paid in cash. */
  | { ok: false; code: 'too_large_for_cod' }
  /** More of a product is to be kept than the order has. */
  | { ok: false; code: 'not_in_order'; name: string; left: number };

export type CancelLinesResult = CancelResult | PartResult;

/** Cancels so that the order keeps what is wanted; without anything left, as {@link cancelOrder} does. */
export async function cancelLines(
  context: RequestContext,
  owner: Owner,
  { lines: wanted, amount: agreed, keepTerms, ...request }: CancelLinesRequest,
): Promise<CancelLinesResult> {
  const { db, now } = context;
  const done = await editOrder<PartResult | { ok: true; outcome: 'whole' }>(
    context,
    owner,
    request,
    (read) => {
      const { order, lines, cancelled } = read;
      const terms = termsOf(read, keepTerms === true && read.by === 'operator', now);
      const result = cancelUnits(lines, cancelled, wanted, terms);
      if (!result.ok) return { ...result, code: 'not_in_order' };
      if (result.outcome === 'whole' || order.status === 'Cancelled') return { ok: true, outcome: 'whole' };
      if (order.status === 'Payment Pending') return { ok: false, code: 'not_paid_yet' };
      if (!unshipped.includes(order.status)) return { ok: false, code: 'too_late' };
      if (result.outcome === 'nothing')
        return { ok: true, outcome: 'reduced', what: '', refund: 0, tooSmall: false };
      const { cancellation } = result;
      const { lost, rest } = cancellation;
      if (order.paid && cancellation.amount < 0)
        return { ok: false, code: 'costs_more', rest: rest.total, paid: order.total };
      if (!order.paid && rest.total > Math.max(order.total, store.cashOnDelivery.maxOrder))
        return { ok: false, code: 'too_large_for_cod' };
      if ((lost.code || lost.freeDelivery) && agreed !== rest.total)
        return {
          ok: false,
          code: 'amount_changed',
          lost,
          rest: rest.total,
          quote: restQuote(lines, wanted, rest),
          refund: order.paid ? cancellation.amount : 0,
        };
      const reason = request.reason ?? null;
      const what = unitsText(cancellation.lines);
      const refund = order.paid ? cancellation.amount : 0;
      return {
        kind: 'cancellation',
        text: cancelledText(cancellation.lines, reason),
        statements: (done, eventId) => [
          ...reduceOrder(db, read, cancellation, {
            done,
            now,
            refundId: refund ? crypto.randomUUID() : null,
            reason,
          }),
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
          tooSmall: order.paid && refund + read.waiting < smallestRefund[order.paymentMethod],
        },
      };
    },
  );
  return done.ok && done.outcome === 'whole' ? cancelOrder(context, owner, request) : done;
}

/** What the order was placed under. @param kept the rest keeps its code and free delivery @param now UTC ms */
function termsOf({ order, minimum }: EditableOrder, kept: boolean, now: number): OrderTerms {
  const { subtotal, discount, delivery, total, paymentMethod, address } = order;
  const promise = promiseFor(address.zipcode, address.state, now);
  return {
    subtotal,
    discount,
    delivery,
    total,
    wholeRupees: paymentMethod === 'cod',
    minimum: kept ? null : minimum,
    fee: (sum) => (kept ? 0 : deliveryFee(withFees(store, promise), sum)),
  };
}

/** The sums of the rest, as the API answers them. */
function restQuote(
  lines: readonly { productId: string; name: string; price: Paise; quantity: number }[],
  wanted: readonly KeptUnits[],
  rest: Quote,
): ApiQuote {
  const kept = lines.map(({ productId: id, name, price, quantity }) => ({
    id,
    name,
    price,
    discount: 0,
    quantity: wanted.find(({ _id }) => _id === id)?.keep ?? quantity,
  }));
  const priced = { lines: kept.filter(({ quantity }) => quantity > 0), quote: rest };
  return serializeQuote({ ...priced, coupon: undefined, problem: undefined }, undefined, undefined);
}

/**
 * Statements that take units out of an order: its lines and sums, the stock, the ledger of reductions, and the refund.
 * @param refundId of the refund to create; null if nothing is refunded
 */
function reduceOrder(
  db: Db,
  { order, minimum }: EditableOrder,
  { lines, kept, rest, amount }: PartCancellation,
  { done, now, refundId, reason }: { done: SQL; now: number; refundId: string | null; reason: string | null },
) {
  const { id: orderId } = order;
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
             total = ${rest.total}, coupon_minimum = coalesce(coupon_minimum, ${minimum})
      WHERE id = ${orderId} AND ${done}`),
    db.write.run(sql`
      UPDATE ${products} SET stock = stock + (part.value ->> 'quantity') FROM json_each(${json}) AS part
      WHERE ${products}.id = part.value ->> 'productId' AND ${done}`),
    db.write.run(sql`
      INSERT INTO ${reductions} (id, order_id, at, kind, position, product_id, name, quantity, amount, restocked, refund_id)
      SELECT lower(hex(randomblob(16))), ${orderId}, ${now}, 'cancelled', value ->> 'position', value ->> 'productId',
             value ->> 'name', value ->> 'quantity', value ->> 'amount', 1, ${refundId && dueRefundId(orderId, refundId)}
      FROM json_each(${json}) WHERE ${done}`),
    ...(refundId
      ? addDueRefund(
          db,
          {
            id: refundId,
            orderId,
            amount,
            reason: 'cancelled',
            note: reason,
            now,
            detail: 'A part of the order was cancelled after it had been paid.',
          },
          done,
        )
      : []),
  ];
}
