/** Cancels a part of an order, for its shopper or for an operator, before the parcel is handed over. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, reductions } from '#db/schema/index.ts';
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
import { formatPrice, type Paise, toRupees } from '#lib/money.ts';
import { asSentence } from '#lib/sentence.ts';
import { codLimit, serializeQuote } from '../checkout/price.ts';
import { promiseFor } from '../lib/delivery.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refusal } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import type { RequestContext } from '../payments/context.ts';
import { cancelOrder } from './cancel.ts';
import { type CancelRequest, cancelRefusals } from './cancel-outcome.ts';
import { addDueRefund, dueRefundId } from './due-refund.ts';
import { type EditableOrder, editOrder } from './edit.ts';
import { moveStock } from './move-stock.ts';

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

/**
 * @property what was cancelled now, `1 × Glow Serum`; empty if the order was so already @property refund paise
 * @property tooSmall the refund waits for the next one of the order
 */
type Reduced = { ok: true; outcome: 'reduced'; what: string; refund: Paise; tooSmall: boolean };

/** Why a part of an order is not cancelled, besides `cancelRefusals`. Amounts are paise. */
export const cancelPartRefusals = {
  /** The order waits for its payment, whose amount is fixed. */
  notPaidYet: refusal(
    409,
    'payment_pending',
    'A part of an order can be cancelled once it is paid. Until then you can cancel the whole order.',
  ),
  /** The rest loses its code or its free delivery, and its sums were not agreed to. */
  amountChanged: refusal(
    409,
    'amount_changed',
    (lost: PartCancellation['lost'], rest: Paise, refund: Paise, quote: ApiQuote) => ({
      message: lostMessage(lost, rest, refund),
      quote,
      refund: toRupees(refund),
    }),
  ),
  /** The rest would cost more than what was paid. */
  costsMore: refusal(409, 'costs_more', (rest: Paise, paid: Paise) => ({
    message: `The rest of the order would cost ${formatPrice(rest)}, more than the ${formatPrice(paid)} that was paid. Please cancel the whole order, or fewer products.`,
  })),
  codLimit,
  /** More of a product is to be kept than the order has. */
  notInOrder: refusal(409, 'not_in_order', (name: string, left: number) => ({
    message: left ? `The order has only ${left} of ${name}.` : `${name} is not in this order.`,
  })),
};

function lostMessage(lost: PartCancellation['lost'], rest: Paise, refund: Paise): string {
  const what = [
    ...(lost.code ? ['the code no longer applies'] : []),
    ...(lost.freeDelivery ? ['delivery is no longer free'] : []),
  ];
  return [
    `With less in the order, ${new Intl.ListFormat('en').format(what)}.`,
    `The rest of the order costs ${formatPrice(rest)}.`,
    ...(refund ? [`${formatPrice(refund)} will be refunded.`] : []),
  ].join(' ');
}

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
  { lines: wanted, amount: agreed, keepTerms, ...request }: CancelLinesRequest,
): Promise<Awaited<ReturnType<typeof cancelOrder>> | Reduced> {
  const { db, now } = context;
  const refuse = cancelPartRefusals;
  const done = await editOrder<Reduced | Refusal | { ok: true; outcome: 'whole' }>(
    context,
    owner,
    request,
    (read) => {
      const { order, lines, cancelled } = read;
      const terms = termsOf(read, keepTerms === true && read.by === 'operator', now);
      const result = cancelUnits(lines, cancelled, wanted, terms);
      if (!result.ok) return refuse.notInOrder(result.name, result.left);
      if (result.outcome === 'whole' || order.status === 'Cancelled') return { ok: true, outcome: 'whole' };
      if (order.status === 'Payment Pending') return refuse.notPaidYet();
      if (!unshipped.includes(order.status)) return cancelRefusals.tooLate();
      if (result.outcome === 'nothing')
        return { ok: true, outcome: 'reduced', what: '', refund: 0, tooSmall: false };
      const { cancellation } = result;
      const { lost, rest } = cancellation;
      if (order.paid && cancellation.amount < 0) return refuse.costsMore(rest.total, order.total);
      if (!order.paid && rest.total > Math.max(order.total, store.cashOnDelivery.maxOrder)) return codLimit();
      if ((lost.code || lost.freeDelivery) && agreed !== rest.total)
        return refuse.amountChanged(
          lost,
          rest.total,
          order.paid ? cancellation.amount : 0,
          restQuote(lines, wanted, rest),
        );
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
