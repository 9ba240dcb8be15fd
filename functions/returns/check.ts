/**
 * A return that has come is checked: what meets the condition is given back (docs/behaviour.md, "Returns"), with stock, credit
 * note and refund, or exchanged for an order of its own.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { refunds, returns } from '#db/schema/index.ts';
import { unitsText } from '#domain/orders/cancellation.ts';
import { moneyBack } from '#domain/orders/money-back.ts';
import { canBeRefunded } from '#domain/orders/moves.ts';
import { type CheckedLine, type ReturnStatus, returnTargets } from '#domain/returns/return.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import type { OrderRead, RowsOf } from '../orders/change-order.ts';
import { update } from '../orders/effects.ts';
import { firstDelivery, giveBackFirstDelivery, prepareGivingBack } from '../orders/give-back.ts';
import type { OrderCall } from '../orders/operator.ts';
import { orderOfPurchase, othersUnchanged, readPurchase, remainderOfOrder } from '../orders/purchase.ts';
import { newReference, referenceDigits } from '../orders/reference.ts';
import { refundRefusals, refuseGiving } from '../orders/refund-order.ts';
import { type StoredUnits, selectReturnableLines } from '../orders/returns.ts';
import { exchangeRefusals, placeExchange, planExchange } from './exchange.ts';
import {
  changeReturn,
  type FoundReturn,
  orderOfReturn,
  returnMoveRefusals,
  type SeenReturn,
} from './move.ts';
import { quoteReturn, type ReturnedUnits, type ReturnQuote, wantedOf } from './plan.ts';

/** @property lines of the return */
type CheckedReturn = SeenReturn & { lines: readonly CheckedLine[] };

/** @property answer the shopper sees it */
type ReturnCheck = CheckedReturn & { answer?: string | null | undefined };

/** Why a return is not checked, besides those of its steps. */
export const checkRefusals = {
  ...returnMoveRefusals,
  notPaid: refusal(
    409,
    'not_paid',
    'Nothing was paid for this order yet. If the courier has its cash, record that first.',
  ),
  nothing: refusal(
    409,
    'nothing_accepted',
    'Nothing is accepted. Decline the return instead, with the reason.',
  ),
  ...exchangeRefusals,
  notOpen: refundRefusals.notOpen,
  tooMany: refundRefusals.tooMany,
};

/** @property amount to be sent @property exchange reference of the order with what was exchanged */
type Checked = {
  ok: true;
  status: ReturnStatus;
  reference: string;
  amount: Paise;
  exchange: string | undefined;
};

/** The units of a return that are accepted. */
const returnedUnits = (accepted: readonly CheckedLine[], units: readonly StoredUnits[]): ReturnedUnits[] =>
  accepted.map(({ position, accepted: quantity, exchange = false }) => ({
    position,
    quantity,
    reason: units.find((unit) => unit.position === position)?.reason ?? 'changed_mind',
    isExchanged: exchange,
  }));

/** `1 × Glow Serum and 2 × Rose Toner`. */
const acceptedText = (
  accepted: readonly CheckedLine[],
  units: readonly { position: number; name: string }[],
): string =>
  unitsText(
    accepted.map((line) => ({
      name: units.find(({ position }) => position === line.position)?.name ?? '',
      quantity: line.accepted,
    })),
  );

/** Statements that read a return to check. */
const readToCheck = (db: Db, id: string) =>
  [selectReturnableLines(db, orderOfReturn(id)), ...readPurchase(db, orderOfReturn(id))] as const;

/** What an operator accepts of a return, with its order. */
function planCheck(
  { order }: OrderRead,
  { one, units }: FoundReturn,
  [returnable, ...rows]: RowsOf<ReturnType<typeof readToCheck>>,
  checked: readonly CheckedLine[],
  now: number,
) {
  if (!returnTargets(one.status, 'operator').includes('Checked'))
    return returnMoveRefusals.changed(one.status);
  const read = orderOfPurchase(order.id, rows);
  if (!read) return returnMoveRefusals.notFound('This return');
  if (!canBeRefunded(order.status)) return checkRefusals.notOpen(order.status);
  if (!order.paid) return checkRefusals.notPaid();
  const strange = checked.find(({ position, accepted }) => {
    const asked = units.find((unit) => unit.position === position);
    return !asked || accepted > asked.quantity;
  });
  if (strange) return wrongFields({ lines: 'More is accepted than the return has.' });
  const accepted = checked.filter((line) => line.accepted > 0);
  if (!accepted.length) return checkRefusals.nothing();
  const exchange = planExchange(accepted, units, returnable, now);
  if ('ok' in exchange) return exchange;
  return { ok: true as const, read, accepted, returned: returnedUnits(accepted, units), exchange };
}

