/**
 * /api/desk/orders: the list, one order, notes, and the papers of several orders. The routes that change an order's status are below
 * /api/order (functions/routes/order-admin.ts) and need `seen` from here.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { itemId } from '#domain/catalogue/product-id.ts';
import { paperKinds } from '#domain/documents/papers.ts';
import { orderLimit } from '#domain/orders/bulk-constants.ts';
import { type Filter, type FilterQuery, type OrderFilter, orderFilters } from '#domain/orders/filters.ts';
import { cleanTag, cleanTags, isTag, maxTagLength, maxTags } from '#domain/orders/tags.ts';
import { returnReasons } from '#domain/returns/return.ts';
import { ewayBillNumber } from '#domain/shipping/eway-bill.ts';
import { maxUtr } from '#domain/shipping/shipping-constants.ts';
import { cleanCode } from '#lib/clean.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { oneDay, startOfDay } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { tooSmallMessage } from '../../cancellations/cancel-lines.ts';
import { writeEwayBill } from '../../desk/eway-bill.ts';
import { readOrderDetail, writeNote } from '../../desk/order-detail.ts';
import { addEmail, emailRefusals } from '../../desk/order-email.ts';
import { listOrders } from '../../desk/order-list.ts';
import { readPapers } from '../../desk/order-papers.ts';
import { writeTags } from '../../desk/order-tags.ts';
import { after } from '../../desk/paging.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { amountAboveZero, noteText, requiredLine, seenRows } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner, phoneUrlsOf, requestContext } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';
import { store } from '../../lib/store.ts';
import { confirmAsOperator, confirmRefusals } from '../../orders/confirmation.ts';
import { orderChanged, orderNotFound } from '../../orders/history.ts';
import { moveRefusals } from '../../orders/move.ts';
import { refundOrder, refundRefusals } from '../../orders/refund-order.ts';
import { newInvoiceRefusals, replaceOrderInvoice } from '../../orders/replace-invoice.ts';
import { withdrawLinks } from '../../orders/withdraw-links.ts';
import { recordedMessage, recordTransfer, transferRefusals } from '../../payments/record-transfer.ts';
import { replaceRefusals, replaceUnits } from '../../returns/replace.ts';
import { business, correctedAddress, distinct, quantity } from '../order-fields.ts';
import { cashFields, provenCash } from './operator-proof.ts';

/** An Indian day, as its first millisecond. */
const startOf = z.string().transform((name, context) => {
  const at = startOfDay(name);
  if (at === undefined) context.addIssue({ code: 'custom', message: 'is not a day such as 2026-11-21' });
  return at ?? 0;
});

function filterSchema({ choices, error, day, maxLength = maxTyped }: Filter): z.ZodType {
  if (choices) return z.enum(keysOf(choices), error);
  if (day) return day === 'last' ? startOf.transform((at) => at + oneDay) : startOf;
  return z.string().max(maxLength);
}

type FilterSchemas = {
  [Name in keyof typeof orderFilters]: z.ZodOptional<z.ZodType<OrderFilter[Name], FilterQuery[Name]>>;
};

export const listQuery = z.object({
  after,
  ...(Object.fromEntries(
    keysOf(orderFilters).map((name) => [name, filterSchema(orderFilters[name]).optional()]),
  ) as FilterSchemas),
});

const orderId = z.uuid('is not an order');
const noteBody = z.object({ note: noteText, seen: seenRows });
const ewayBillBody = z.object({
  ewayBill: z
    .string('Please enter the number of the e-way bill.')
    .max(maxTyped)
    .transform(cleanCode)
    .pipe(z.string().regex(ewayBillNumber, 'The number of an e-way bill has 12 digits.'))
    .nullable(),
  seen: seenRows,
});
const newInvoiceBody = z
  .object({ address: correctedAddress.optional(), business: business.nullish(), seen: seenRows })
  .refine(({ address, business }) => address || business !== undefined, {
    path: ['address'],
    message: 'Please send what is to be corrected.',
  });
const confirmBody = z.object({ seen: seenRows });
const transferBody = z.object({
  amount: amountAboveZero,
  utr: requiredLine('UTR', maxUtr),
  password: cashFields.password,
  seen: seenRows,
});
const emailBody = z.object({ email: emailField, seen: seenRows });

