/**
 * Giving back something of an order after it was handed over (docs/behaviour.md, "Refunds of a part"): what was given
 * back, stock, refund and credit note, as effects of a change of the order.
 */

import { sql } from 'drizzle-orm';
import { creditNoteOf, debitNoteOf, lastDayToReduceTax, reducesTax } from 'gst/credit-note';
import {
  debits as debitRows,
  orderLines,
  orders,
  products,
  reductions,
  refunds,
  stockChanges,
} from '#db/schema/index.ts';
import type { ShopCreditNote } from '#domain/documents/document.ts';
import { isHandedOver } from '#domain/orders/order.ts';
import {
  amountOf,
  type Debit,
  type Exchanged,
  exchangedTotal,
  type Reduction,
  type ReductionKind,
  type ReductionResult,
  reduceOrder,
  type Wanted,
} from '#domain/orders/reductions.ts';
import type { RefundReason } from '#domain/orders/refund.ts';
import type { ExchangedLine } from '#domain/returns/exchange.ts';
import { dayOf, formatDay, startOfDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { type Effect, insert, update, updateWhere } from './effects.ts';
import { type Piece, pieceRows } from './move-stock.ts';
import {
  firstOrderId,
  invoiceOf,
  isBeforeInvoice,
  newRefund,
  type OrderToReduce,
  ownRemainder,
  type ReadOrder,
  remainderOfOrder,
} from './purchase.ts';
import { isLine } from './queries.ts';

/** What happens with the units of a line; `position` is null for delivery and for amounts. */
export type Treatment = (position: number | null) => { kind: ReductionKind; restock: boolean };

/**
 * @property reason as the shopper sees it, and as the credit note prints it @property payout where the part goes that the
 * payment does not reach for, encrypted for the order @property now UTC ms
 */
type About = {
  refundReason: RefundReason;
  reason: string;
  detail?: string;
  payout?: string | null | undefined;
  now: number;
};

/**
 * @property amount what is given back, in money and goods @property due what of it is money
 * @property debits what kept goods cost more @property exchanged what the rest has paid for
 * @property refundId of the refund of it; null without one @property effects of the change that gives it back. @param paidOrder reference of the order that the rest has paid
 */
type Giving = {
  amount: Paise;
  due: Paise;
  reductions: readonly Reduction[];
  debits: readonly Debit[];
  exchanged: readonly Exchanged[];
  refundId: string | null;
  effects: (paidOrder?: string) => Effect[];
};

/**
 * Which part of each reduction has paid for an exchange: first what came back for it, then what is left of the others.
 * @returns amounts in the order of the reductions
 */
function exchangedParts(rows: readonly Reduction[], exchanged: readonly Exchanged[]): Paise[] {
  const parts = rows.map(({ position, quantity, amount }) => {
    const own = quantity ? exchanged.find((one) => one.position === position) : undefined;
    return Math.min(amount, own?.line.total ?? 0);
  });
  let open = exchangedTotal(exchanged) - parts.reduce((sum, one) => sum + one, 0);
  return parts.map((part, n) => {
    const more = Math.min(open, (rows[n]?.amount ?? 0) - part);
    open -= more;
    return part + more;
  });
}

/**
 * Prepares giving back, of an order that was read with its purchase (functions/orders/purchase.ts).
 * @param exchange what the units of a reduction are exchanged for
 */
export function prepareGivingBack(
  read: OrderToReduce,
  wanted: Wanted,
  treatment: Treatment,
  { refundReason, reason, detail, payout, now }: About,
  exchange?: (reduction: Reduction) => ExchangedLine | undefined,
): (ReductionResult & { ok: false }) | ({ ok: true } & Giving) {
  const { order, lines } = read;
  const reduced = reduceOrder(remainderOfOrder(read), wanted, exchange);
  if (!reduced.ok) return reduced;
  const { amount, debits, exchanged: inExchange } = reduced;
  const exchanged = exchangedTotal(inExchange);
  const due = amount - exchanged;
  const refund = order.paid && due ? newRefund(read) : null;
  const refundId = refund?.refundId ?? null;
  const exchangeId = exchanged ? crypto.randomUUID() : null;
  const kept = exchangedParts(reduced.reductions, inExchange);
  const rows = reduced.reductions.flatMap((one, n) => {
    const line = lines.find(({ position }) => position === one.position);
    const { kind, restock } = treatment(one.position);
    const restocked = restock && one.quantity > 0;
    const row = {
      ...one,
      kind,
      restocked,
      productId: line?.productId ?? null,
      name: line?.name ?? 'Delivery',
    };
    const keep = kept[n] ?? 0;
    if (!keep) return [{ ...row, refundId }];
    const rest = { ...row, quantity: 0, restocked: false, amount: one.amount - keep, refundId };
    return [{ ...row, amount: keep, refundId: exchangeId }, ...(rest.amount ? [rest] : [])];
  });
  const creditNote = creditNoteFor(read, reduced.reductions, reason, now);
  return {
    ok: true,
    amount,
    due,
    reductions: reduced.reductions,
    debits,
    exchanged: inExchange,
    refundId,
    effects: (paidOrder) => [
      ...takeBackCode(read, reduced, { refundId: refundId ?? exchangeId, now }),
      ...insert(
        reductions,
        ...rows.map((row) => ({ ...row, id: crypto.randomUUID(), orderId: order.id, at: now })),
      ),
      ...returnToStock(
        order.id,
        rows.filter(({ restocked }) => restocked),
        now,
      ),
      ...(exchangeId
        ? insert(refunds, {
            id: exchangeId,
            orderId: order.id,
            amount: exchanged,
            reason: refundReason,
            note: reason,
            status: 'done' as const,
            transfer: 'exchange' as const,
            transferReference: paidOrder ?? null,
            createdAt: now,
            doneAt: now,
          })
        : []),
      ...(refund
        ? [
            {
              effect: 'refund' as const,
              id: refund.id,
              amount: due,
              reason: refundReason,
              note: reason,
              payout,
              detail: detail ?? `${formatPrice(due)} is to be sent back: ${reason}`,
            },
          ]
        : []),
      ...creditNoteEffects(order.id, creditNote, now),
    ],
  };
}

/** The delivery of the order that has paid a purchase, while it can be given back with another order of it. */
export function firstDelivery(read: OrderToReduce): { first: ReadOrder; amount: Paise } | undefined {
  const first = read.others.find(({ order }) => order.id === read.order.purchaseId);
  if (!first?.order.paid || !isHandedOver(first.order.status)) return undefined;
  const amount = ownRemainder(first, null).delivery;
  return amount > 0 ? { first, amount } : undefined;
}

/**
 * What gives back the delivery of the order that has paid a purchase, with the last that is kept of it or for a fault of the
 * shop: of that order, with a credit note of its own.
 */
export function giveBackFirstDelivery(
  read: OrderToReduce,
  { refundReason, reason, payout, now }: About,
): Effect[] {
  const found = firstDelivery(read);
  if (!found) return [];
  const { first, amount } = found;
  const orderId = first.order.id;
  const { id, refundId } = newRefund(first);
  const text = `The delivery, ${formatPrice(amount)}, goes back with order ${read.order.reference}.`;
  return [
    { effect: 'event', event: { orderId, by: 'shop', kind: 'refund', text } },
    ...insert(reductions, {
      id: crypto.randomUUID(),
      orderId,
      at: now,
      kind: 'refunded' as const,
      position: null,
      name: 'Delivery',
      quantity: 0,
      amount,
      restocked: false,
      refundId,
    }),
    {
      effect: 'refund' as const,
      id,
      orderId,
      amount,
      reason: refundReason,
      note: reason,
      payout,
      detail: `${formatPrice(amount)} is to be sent back: the delivery`,
    },
    ...creditNoteEffects(
      orderId,
      creditNoteFor(first, [{ position: null, quantity: 0, amount }], reason, now),
      now,
    ),
  ];
}

/** What a debit note says. */
const debitReason = 'The discount code no longer applies to what is kept.';

/**
 * What kept lines of a purchase cost more without its code, with their debit notes; and the smallest subtotal of the code from
 * now on. An order without an invoice has its lines changed itself. Each other order that costs more says it in its history.
 * @param refundId from which it is taken off; null if nothing is left of that
 */
export function takeBackCode(
  read: OrderToReduce,
  { debits, minimum }: { debits: readonly Debit[]; minimum: Paise | null },
  taken: { refundId: string | null; now: number },
): Effect[] {
  const byOrder = Map.groupBy(debits, ({ orderId }) => orderId ?? read.order.id);
  return [
    ...(minimum === read.minimum
      ? []
      : [update(orders, firstOrderId(read.order), { couponMinimum: minimum })]),
    ...[read, ...read.others].flatMap((one) => {
      const own = byOrder.get(one.order.id);
      return own ? debitOrder(one, own, { takenFrom: read.order, ...taken }) : [];
    }),
  ];
}

function debitOrder(
  read: ReadOrder,
  debits: readonly Debit[],
  {
    takenFrom,
    refundId,
    now,
  }: { takenFrom: { id: string; reference: string }; refundId: string | null; now: number },
): Effect[] {
  const { order, lines } = read;
  const inLine = isBeforeInvoice(read);
  const invoice = invoiceOf(read);
  const amount = amountOf(debits);
  const note =
    invoice &&
    debitNoteOf(
      invoice,
      lines.map(({ position }) => position),
      read.debits.filter((one) => !one.inLine),
      debits,
      { reason: debitReason, day: dayOf(now) },
    );
  const text = `${debitReason} ${formatPrice(amount)} more is taken off the refund of order ${takenFrom.reference}.`;
  return [
    ...(order.id === takenFrom.id
      ? []
      : [{ effect: 'event', event: { orderId: order.id, by: 'shop', kind: 'note', text } } as const]),
    ...insert(
      debitRows,
      ...debits.map((one) => ({
        id: crypto.randomUUID(),
        orderId: order.id,
        position: one.position,
        at: now,
        name: lines.find(({ position }) => position === one.position)?.name ?? '',
        amount: one.amount,
        inLine,
        takenFrom: takenFrom.id,
        refundId,
      })),
    ),
    ...(inLine
      ? [
          ...debits.map(({ position, amount }) =>
            updateWhere(orderLines, isLine(order.id, position), { discount: sql`discount - ${amount}` }),
          ),
          update(orders, order.id, { discount: sql`discount - ${amount}`, total: sql`total + ${amount}` }),
        ]
      : []),
    ...(note ? [{ effect: 'document', document: 'debit_note', orderId: order.id, data: note } as const] : []),
  ];
}

/**
 * The credit note for what is given back of an order.
 * @param at UTC ms @returns undefined if the order has no invoice, or nothing of value is given back
 */
export function creditNoteFor(
  read: ReadOrder,
  now: readonly Reduction[],
  reason: string,
  at: number,
): ShopCreditNote | undefined {
  const invoice = invoiceOf(read);
  if (!invoice) return undefined;
  return creditNoteOf(
    invoice,
    read.lines.map(({ position }) => position),
    read.given.filter(({ kind }) => kind !== 'cancelled'),
    now,
    { reason, day: dayOf(at) },
  );
}

/** The credit note, with a flag when it is too late to reduce the tax. @param now UTC ms */
export const creditNoteEffects = (
  orderId: string,
  creditNote: ShopCreditNote | undefined,
  now: number,
): Effect[] =>
  creditNote
    ? [
        { effect: 'document', document: 'credit_note', orderId, data: creditNote },
        ...(reducesTax(creditNote)
          ? []
          : [
              {
                effect: 'flag' as const,
                kind: 'late_credit_note' as const,
                about: orderId,
                detail: `The credit note of ${formatPrice(creditNote.total)} came after ${formatDay(startOfDay(lastDayToReduceTax(creditNote.invoice.day)) ?? now)}. The shop bears its GST: the return does not take it off.`,
              },
            ]),
      ]
    : [];

/** Units that can be sold again. They are stock changes, since the sum of orders still includes the order. */
function returnToStock(orderId: string, units: readonly Piece[], now: number): Effect[] {
  if (!units.length) return [];
  return [
    { effect: 'stock', how: 'give', pieces: units },
    {
      effect: 'also',
      // The parts of a kit have a change already.
      statements: (db) => [
        db.write.run(sql`
          INSERT INTO ${stockChanges} (id, product_id, at, change, reason, order_id)
          SELECT lower(hex(randomblob(16))), unit.id, ${now}, unit.quantity, 'returned', ${orderId}
          FROM (${pieceRows(units)}) AS unit JOIN ${products} AS sold ON sold.id = unit.id AND sold.part_ids IS NULL`),
      ],
    },
  ];
}
