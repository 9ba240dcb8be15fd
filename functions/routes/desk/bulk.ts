/**
 * /api/desk/bulk: several orders at once. Each order is changed in a batch of its own, so that one that cannot be changed
 * stops no other. A request changes a part of a selection, which keeps it within the time that a request has.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { bulkMoves, orderLimit, partSize, reportedStates } from '#domain/orders/bulk-constants.ts';
import { noCharges, sumOfCharges } from '#domain/shipping/remittance-file.ts';
import { maxUtr } from '#domain/shipping/shipping-constants.ts';
import { cleanNumber } from '#domain/shipping/tracking-numbers.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { isoTime, startOfDay } from '#lib/dates.ts';
import { oneLine } from '#lib/text.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { changeEach } from '../../desk/change-each.ts';
import { recordReported } from '../../desk/courier-statuses.ts';
import { listMatching } from '../../desk/order-list.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import {
  amountAboveZero,
  courierName,
  noteText,
  orderId,
  seenRows,
  trackingNumber,
} from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner, requestContext } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { recordCash } from '../../orders/cash.ts';
import type { Changed } from '../../orders/change-order.ts';
import { attachTracking, moveOrder } from '../../orders/move.ts';
import type { OrderContext } from '../../orders/operator.ts';
import { undoMove } from '../../orders/undo.ts';
import { cashFields, proveCash, provenCash } from './operator-proof.ts';
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
/** A charge of the courier in rupees. */
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

type Result = Awaited<ReturnType<typeof changeEach<never, Changed | Refusal>>>[number];

/** An order's new state, or the reason why it stays. */
function serializeResult({ orderId, done }: Result) {
  if (done.ok) return { ok: true as const, orderId, status: done.status, seen: done.seen };
  // Of an order that has changed.
  const { seen } = done.extra as { seen?: number };
  return { ok: false as const, orderId, message: done.message, ...(seen !== undefined && { seen }) };
}

/** @property undoUntil until when those that were moved can be moved back */
const serializeMoves = (results: readonly Result[], { now, undoTime }: OrderContext) => ({
  results: results.map(serializeResult),
  undoUntil: isoTime(now + undoTime),
});

export const bulk = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the orders of a filter, to select them.'), query(listQuery), async (c) => {
    return success(c, await listMatching(c.get('db'), c.req.valid('query'), orderLimit));
  })
  .post(
    '/move',
    describeRoute('Moves several orders to another status.', [sessionCode]),
    body(moveBody),
    async (c) => {
      const { orders, status: to, ...cash } = c.req.valid('json');
      const collected = await proveCash(c, cash);
      const context = requestContext(c);
      const results = await changeEach(orders, (order) =>
        moveOrder(context, owner(c), { ...order, to, collected, mustMove: true }),
      );
      return success(c, serializeMoves(results, context));
    },
  )
  .post('/ship', describeRoute('Ships several orders.'), body(shipBody), async (c) => {
    const { orders, courierPartner } = c.req.valid('json');
    const context = requestContext(c);
    const results = await changeEach(orders, (order) =>
      attachTracking(context, owner(c), { ...order, courierPartner }),
    );
    return success(c, serializeMoves(results, context));
  })
  .post(
    '/reported',
    describeRoute('Records what the courier says of several orders.', [sessionCode]),
    body(reportBody),
    async (c) => {
      const { orders, restock, ...cash } = c.req.valid('json');
      const answers = { collected: await proveCash(c, cash), restock };
      const context = requestContext(c);
      const results = await changeEach(orders, (order) =>
        recordReported(context, c.get('operator'), owner(c), order, answers),
      );
      return success(c, serializeMoves(results, context));
    },
  )
  .post(
    '/collected',
    describeRoute('Records that the cash of several orders was collected.', [sessionCode]),
    body(collectedBody),
    async (c) => {
      const { orders, password } = c.req.valid('json');
      const proven = await provenCash(c, password);
      const results = await changeEach(orders, (order) =>
        recordCash(requestContext(c), owner(c), order, proven),
      );
      return success(c, { results: results.map(serializeResult) });
    },
  )
  .post(
    '/remitted',
    describeRoute('Records what the courier has transferred for several orders.', [sessionCode]),
    body(remittedBody),
    async (c) => {
      const { orders, password } = c.req.valid('json');
      const proven = await provenCash(c, password);
      const results = await changeEach(orders, ({ orderId, seen, ...remittance }) =>
        recordCash(requestContext(c), owner(c), { orderId, seen, remittance }, proven),
      );
      return success(c, { results: results.map(serializeResult) });
    },
  )
  .post('/undo', describeRoute('Undoes the last move of several orders.'), body(undoBody), async (c) => {
    const context = requestContext(c);
    const results = await changeEach(c.req.valid('json').orders, (order) =>
      undoMove(context, owner(c), order),
    );
    return success(c, { results: results.map(serializeResult) });
  });
