/**
 * /api/desk/bulk: several orders at once. A request changes a part of a selection, which keeps it within the time that a
 * request has.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { bulkMoves, partSize, reportedStates } from '#domain/orders/bulk-constants.ts';
import { noCharges, sumOfCharges } from '#domain/shipping/remittance-file.ts';
import { maxUtr } from '#domain/shipping/shipping-constants.ts';
import { cleanNumber } from '#domain/shipping/tracking-numbers.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { startOfDay } from '#lib/dates.ts';
import { oneLine } from '#lib/text.ts';
import { cashFields } from '../../accounts/prove-operator.ts';
import {
  collectCash,
  moveOrders,
  recordRemittances,
  recordReports,
  shipOrders,
  undoMoves,
} from '../../desk/bulk.ts';
import { listMatching } from '../../desk/order-list.ts';
import {
  amountAboveZero,
  courierName,
  noteText,
  orderId,
  seenRows,
  trackingNumber,
} from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { listQuery } from './orders.ts';

const utrTooLong = `A UTR has at most ${maxUtr} characters.`;
const version = { orderId, seen: seenRows };

/** The orders of a part. @param also what each has besides its version */
const selected = <T extends z.ZodRawShape>(also: T) =>
  z
    .array(z.object({ ...version, ...also }), 'Please select orders.')
    .min(1, 'Please select orders.')
    .max(partSize, `Please send at most ${partSize} orders at once.`)
    .refine(
      (orders) =>
        new Set(orders.map((order) => (order as { orderId: string }).orderId)).size === orders.length,
      'An order is named twice.',
    );

const moveBody = z.object({
  orders: selected({}),
  status: z.enum(bulkMoves, 'Several orders cannot be moved to this status.'),
  ...cashFields,
});
const shipBody = z.object({ orders: selected({ trackingId: trackingNumber }), courierPartner: courierName });
const reportBody = z.object({
  orders: selected({ state: z.enum(reportedStates, 'is not a state of a parcel'), note: noteText }),
  ...cashFields,
  collected: z.boolean(),
  restock: z.boolean(),
});
const collectedBody = z.object({ orders: selected({}), password: cashFields.password });
/** A charge of the courier, paise. */
const charge = z.literal(0).or(amountAboveZero).default(0);
const charges = z.object({ codFee: charge, freight: charge, chargeTax: charge, otherCharges: charge });

const remittedBody = z.object({
  orders: selected({
    amount: amountAboveZero,
    day: z
      .string()
      .refine((name) => startOfDay(name) !== undefined, 'is not a day such as 2026-11-21')
      .nullable(),
    utr: z
      .string('Please enter the UTR.')
      .max(maxTyped, utrTooLong)
      .transform(cleanNumber)
      .pipe(z.string().max(maxUtr, utrTooLong).regex(oneLine, 'The UTR contains a control character.')),
    accepted: z.boolean(),
    charges: charges.default(noCharges),
  }).refine(
    (orders) => orders.every((order) => sumOfCharges(order.charges) <= order.amount),
    'The charges are more than the amount.',
  ),
  password: cashFields.password,
});
const undoBody = z.object({ orders: selected({}) });

export const bulk = new Hono<DeskEnv>()
  .get('/', desk('Lists the orders of a filter, to select them.', { query: listQuery }, listMatching))
  .post('/move', desk('Moves several orders to another status.', { body: moveBody }, moveOrders))
  .post('/ship', desk('Ships several orders.', { body: shipBody }, shipOrders))
  .post(
    '/reported',
    desk('Records what the courier says of several orders.', { body: reportBody }, recordReports),
  )
  .post(
    '/collected',
    desk('Records that the cash of several orders was collected.', { body: collectedBody }, collectCash),
  )
  .post(
    '/remitted',
    desk(
      'Records what the courier has transferred for several orders.',
      { body: remittedBody },
      recordRemittances,
    ),
  )
  .post('/undo', desk('Undoes the last move of several orders.', { body: undoBody }, undoMoves));
