/** Cancels a part of an order, for its shopper or for an operator, before the parcel is handed over. */
import { orderLines, orders, reductions } from '#db/schema/index.ts';
import {
  cancelledText,
  type KeptUnits,
  type PartCancellation,
  unitsText,
} from '#domain/orders/cancellation.ts';
import { isTooSmallAlone } from '#domain/orders/refund.ts';
import type { Payout } from '#domain/returns/payout.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { asSentence } from '#lib/sentence.ts';
import type { Call } from '../lib/call.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { refuses } from '../lib/refusal.ts';
import { type Change, changeOrder, invoiced, isClosedByInvoice } from '../orders/change-order.ts';
import { type Effect, insert, update, updateWhere } from '../orders/effects.ts';
import { takeBackCode } from '../orders/give-back.ts';
import { orderNotFound } from '../orders/history.ts';
import type { OrderCall } from '../orders/operator.ts';
import { newRefund, othersUnchanged } from '../orders/purchase.ts';
import { isLine } from '../orders/queries.ts';
import type { RequestContext } from '../providers/context.ts';
import { encryptPayout } from '../returns/payout.ts';
import { cancelOrder } from './cancel.ts';
import { type CancelRequest, cancelPartRefusals, cancelRefusals } from './cancel-outcome.ts';
import {
  type OrderToCancel,
  orderToCancel,
  type PartPlan,
  planPart,
  readToCancel,
} from './plan-cancelling.ts';

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
export function reducedMessage({ what, refund, tooSmall }: Omit<Reduced, 'ok'>): string {
  if (!what) return 'This part was cancelled already.';
  const cancelled = asSentence(`Cancelled: ${what}`);
  if (!refund) return cancelled;
  return tooSmall
    ? `${cancelled} ${tooSmallMessage(refund)}`
    : `${cancelled} We will refund ${formatPrice(refund)}.`;
}

/** Cancels so that the order keeps what is wanted; without anything left, as {@link cancelOrder} does. */
export async function cancelLines(
  call: OrderCall & RequestContext,
  { lines: wanted, ...request }: CancelLinesRequest,
): Promise<Awaited<ReturnType<typeof cancelOrder>> | Reduced> {
  const reads = readToCancel(call.db, request.orderId);
  const done = await changeOrder<Reduced | { ok: true; outcome: 'whole' }, typeof reads>(
    call,
    { owner: call.owner, as: 'either' },
    request,
    reads,
    (read, ...rows) => {
      const found = orderToCancel(read, rows);
      if (!found) return orderNotFound();
      if (isClosedByInvoice(read)) return invoiced();
      const plan = planPart(found, wanted);
      if (!plan.ok || plan.outcome === 'whole') return plan;
      if (plan.outcome === 'nothing')
        return { ok: true, outcome: 'reduced', what: '', refund: 0, tooSmall: false };
      return cancelPart(found, plan, request, call.now);
    },
  );
  return done.ok && done.outcome === 'whole' ? cancelOrder(call, request) : done;
}

function cancelPart(
  read: OrderToCancel,
  { cancellation, taken, refund }: PartPlan,
  { reason = null, payout }: Omit<CancelLinesRequest, 'lines'>,
  now: number,
): Change<Reduced> {
  const { order } = read;
  const what = unitsText(cancellation.lines);
  const added = refund ? newRefund(read) : null;
  const refundId = added?.refundId ?? null;
  return {
    event: { kind: 'cancellation', text: cancelledText(cancellation.lines, reason) },
    when: othersUnchanged(read),
    effects: [
      ...reduceOrder(order, cancellation, { now, refundId }),
      ...(taken?.ok ? takeBackCode(read, taken, { refundId, now }) : []),
      ...(added
        ? [
            {
              effect: 'refund' as const,
              id: added.id,
              amount: refund,
              reason: 'cancelled' as const,
              note: reason,
              payout,
              detail: 'A part of the order was cancelled after it had been paid.',
            },
          ]
        : []),
      {
        effect: 'email',
        email: {
          kind: 'order_reduced' as const,
          orderId: order.id,
          what,
          amount: refund,
          // A shopper knows their own reason.
          reason: read.by === 'operator' ? reason : null,
        },
      },
    ],
    result: {
      ok: true,
      outcome: 'reduced' as const,
      what,
      refund,
      tooSmall: order.paid && isTooSmallAlone(read.paidWith, refund, read.waiting),
    },
  };
}

/**
 * What takes units out of an order: its lines and sums, the stock, and the ledger of reductions.
 * @param refundId of their refund; null if nothing is refunded
 */
function reduceOrder(
  { id: orderId, couponMinimum }: OrderToCancel['order'],
  { lines, kept, rest }: PartCancellation,
  { now, refundId }: { now: number; refundId: string | null },
): Effect[] {
  return [
    ...lines.map(
      ({ position, left, discount }): Effect =>
        left
          ? updateWhere(orderLines, isLine(orderId, position), { quantity: left, discount })
          : {
              effect: 'also',
              statements: (db) => [db.write.delete(orderLines).where(isLine(orderId, position))],
            },
    ),
    ...kept.map(({ position, discount }) => updateWhere(orderLines, isLine(orderId, position), { discount })),
    update(orders, orderId, {
      subtotal: rest.subtotal,
      discount: rest.discount,
      delivery: rest.delivery,
      total: rest.total,
      couponMinimum: couponMinimum === null ? null : Math.min(couponMinimum, rest.subtotal),
    }),
    { effect: 'stock', how: 'give', pieces: lines },
    ...insert(
      reductions,
      ...lines.map(({ position, productId, name, quantity, amount }) => ({
        id: crypto.randomUUID(),
        orderId,
        at: now,
        kind: 'cancelled' as const,
        position,
        productId,
        name,
        quantity,
        amount,
        restocked: true,
        refundId,
      })),
    ),
  ];
}

/** What a request says. @property payout where money goes that no online payment takes back */
type LinesRequest = Omit<CancelRequest, 'payout'> & {
  lines?: readonly KeptUnits[] | undefined;
  payout?: Payout | undefined;
};

/** Cancels an order, or a part of it, for its shopper or an operator. @throws Refusal 503 without a key for the payout */
export function cancelAsAsked(
  call: OrderCall & RequestContext & Pick<Call, 'keys'>,
  { lines, payout, ...cancelling }: LinesRequest,
) {
  const request = {
    ...cancelling,
    ...(payout && { payout: encryptPayout(hashKey(call), cancelling.orderId, payout) }),
  };
  return lines ? cancelLines(call, { ...request, lines }) : cancelOrder(call, request);
}
refuses(cancelAsAsked, cancelRefusals, cancelPartRefusals, notConfigured);
