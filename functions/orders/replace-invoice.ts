/**
 * Replaces the invoice of an order that names the wrong recipient (docs/behaviour.md, "Corrections"): its credit note, the
 * new invoice, the order's business and address, a row of its history and the email with both papers, in one batch.
 */
import { sql } from 'drizzle-orm';
import { DatabaseUnavailable } from '#db/client.ts';
import { orderEvents, orders } from '#db/schema/index.ts';
import { lastDayToReplace, replaceInvoice, replaceProblem } from '#domain/documents/replacement.ts';
import { type Correction, correctedText, isSameBusiness } from '#domain/orders/correction.ts';
import type { Business } from '#domain/tax/business.ts';
import { dayOf, formatDay, startOfDay } from '#lib/dates.ts';
import { issueNote, issueReplacement } from '../documents/issue.ts';
import { billedTo, businessColumns, businessOf } from '../lib/business.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal } from '../lib/refusal.ts';
import { isOperator, sessionUserId } from '../lib/session.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import type { RequestContext } from '../payments/context.ts';
import {
  changedOrder,
  eventsSince,
  historyLength,
  isUnchangedSince,
  orderChanged,
  orderNotFound,
} from './history.ts';
import { invoiceOf, orderOfPurchase, readPurchase } from './purchase.ts';

export const newInvoiceRefusals = {
  notFound,
  changed: orderChanged,
  noInvoice: refusal(409, 'no_invoice', 'This order has no invoice yet: correct the order itself.'),
  reported: refusal(409, 'reported', (lastDay: string) => ({
    message: `This invoice could be replaced until ${formatDay(startOfDay(lastDay) ?? 0)}. Its month is reported: ask your accountant to amend the return (GSTR-1, table 9A or 10).`,
  })),
  credited: refusal(
    409,
    'credited',
    'A part of this invoice has a credit note already. Ask your accountant to amend the return.',
  ),
};

type Request = {
  orderId: string;
  seen: number;
  address?: Correction | undefined;
  business?: Business | null | undefined;
};

/** Tries of replacing an invoice whose order changes at the same time. */
const maxTries = 8;

export async function replaceOrderInvoice(
  { db, now }: RequestContext,
  owner: Owner,
  { orderId, seen, ...change }: Request,
): Promise<{ ok: true; what: string; seen: number } | Refusal> {
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const [unseen, ...rows] = await db.read.batch([
      eventsSince(db, orderId, seen),
      ...readPurchase(db, orderId),
    ]);
    const read = orderOfPurchase(orderId, rows);
    if (!read) return orderNotFound();
    const { order, events, given, debits } = read;
    if (unseen.length) return changedOrder(order.status, seen, unseen);
    const invoice = invoiceOf(read);
    if (!invoice) return newInvoiceRefusals.noInvoice();
    const notes = given.filter(({ kind }) => kind !== 'cancelled').length + debits.length;
    const problem = replaceProblem({
      invoiceDay: invoice.day,
      today: dayOf(now),
      creditNotes: order.status === 'Cancelled' || order.status === 'Returned' ? 1 : notes,
    });
    if (problem === 'reported') return newInvoiceRefusals.reported(lastDayToReplace(invoice.day));
    if (problem) return newInvoiceRefusals.credited();
    const known = businessOf(order);
    const business = change.business === undefined ? known : change.business;
    const address = { ...order.address, ...change.address };
    const what = correctedText(order.address, address, !isSameBusiness(known, business));
    if (!what) return { ok: true, what, seen };
    const columns = businessColumns(business);
    const papers = replaceInvoice(
      invoice,
      { address, placedAt: order.createdAt, paymentMethod: order.paymentMethod, business: billedTo(columns) },
      now,
    );
    if (!papers) return newInvoiceRefusals.credited();
    const eventId = crypto.randomUUID();
    const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
    const text = `${what}: a new invoice in the place of ${invoice.number}`;
    const results = await db.write.batch([
      db.write.run(sql`
        INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
        SELECT ${eventId}, o.id, ${now}, 'operator', ${sessionUserId(owner.tokenHash, owner.now)}, 'correction', ${text}
        FROM ${orders} o WHERE o.id = ${orderId} AND ${isOperator(owner)} AND ${isUnchangedSince(orderId, seen)}
        AND ${historyLength(orderId)} = ${events}`),
      db.write.run(sql`
        UPDATE ${orders} SET address = ${JSON.stringify(address)}, gstin = ${columns.gstin},
               business_name = ${columns.businessName}, sez = ${columns.sez ? 1 : 0},
               registered_address = ${columns.registeredAddress && JSON.stringify(columns.registeredAddress)}
        WHERE id = ${orderId} AND ${done}`),
      ...issueNote(db, 'credit_note', orderId, papers.creditNote, done, now),
      ...issueReplacement(db, orderId, papers.invoice, invoice.number, done, now),
      enqueueOrderEmail(db, { kind: 'order_corrected', orderId, what }, changeCause(eventId), now, done),
      db.write
        .select({ done: sql<number>`${done}` })
        .from(orders)
        .limit(1),
    ]);
    const [written] = results.at(-1) as { done: number }[];
    if (written?.done) return { ok: true, what, seen: events + 1 };
  }
  throw new DatabaseUnavailable('other changes of the order kept overtaking this one');
}