const tagsBody = z.object({
  tags: z
    .array(
      z
        .string()
        .max(maxTyped)
        .transform(cleanTag)
        .refine(isTag, `A tag has letters, digits and hyphens, at most ${maxTagLength} characters.`),
      'Please send the tags.',
    )
    .max(maxTags, `An order has at most ${maxTags} tags.`)
    .transform(cleanTags),
  seen: seenRows,
});

const unitsOfLine = z
  .object({
    position: z.int('is not a line').min(0, 'is not a line').max(1000, 'is not a line'),
    quantity: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100'),
    returned: z.boolean(),
    restock: z.boolean(),
  })
  .refine(({ returned, restock }) => returned || !restock, {
    path: ['restock'],
    message: 'Only pieces that came back can go into stock.',
  });

const replaceBody = z.object({
  seen: seenRows,
  reason: z.enum(keysOf(returnReasons), 'Please choose what is wrong.'),
  lines: distinct(z.object({ _id: itemId, quantity: quantity(1) })),
  note: requiredLine('note', 200).optional(),
});

/** Units of lines and the delivery, or an amount in rupees. */
const refundBody = z
  .object({
    seen: seenRows,
    reason: requiredLine('reason', 200),
    lines: z
      .array(unitsOfLine)
      .max(100)
      .refine(
        (lines) => new Set(lines.map(({ position }) => position)).size === lines.length,
        'A line is named twice.',
      )
      .default([]),
    delivery: z.boolean().default(false),
    /** At the shop's fault what was invoiced goes back, and no code is taken back. */
    fault: z.enum(['shop', 'shopper'], 'is not somebody who can be at fault').default('shopper'),
    amount: amountAboveZero.optional(),
  })
  .refine(({ lines, delivery, amount }) => (lines.length > 0 || delivery) !== (amount !== undefined), {
    path: ['lines'],
    message: 'Please choose what is refunded: products and delivery, or an amount.',
  });

const papersBody = z.object({
  orderIds: z
    .array(orderId, 'Please select orders.')
    .min(1, 'Please select orders.')
    .max(orderLimit, `A print page holds at most ${orderLimit} orders. Please select fewer.`),
  papers: z.array(z.enum(paperKinds, 'is not a paper')).min(1, 'Please choose what to print.'),
});

/** The id, or an empty text, which matches no order. */
const parseId = (text: string): string => orderId.safeParse(text).data ?? '';

