/** Refunds of parts of an order that was handed over, by operators (docs/behaviour.md, "Refunds of a part"). */
import { canBeRefunded, sourcesOf } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { ReductionResult, Wanted } from '#domain/orders/reductions.ts';
import { isTooSmallAlone } from '#domain/orders/refund.ts';
import type { Fault } from '#domain/returns/return.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { changeOrder } from './change-order.ts';
import { prepareGivingBack } from './give-back.ts';
import { orderChanged, orderNotFound } from './history.ts';
import type { OrderCall } from './operator.ts';
import { orderOfPurchase, othersUnchanged, readPurchase } from './purchase.ts';

/** @property quantity units of the line @property returned they have come back @property restock they can be sold again */
export type RefundedLine = { position: number; quantity: number; returned: boolean; restock: boolean };

/**
 * @property wanted what is given back: units of lines (with or without the delivery), or an amount
 * @property lines what happens with the units
 * @property reason the shopper sees it
 * @property seen number of rows of the order's history that the operator had read
 */
export type RefundRequest = {
  orderId: string;
  wanted: Exclude<Wanted, { everything: true; fault?: Fault }>;
  lines: readonly RefundedLine[];
  reason: string;
  seen: number;
};

/** @property tooSmall it waits for the next refund of the order @property seen rows of the order's history by now */
type Refunded = { ok: true; amount: Paise; tooSmall: boolean; seen: number };

/** Why parts of an order are not refunded. */
export const refundRefusals = {
  notFound,
  changed: orderChanged,
  /** Not handed over yet, or ended. */
  notOpen: refusal(409, 'not_open', (status: OrderStatus) => ({
    message: sourcesOf('Cancelled', 'operator').includes(status)
      ? `This order is ${status}: it has not left yet. Until it is handed over, cancel a part of it, or all of it.`
      : `This order is ${status}: there is nothing left to refund.`,
    status,
  })),
  notPaid: refusal(409, 'not_paid', 'Nothing was paid for this order yet, so nothing can be refunded.'),
  nothing: refusal(409, 'nothing', 'There is nothing left of this to refund.'),
  tooMany: refusal(409, 'too_many', (name: string, left: number) => ({
    message: left
      ? `At most ${left} of ${name} can still be refunded.`
      : `Nothing of ${name} is left to refund.`,
    left,
  })),
  tooMuch: refusal(409, 'too_much', (left: Paise) => ({
    message: `At most ${formatPrice(left)} can still be refunded: refunds and credit notes never exceed the invoice.`,
    left,
  })),
};

/** The refusal of giving something back. @param lines of the order */
export function refuseGiving(
  refused: ReductionResult & { ok: false },
  lines: readonly { position: number; name: string }[],
): Refusal {
  switch (refused.code) {
    case 'nothing':
      return refundRefusals.nothing();
    case 'too_many': {
      const name = lines.find(({ position }) => position === refused.position)?.name ?? 'this product';
      return refundRefusals.tooMany(name, refused.left);
    }
    case 'too_much':
      return refundRefusals.tooMuch(refused.left);
  }
}

/** Refunds units or an amount. Nothing is written if the order has changed since the operator read it. */
export function refundOrder(
  call: OrderCall,
  { orderId, wanted, lines: units, reason, seen }: RefundRequest,
): Promise<Refunded | Refusal> {
  const { db, now } = call;
  const reads = readPurchase(db, orderId);
  const caller = { owner: call.owner, as: 'operator' } as const;
  return changeOrder<Refunded, typeof reads>(call, caller, { orderId, seen }, reads, (_, ...rows) => {
    const read = orderOfPurchase(orderId, rows);
    if (!read) return orderNotFound();
    const { status, paid } = read.order;
    if (!canBeRefunded(status)) return refundRefusals.notOpen(status);
    if (!paid) return refundRefusals.notPaid();
    const giving = prepareGivingBack(
      read,
      wanted,
      (position) => {
        const unit = units.find((one) => one.position === position);
        return { kind: unit?.returned ? 'returned' : 'refunded', restock: unit?.restock ?? false };
      },
      { refundReason: units.some(({ returned }) => returned) ? 'returned' : 'adjustment', reason, now },
    );
    if (!giving.ok) return refuseGiving(giving, read.lines);
    const { amount } = giving;
    const tooSmall = isTooSmallAlone(read.paidWith, amount, read.waiting);
    return {
      event: { kind: 'refund', text: `${formatPrice(amount)}: ${reason}` },
      when: othersUnchanged(read),
      effects: giving.effects(),
      result: (rows) => ({ ok: true, amount, tooSmall, seen: rows }),
    };
  });
}
refuses(refundOrder, refundRefusals);
