/**
 * Giving back something of an order after it was handed over (docs/behaviour.md, "Refunds of a part"): what was given
 * back, stock, refund and credit note, in the batch of a row in the order's history that exists only if the order has
 * not changed since it was read.
 */

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  debits as debitRows,
  orderEvents,
  orderLines,
  orders,
  products,
  reductions,
  refunds,
  stockChanges,
} from '#db/schema/index.ts';
import {
  type CreditNote,
  creditNoteOf,
  debitNoteOf,
  lastDayToReduceTax,
  reducesTax,
} from '#domain/documents/credit-note.ts';
import { isHandedOver } from '#domain/orders/order.ts';
import {
  amountOf,
  type Debit,
  type Exchanged,
  exchangedTotal,
  type Reduction,
  type ReductionKind,
  type ReductionResult,
  reduce,
  type Wanted,
} from '#domain/orders/reductions.ts';
import type { RefundReason } from '#domain/orders/refund.ts';
import type { ExchangedLine } from '#domain/returns/exchange.ts';
import { formatDay, startOfDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { issueNote } from '../documents/issue.ts';
import { raiseFlag } from '../outbox/flag.ts';
import { addDueRefund, dueRefundId } from './due-refund.ts';
import { moveStock } from './move-stock.ts';
import {
  firstOrderId,
  invoiceOf,
  isBeforeInvoice,
  type OrderToReduce,
  ownRemainder,
  type ReadOrder,
  remainderOfOrder,
} from './purchase.ts';

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
 * Statements for the batch; `done` is the condition that its row in the history was written.
 * @property amount what is given back, in money and goods @property due what of it is money
 * @property debits what kept goods cost more @property exchanged what the rest has paid for
 * @property paidOrder reference of the order that the rest has paid
 */
type Giving = {
  amount: Paise;
  due: Paise;
  reductions: readonly Reduction[];
  debits: readonly Debit[];
  exchanged: readonly Exchanged[];
  statements: (done: SQL, paidOrder?: string) => ReturnType<typeof addDueRefund>;
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
  db: Db,
  read: OrderToReduce,
  wanted: Wanted,
  treatment: Treatment,
  { refundReason, reason, detail, payout, now }: About,
  exchange?: (reduction: Reduction) => ExchangedLine | undefined,
): (ReductionResult & { ok: false }) | ({ ok: true } & Giving) {
  const { order, lines } = read;
  const reduced = reduce(remainderOfOrder(read), wanted, exchange);
  if (!reduced.ok) return reduced;
  const { amount, debits, exchanged: inExchange } = reduced;
  const exchanged = exchangedTotal(inExchange);
  const due = amount - exchanged;
  const refundId = order.paid && due ? crypto.randomUUID() : null;
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
      exchange: false,
    };
    const keep = kept[n] ?? 0;
    if (!keep) return [row];
    const rest = { ...row, quantity: 0, restocked: false, amount: one.amount - keep };
    return [{ ...row, amount: keep, exchange: true }, ...(rest.amount ? [rest] : [])];
  });
  const creditNote = creditNoteFor(read, reduced.reductions, reason, now);
  return {
    ok: true,
    amount,
    due,
    reductions: reduced.reductions,
    debits,
    exchanged: inExchange,
    statements: (done, paidOrder) => {
      const dueId = refundId && dueRefundId(order.id, refundId);
      return [
        ...takeBackCode(db, read, reduced, { refundId: dueId ?? exchangeId, now, done }),
        db.write.run(sql`
          INSERT INTO ${reductions}
            (id, order_id, at, kind, position, product_id, name, quantity, amount, restocked, refund_id)
          SELECT lower(hex(randomblob(16))), ${order.id}, ${now}, value ->> 'kind', value ->> 'position',
                 value ->> 'productId', value ->> 'name', value ->> 'quantity', value ->> 'amount',
                 value ->> 'restocked', iif(value ->> 'exchange', ${exchangeId}, ${dueId})
          FROM json_each(${JSON.stringify(rows)}) WHERE ${done}`),
        ...returnToStock(
          db,
          order.id,
          rows.filter(({ restocked }) => restocked),
          now,
          done,
        ),
        ...(exchangeId
          ? [
              db.write.run(sql`
                INSERT INTO ${refunds}
                  (id, order_id, amount, reason, note, status, transfer, transfer_reference, created_at, done_at)
                SELECT ${exchangeId}, ${order.id}, ${exchanged}, ${refundReason}, ${reason}, 'done', 'exchange',
                       ${paidOrder}, ${now}, ${now} WHERE ${done}`),
            ]
          : []),
        ...(refundId
          ? addDueRefund(
              db,
              {
                id: refundId,
                orderId: order.id,
                amount: due,
                reason: refundReason,
                note: reason,
                payout,
                now,
                detail: detail ?? `${formatPrice(due)} is to be sent back: ${reason}`,
              },
              done,
            )
          : []),
        ...issueCreditNoteOf(db, order.id, creditNote, done, now),
      ];
    },
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
 * Statements that give back the delivery of the order that has paid a purchase, with the last that is kept of it or for a fault
 * of the shop: of that order, with a credit note of its own.
 */
export function giveBackFirstDelivery(
  db: Db,
  read: OrderToReduce,
  { refundReason, reason, payout, now }: About,
  done: SQL,
) {
  const found = firstDelivery(read);
  if (!found) return [];
  const { first, amount } = found;
  const { id } = first.order;
  const refundId = crypto.randomUUID();
  const given: Reduction[] = [{ position: null, quantity: 0, amount }];
  return [
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason)
      SELECT ${crypto.randomUUID()}, ${id}, ${now}, 'job', 'refund',
             ${`The delivery, ${formatPrice(amount)}, goes back with order ${read.order.reference}.`} WHERE ${done}`),
    db.write.run(sql`
      INSERT INTO ${reductions} (id, order_id, at, kind, position, name, quantity, amount, restocked, refund_id)
      SELECT lower(hex(randomblob(16))), ${id}, ${now}, 'refunded', NULL, 'Delivery', 0, ${amount}, 0,
             ${dueRefundId(id, refundId)} WHERE ${done}`),
    ...addDueRefund(
      db,
      {
        ...{ id: refundId, orderId: id, amount, reason: refundReason, note: reason, payout, now },
        detail: `${formatPrice(amount)} is to be sent back: the delivery`,
      },
      done,
    ),
    ...issueCreditNoteOf(db, id, creditNoteFor(first, given, reason, now), done, now),
  ];
}

/** What a debit note says. */
const debitReason = 'The discount code no longer applies to what is kept.';

/**
 * Statements: what kept lines of a purchase cost more without its code, with their debit notes; and the smallest subtotal of the
 * code from now on. An order without an invoice has its lines changed itself. Each other order that costs more says it in its
 * history.
 * @param refundId from which it is taken off; null if nothing is left of that
 */
export function takeBackCode(
  db: Db,
  read: OrderToReduce,
  { debits, minimum }: { debits: readonly Debit[]; minimum: Paise | null },
  { refundId, now, done }: { refundId: SQL | string | null; now: number; done: SQL },
) {
  const byOrder = Map.groupBy(debits, ({ orderId }) => orderId ?? read.order.id);
  return [
    ...(minimum === read.minimum
      ? []
      : [
          db.write.run(sql`
            UPDATE ${orders} SET coupon_minimum = ${minimum} WHERE id = ${firstOrderId(read.order)} AND ${done}`),
        ]),
    ...[read, ...read.others].flatMap((one) => {
      const own = byOrder.get(one.order.id);
      return own ? debitOrder(db, one, own, { takenFrom: read.order, refundId, now, done }) : [];
    }),
  ];
}

function debitOrder(
  db: Db,
  read: ReadOrder,
  debits: readonly Debit[],
  {
    takenFrom,
    refundId,
    now,
    done,
  }: { takenFrom: { id: string; reference: string }; refundId: SQL | string | null; now: number; done: SQL },
) {
  const { order, lines } = read;
  const inLine = isBeforeInvoice(read);
  const invoice = invoiceOf(read);
  const rows = JSON.stringify(
    debits.map(({ position, amount }) => ({
      position,
      amount,
      name: lines.find((line) => line.position === position)?.name ?? '',
    })),
  );
  const note =
    invoice &&
    debitNoteOf(
      invoice,
      lines.map(({ position }) => position),
      read.debits.filter((one) => !one.inLine),
      debits,
      { reason: debitReason, at: now },
    );
  return [
    ...(order.id === takenFrom.id
      ? []
      : [
          db.write.run(sql`
            INSERT INTO ${orderEvents} (id, order_id, at, actor, kind, reason)
            SELECT ${crypto.randomUUID()}, ${order.id}, ${now}, 'job', 'note',
                   ${`${debitReason} ${formatPrice(amountOf(debits))} more is taken off the refund of order ${takenFrom.reference}.`} WHERE ${done}`),
        ]),
    db.write.run(sql`
      INSERT INTO ${debitRows} (id, order_id, position, name, at, amount, in_line, taken_from, refund_id)
      SELECT lower(hex(randomblob(16))), ${order.id}, value ->> 'position', value ->> 'name', ${now}, value ->> 'amount',
             ${inLine ? 1 : 0}, ${takenFrom.id}, ${refundId}
      FROM json_each(${rows}) WHERE ${done}`),
    ...(inLine
      ? [
          db.write.run(sql`
            UPDATE ${orderLines} SET discount = discount - (part.value ->> 'amount') FROM json_each(${rows}) AS part
            WHERE order_id = ${order.id} AND position = part.value ->> 'position' AND ${done}`),
          db.write.run(sql`
            UPDATE ${orders} SET discount = discount - ${amountOf(debits)}, total = total + ${amountOf(debits)}
            WHERE id = ${order.id} AND ${done}`),
        ]
      : []),
    ...(note ? issueNote(db, 'debit_note', order.id, note, done, now) : []),
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
): CreditNote | undefined {
  const invoice = invoiceOf(read);
  if (!invoice) return undefined;
  return creditNoteOf(
    invoice,
    read.lines.map(({ position }) => position),
    read.given.filter(({ kind }) => kind !== 'cancelled'),
    now,
    { reason, at },
  );
}

/** Statements that issue a credit note, with a flag when it is too late to reduce the tax. @param now UTC ms */
export const issueCreditNoteOf = (
  db: Db,
  orderId: string,
  creditNote: CreditNote | undefined,
  done: SQL,
  now: number,
) =>
  creditNote
    ? [
        ...issueNote(db, 'credit_note', orderId, creditNote, done, now),
        ...(reducesTax(creditNote)
          ? []
          : raiseFlag(db, {
              ...({ kind: 'late_credit_note', about: orderId, now, when: done } as const),
              detail: `The credit note of ${formatPrice(creditNote.total)} came after ${formatDay(startOfDay(lastDayToReduceTax(creditNote.invoice.day)) ?? now)}. The shop bears its GST: the return does not take it off.`,
            })),
      ]
    : [];

/** Units that can be sold again. They are stock changes, since the sum of orders still includes the order. */
function returnToStock(
  db: Db,
  orderId: string,
  units: readonly { productId: string | null; quantity: number }[],
  now: number,
  done: SQL,
) {
  if (!units.length) return [];
  const rows = sql`SELECT value ->> 'productId' AS id, value ->> 'quantity' AS quantity
    FROM json_each(${JSON.stringify(units)})`;
  return [
    ...moveStock(db, 'give', rows, now, done),
    // The parts of a kit have a change already.
    db.write.run(sql`
      INSERT INTO ${stockChanges} (id, product_id, at, change, reason, order_id)
      SELECT lower(hex(randomblob(16))), unit.id, ${now}, unit.quantity, 'returned', ${orderId}
      FROM (${rows}) AS unit JOIN ${products} AS sold ON sold.id = unit.id AND sold.part_ids IS NULL WHERE ${done}`),
  ];
}
