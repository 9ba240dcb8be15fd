/**
 * Replaces the invoice of an order that names the wrong recipient (docs/behaviour.md, "Corrections"): its credit note, the
 * new invoice, the order's business and address, a row of its history and the email with both papers, in one batch.
 */

import { lastDayToReplace, replaceProblem } from 'gst/replacement';
import { orders } from '#db/schema/index.ts';
import { replaceInvoiceOfOrder } from '#domain/documents/order-invoice.ts';
import { type Correction, correctedText, isSameBusiness } from '#domain/orders/correction.ts';
import type { Business } from '#domain/tax/business.ts';
import { dayOf, formatDay, startOfDay } from '#lib/dates.ts';
import { billedTo, businessColumns, businessOf } from '../lib/business.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import type { RequestContext } from '../providers/context.ts';
import { changeOrder } from './change-order.ts';
import { update } from './effects.ts';
import { orderChanged, orderNotFound } from './history.ts';
import type { OrderCall } from './operator.ts';
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

type Replaced = { ok: true; what: string; seen: number };

export function replaceOrderInvoice(
  call: OrderCall & RequestContext,
  { orderId, seen, ...change }: Request,
): Promise<Replaced | Refusal> {
  const { db, now } = call;
  const reads = readPurchase(db, orderId);
  const caller = { owner: call.owner, as: 'operator' } as const;
  return changeOrder<Replaced, typeof reads>(call, caller, { orderId, seen }, reads, (_, ...rows) => {
    const read = orderOfPurchase(orderId, rows);
    if (!read) return orderNotFound();
    const { order, events, given, debits } = read;
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
    if (!what) return { ok: true, what, seen: events };
    const columns = businessColumns(business);
    const { paymentMethod } = order;
    const supplied = { address, paymentMethod, business: billedTo(columns) };
    const papers = replaceInvoiceOfOrder(invoice, supplied, now);
    if (!papers) return newInvoiceRefusals.credited();
    const { number: replaces } = invoice;
    return {
      event: { kind: 'correction', text: `${what}: a new invoice in the place of ${replaces}` },
      effects: [
        update(orders, orderId, { address, ...columns }),
        { effect: 'document', document: 'credit_note', data: papers.creditNote },
        { effect: 'document', document: 'invoice', data: papers.invoice, replaces },
        { effect: 'email', email: { kind: 'order_corrected', orderId, what } },
      ],
      result: (length) => ({ ok: true, what, seen: length }),
    };
  });
}
refuses(replaceOrderInvoice, newInvoiceRefusals);