/** What a return would give back, before it is checked. */
export function quoteCheck(
  call: OrderCall,
  { lines, ...version }: CheckedReturn,
): Promise<({ ok: true } & ReturnQuote) | Refusal> {
  const reads = readToCheck(call.db, version.id);
  const caller = { owner: call.owner, as: 'operator' } as const;
  return changeReturn<{ ok: true } & ReturnQuote, typeof reads>(
    call,
    caller,
    version,
    reads,
    (order, found, rows) => {
      const plan = planCheck(order, found, rows, lines, call.now);
      return plan.ok ? quoteReturn(plan.read, plan.returned, plan.exchange.lineOf) : plan;
    },
  );
}

/** Checks a return. Pieces are exchanged where the shopper has asked for it and the operator says so; else they are refunded. */
export function checkReturn(
  call: OrderCall,
  { answer: reason = null, lines, ...version }: ReturnCheck,
): Promise<Checked | Refusal> {
  const { db, now } = call;
  const caller = { owner: call.owner, as: 'operator' } as const;
  const reads = readToCheck(db, version.id);
  /** Numbers that were taken. */
  let taken = 0;
  return changeReturn<Checked, typeof reads>(call, caller, version, reads, (order, found, rows) => {
    const plan = planCheck(order, found, rows, lines, now);
    if (!plan.ok) return plan;
    const { read, accepted, returned, exchange } = plan;
    const { one, units, reference } = found;
    const wanted = wantedOf(remainderOfOrder(read), returned);
    const about = { refundReason: 'returned' as const, reason: reason ?? `Return ${reference}`, now };
    const restocks = (position: number | null) =>
      accepted.find((line) => line.position === position)?.restock ?? false;
    const giving = prepareGivingBack(
      read,
      wanted,
      (position) => ({ kind: 'returned', restock: restocks(position) }),
      about,
      exchange.lineOf,
    );
    if (!giving.ok) return refuseGiving(giving, read.lines);
    const delivery = wanted.delivery ? (firstDelivery(read)?.amount ?? 0) : 0;
    const due = giving.due + delivery;
    const exchanged = giving.exchanged.flatMap(({ position, line }) => {
      const productId = exchange.productAt(position);
      return productId ? [{ ...line, productId }] : [];
    });
    const newOrder = exchanged.length
      ? {
          id: crypto.randomUUID(),
          reference: newReference(referenceDigits[taken] ?? 8),
          of: order.order,
          lines: exchanged,
          about: `Exchange, return ${reference}`,
          now,
        }
      : undefined;
    const what = acceptedText(accepted, units);
    const text = [
      `Return ${reference} checked: ${what}.`,
      newOrder && `The exchange is order ${newOrder.reference}.`,
      due && `${formatPrice(due)} will be refunded.`,
      reason,
    ];
    const refundId = sql<string | null>`(SELECT id FROM ${refunds} WHERE id = ${giving.refundId})`;
    return {
      event: { kind: 'return', text: text.filter(Boolean).join(' ') },
      when: othersUnchanged(read),
      effects: [
        ...giving.effects(newOrder?.reference),
        ...(delivery ? giveBackFirstDelivery(read, about) : []),
        ...(newOrder ? placeExchange(newOrder) : []),
        update(returns, one.id, {
          status: 'Checked',
          decidedAt: one.decidedAt ?? now,
          endedAt: now,
          answer: reason ?? one.answer,
          exchangeOrderId: newOrder?.id ?? null,
          refundId,
          payout: moneyBack(read.paidWith, due).account ? one.payout : null,
        }),
        {
          effect: 'email',
          email: {
            kind: 'return_checked' as const,
            orderId: one.orderId,
            what,
            amount: due,
            reason,
            exchange: newOrder?.reference,
          },
        },
      ],
      result: { ok: true, status: 'Checked', reference, amount: due, exchange: newOrder?.reference },
      conflict: (constraint) => {
        if (!constraint.includes('orders.reference'))
          return exchangeRefusals.noExchange('sold_out', unitsText(units));
        taken += 1;
        return undefined;
      },
    };
  });
}
refuses(quoteCheck, checkRefusals);
refuses(checkReturn, checkRefusals);
