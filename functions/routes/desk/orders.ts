/**
 * /api/desk/orders: the list, one order, notes, and the papers of several orders. The routes that change an order's status are below
 * /api/order (functions/routes/order-admin.ts) and need `seen` from here.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
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
import { formatPrice } from '#lib/money.ts';
import { cashFields } from '../../accounts/prove-operator.ts';
import { tooSmallMessage } from '../../cancellations/cancel-lines.ts';
import { writeEwayBill } from '../../desk/eway-bill.ts';
import { readOrderDetail, writeNote } from '../../desk/order-detail.ts';
import { addEmail } from '../../desk/order-email.ts';
import { listOrders } from '../../desk/order-list.ts';
import { readPapers } from '../../desk/order-papers.ts';
import { writeTags } from '../../desk/order-tags.ts';
import { after } from '../../desk/paging.ts';
import { amountAboveZero, noteText, requiredLine, seenRows } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { confirmAsOperator } from '../../orders/confirmation.ts';
import { refundOrder } from '../../orders/refund-order.ts';
import { replaceOrderInvoice } from '../../orders/replace-invoice.ts';
import { withdrawLinksAsOperator } from '../../orders/withdraw-links.ts';
import { recordedMessage, recordTransfer } from '../../payments/record-transfer.ts';
import { replaceUnits } from '../../returns/replace.ts';
import { business, correctedAddress, deskItems } from '../order-fields.ts';

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

const describeFilter = ({ label, day }: Filter): string =>
  day ? `${label}: a day such as 2026-11-21.` : `${label.replace(/\.$/, '')}.`;

type FilterSchemas = {
  [Name in keyof typeof orderFilters]: z.ZodOptional<z.ZodType<OrderFilter[Name], FilterQuery[Name]>>;
};

export const listQuery = z.object({
  after,
  ...(Object.fromEntries(
    keysOf(orderFilters).map((name) => [
      name,
      filterSchema(orderFilters[name])
        .optional()
        .meta({ description: describeFilter(orderFilters[name]) }),
    ]),
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
const seenBody = z.object({ seen: seenRows });
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
  lines: deskItems,
  note: requiredLine('note', 200).optional(),
});

/** Units of lines and the delivery, or an amount in paise. */
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
  })
  .transform(({ amount, delivery, lines, fault, reason, seen }) => ({
    wanted:
      amount === undefined ? { lines: lines.map((line) => ({ ...line, fault })), delivery } : { amount },
    lines,
    reason,
    seen,
  }));

const papersBody = z.object({
  orderIds: z
    .array(orderId, 'Please select orders.')
    .min(1, 'Please select orders.')
    .max(orderLimit, `A print page holds at most ${orderLimit} orders. Please select fewer.`),
  papers: z.array(z.enum(paperKinds, 'is not a paper')).min(1, 'Please choose what to print.'),
});

/** The order of the path. An id that is none matches no order. */
const ofOrder = z
  .object({ id: orderId.catch('').meta({ description: 'Id of the order.' }) })
  .transform(({ id }) => ({ orderId: id }));

/** A message, with the version of the order after the change. */
const changed =
  (message: string) =>
  ({ seen }: { seen: number }) => ({ message, seen });

export const orders = new Hono<DeskEnv>()
  .get('/', desk('Lists orders.', { query: listQuery }, listOrders))
  .post('/print/papers', desk('Reads the papers of several orders.', { body: papersBody }, readPapers))
  .post(
    '/:id/note',
    desk(
      'Writes a note on an order.',
      { params: ofOrder, body: noteBody },
      writeNote,
      changed('The note is saved.'),
    ),
  )
  .post(
    '/:id/confirm',
    desk(
      'Records that the buyer has confirmed an order on delivery by phone.',
      { params: ofOrder, body: seenBody },
      confirmAsOperator,
      'The order is confirmed.',
    ),
  )
  .post(
    '/:id/tags',
    desk(
      'Sets the tags of an order.',
      { params: ofOrder, body: tagsBody },
      writeTags,
      changed('The tags are saved.'),
    ),
  )
  .post(
    '/:id/new-invoice',
    desk(
      'Replaces the invoice of an order by one to another business or address.',
      { params: ofOrder, body: newInvoiceBody },
      replaceOrderInvoice,
      ({ what, seen }) => ({
        message: what
          ? 'The new invoice is issued. The shopper gets it with the credit note of the first one.'
          : 'Nothing was changed.',
        seen,
      }),
    ),
  )
  .post(
    '/:id/eway-bill',
    desk(
      'Sets the number of the e-way bill of a parcel that has not left.',
      { params: ofOrder, body: ewayBillBody },
      writeEwayBill,
      changed('The e-way bill is saved.'),
    ),
  )
  .post(
    '/:id/email',
    desk(
      'Adds the email address to an order that has none, and emails its papers there.',
      { params: ofOrder, body: emailBody },
      addEmail,
      ({ seen }, { email }) => ({ message: `The papers of the order go to ${email}.`, seen }),
    ),
  )
  .post(
    '/:id/withdraw-links',
    desk(
      'Withdraws the links to an order that were sent until now.',
      { params: ofOrder, body: seenBody },
      withdrawLinksAsOperator,
      changed('The links that were sent no longer work. The next email has another one.'),
    ),
  )
  .post(
    '/:id/transfer',
    desk(
      'Records a bank transfer that has come for an order.',
      { params: ofOrder, body: transferBody },
      recordTransfer,
      (done) => ({ message: recordedMessage(done), outcome: done.outcome, seen: done.seen }),
    ),
  )
  .post(
    '/:id/refund',
    desk(
      'Refunds products, the delivery or an amount.',
      { params: ofOrder, body: refundBody },
      refundOrder,
      ({ amount, tooSmall, seen }) => ({
        message: amount
          ? tooSmall
            ? tooSmallMessage(amount)
            : `${formatPrice(amount)} waits under Refunds to be sent back.`
          : 'The return is recorded. Nothing was paid for these products, so nothing is sent back.',
        amount,
        seen,
      }),
    ),
  )
  .post(
    '/:id/replace',
    desk(
      'Replaces products of a delivered order by the same ones, free of charge.',
      { params: ofOrder, body: replaceBody },
      replaceUnits,
      ({ exchange }) => ({ message: `The replacement is order ${exchange}.` }),
    ),
  )
  .get('/:id', desk('Reads an order with its history.', { params: ofOrder }, readOrderDetail));