export const orders = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists orders.'), query(listQuery), async (c) => {
    const { after, ...filter } = c.req.valid('query');
    return success(c, await listOrders(c.get('db'), filter, after, phoneUrlsOf(c)));
  })
  .post(
    '/print/papers',
    describeRoute('Reads the papers of several orders.'),
    body(papersBody),
    async (c) => {
      const { orderIds, papers } = c.req.valid('json');
      return success(c, await readPapers(c.get('db'), store, orderIds, papers));
    },
  )
  .post(
    '/:id/note',
    describeRoute('Writes a note on an order.', [notFound, orderChanged]),
    body(noteBody),
    async (c) => {
      const noted = { orderId: parseId(c.req.param('id')), ...c.req.valid('json') };
      const done = await writeNote(c.get('db'), c.get('operator'), noted, c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: 'The note is saved.', seen: done.seen });
    },
  )
  .post(
    '/:id/confirm',
    describeRoute('Records that the buyer has confirmed an order on delivery by phone.', [confirmRefusals]),
    body(confirmBody),
    async (c) => {
      const request = { orderId: parseId(c.req.param('id')), ...c.req.valid('json') };
      const done = await confirmAsOperator(requestContext(c), owner(c), request);
      if (!done.ok) throw done;
      return success(c, { message: 'The order is confirmed.', status: done.status, seen: done.seen });
    },
  )
  .post(
    '/:id/tags',
    describeRoute('Sets the tags of an order.', [notFound, orderChanged]),
    body(tagsBody),
    async (c) => {
      const tagging = { orderId: parseId(c.req.param('id')), ...c.req.valid('json') };
      const done = await writeTags(c.get('db'), c.get('operator'), tagging, c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: 'The tags are saved.', seen: done.seen });
    },
  )
  .post(
    '/:id/new-invoice',
    describeRoute('Replaces the invoice of an order by one to another business or address.', [
      newInvoiceRefusals,
    ]),
    body(newInvoiceBody),
    async (c) => {
      const request = { orderId: parseId(c.req.param('id')), ...c.req.valid('json') };
      const done = await replaceOrderInvoice(requestContext(c), owner(c), request);
      if (!done.ok) throw done;
      const message = done.what
        ? 'The new invoice is issued. The shopper gets it with the credit note of the first one.'
        : 'Nothing was changed.';
      return success(c, { message, seen: done.seen });
    },
  )
  .post(
    '/:id/eway-bill',
    describeRoute('Sets the number of the e-way bill of a parcel that has not left.', [moveRefusals]),
    body(ewayBillBody),
    async (c) => {
      const numbering = { orderId: parseId(c.req.param('id')), ...c.req.valid('json') };
      const done = await writeEwayBill(c.get('db'), c.get('operator'), numbering, c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: 'The e-way bill is saved.', seen: done.seen });
    },
  )
  .post(
    '/:id/email',
    describeRoute('Adds the email address to an order that has none, and emails its papers there.', [
      notFound,
      orderChanged,
      emailRefusals,
    ]),
    body(emailBody),
    async (c) => {
      const request = { orderId: parseId(c.req.param('id')), ...c.req.valid('json') };
      const done = await addEmail(c.get('db'), c.get('operator'), request, c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: `The papers of the order go to ${request.email}.`, seen: done.seen });
    },
  )
  .post(
    '/:id/withdraw-links',
    describeRoute('Withdraws the links to an order that were sent until now.', [notFound, orderChanged]),
    body(confirmBody),
    async (c) => {
      const request = { orderId: parseId(c.req.param('id')), ...c.req.valid('json') };
      const done = await withdrawLinks(requestContext(c), { owner: owner(c), as: 'operator' }, request);
      if (!done.ok) throw done;
      return success(c, {
        message: 'The links that were sent no longer work. The next email has another one.',
        seen: done.seen,
      });
    },
  )
  .post(
    '/:id/transfer',
    describeRoute('Records a bank transfer that has come for an order.', [transferRefusals, sessionCode]),
    body(transferBody),
    async (c) => {
      const { password, ...request } = c.req.valid('json');
      const proven = await provenCash(c, password);
      const transfer = { orderId: parseId(c.req.param('id')), ...request };
      const done = await recordTransfer(requestContext(c), owner(c), transfer, proven);
      if (!done.ok) throw done;
      return success(c, { message: recordedMessage(done), outcome: done.outcome, seen: done.seen });
    },
  )
  .post(
    '/:id/refund',
    describeRoute('Refunds products, the delivery or an amount.', [refundRefusals]),
    body(refundBody),
    async (c) => {
      const { amount, delivery, lines, fault, reason, seen } = c.req.valid('json');
      const wanted =
        amount === undefined ? { lines: lines.map((line) => ({ ...line, fault })), delivery } : { amount };
      const request = { orderId: parseId(c.req.param('id')), wanted, lines, reason, seen };
      const done = await refundOrder(requestContext(c), owner(c), request);
      if (!done.ok) throw done;
      const message = done.amount
        ? done.tooSmall
          ? tooSmallMessage(done.amount)
          : `${formatPrice(done.amount)} waits under Refunds to be sent back.`
        : 'The return is recorded. Nothing was paid for these products, so nothing is sent back.';
      return success(c, { message, amount: toRupees(done.amount), seen: done.seen });
    },
  )
  .post(
    '/:id/replace',
    describeRoute('Replaces products of a delivered order by the same ones, free of charge.', [
      replaceRefusals,
    ]),
    body(replaceBody),
    async (c) => {
      const { note = null, ...request } = c.req.valid('json');
      const done = await replaceUnits(requestContext(c), owner(c), {
        orderId: parseId(c.req.param('id')),
        note,
        ...request,
      });
      if (!done.ok) throw done;
      return success(c, { message: `The replacement is order ${done.exchange}.` });
    },
  )
  .get('/:id', describeRoute('Reads an order with its history.', [notFound]), async (c) => {
    const details = await readOrderDetail(requestContext(c), parseId(c.req.param('id')), phoneUrlsOf(c));
    if (!details) throw orderNotFound();
    return success(c, details);
  });
