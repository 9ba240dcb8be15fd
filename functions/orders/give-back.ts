/**
 * Giving back something of an order after it was handed over (docs/behaviour.md, "Refunds of a part"): what was given
 * back, stock, refund and credit note, in the batch of a row in the order's history that exists only if the order has
 * not changed since it was read.
 */

import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, products, reductions, refunds, stockChanges } from '#db/schema/index.ts';
import {
  type CreditNote,
  creditNoteOf,
  lastDayToReduceTax,
  reducesTax,
} from '#domain/documents/credit-note.ts';
import {
  type Reduction,
  type ReductionKind,
  type ReductionResult,
  reduce,
  remainderOf,
  type Wanted,
} from '#domain/orders/reductions.ts';
import type { RefundReason } from '#domain/orders/refund.ts';
import { formatDay, startOfDay } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { issueCreditNote } from '../documents/issue.ts';
import { isCurrentInvoice, numbered, selectDocuments } from '../documents/read.ts';
import { raiseFlag } from '../outbox/flag.ts';
import { addDueRefund, dueRefundId, waitingForNextRefund } from './due-refund.ts';
import { historyLength } from './history.ts';
import { moveStock } from './move-stock.ts';
import { couponMinimum, linesOf } from './queries.ts';

/** Statements that read what giving back needs. */
export const readForGivingBack = (db: Db, orderId: string) =>
  [
    db.read
      .select({
        order: orders,
        minimum: couponMinimum,
        waiting: waitingForNextRefund(orderId),
        events: historyLength(orderId),
      })
      .from(orders)
      .where(eq(orders.id, orderId)),
    linesOf(db, orderId),
    db.read.select().from(reductions).where(eq(reductions.orderId, orderId)).orderBy(asc(sql`rowid`)),
    selectDocuments(db, [orderId], isCurrentInvoice),
  ] as const;

type Reads = ReturnType<typeof readForGivingBack>;

/** An order as it was read. @property minimum smallest subtotal of its code @property events number of rows of its history */
export type OrderToReduce = {
  order: Awaited<Reads[0]>[number]['order'];
  minimum: Paise | null;
  events: number;
  lines: Awaited<Reads[1]>;
  given: Awaited<Reads[2]>;
  invoice: Awaited<Reads[3]>[number] | undefined;
};

/** What happens with the units of a line; `position` is null for delivery and for amounts. */
export type Treatment = (position: number | null) => { kind: ReductionKind; restock: boolean };

/** @property reason as the shopper sees it, and as the credit note prints it @property now UTC ms */
type About = { refundReason: RefundReason; reason: string; detail?: string; now: number };

/**
 * Statements for the batch; `done` is the condition that its row in the history was written.
 * @property amount what is given back @property due what of it is to be sent
 * @property paidOrder reference of the order that the rest has paid
 */
type Giving = {
  amount: Paise;
  due: Paise;
  reductions: readonly Reduction[];
  statements: (done: SQL, paidOrder?: string) => ReturnType<typeof addDueRefund>;
};

/** What of a reduction pays for another order, paise. */
type Kept = (reduction: Reduction) => Paise;

/** What of an order can still be given back. */
export const remainderOfOrder = ({
  order,
  minimum,
  lines,
  given,
}: Pick<OrderToReduce, 'order' | 'minimum' | 'lines' | 'given'>) =>
  remainderOf(order.delivery, lines, given, minimum);

/**
 * Prepares giving back, of an order that was read with {@link readForGivingBack}.
 * @param kept what pays for another order: a refund of its own, which is done with it
 */
export function prepareGivingBack(
  db: Db,
  read: OrderToReduce,
  wanted: Wanted,
  treatment: Treatment,
  { refundReason, reason, detail, now }: About,
  kept: Kept = () => 0,
): (ReductionResult & { ok: false }) | ({ ok: true } & Giving) {
  const { order, lines } = read;
  const reduced = reduce(remainderOfOrder(read), wanted);
  if (!reduced.ok) return reduced;
  const { amount } = reduced;
  const exchanged = reduced.reductions.reduce((sum, one) => sum + kept(one), 0);
  const due = amount - exchanged;
  const refundId = order.paid && due ? crypto.randomUUID() : null;
  const exchangeId = exchanged ? crypto.randomUUID() : null;
  const rows = reduced.reductions.flatMap((one) => {
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
    const keep = kept(one);
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
    statements: (done, paidOrder) => [
      db.write.run(sql`
        INSERT INTO ${reductions}
          (id, order_id, at, kind, position, product_id, name, quantity, amount, restocked, refund_id)
        SELECT lower(hex(randomblob(16))), ${order.id}, ${now}, value ->> 'kind', value ->> 'position',
               value ->> 'productId', value ->> 'name', value ->> 'quantity', value ->> 'amount',
               value ->> 'restocked',
               iif(value ->> 'exchange', ${exchangeId}, ${refundId && dueRefundId(order.id, refundId)})
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
              now,
              detail: detail ?? `${formatPrice(due)} is to be sent back: ${reason}`,
            },
            done,
          )
        : []),
      ...issueCreditNoteOf(db, order.id, creditNote, done, now),
    ],
  };
}

/**
 * The credit note for what is given back of an order.
 * @param at UTC ms @returns undefined if the order has no invoice, or nothing of value is given back
 */
export function creditNoteFor(
  { lines, given, invoice: issued }: OrderToReduce,
  now: readonly Reduction[],
  reason: string,
  at: number,
): CreditNote | undefined {
  const invoice = issued && numbered(issued);
  if (invoice?.kind !== 'invoice') return undefined;
  return creditNoteOf(
    invoice,
    lines.map(({ position }) => position),
    given.filter(({ kind }) => kind !== 'cancelled'),
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
        ...issueCreditNote(db, orderId, creditNote, done, now),
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
