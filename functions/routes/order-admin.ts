/** /api/order: routes for operators. */
import { Hono } from 'hono';
import * as z from 'zod';
import { orderStatuses } from '#domain/orders/order.ts';
import { undeliveredReasons } from '#domain/orders/undelivered.ts';
import { keysOf } from '#lib/keys.ts';
import { cashFields } from '../accounts/prove-operator.ts';
import type { Env } from '../http/env.ts';
import { courierName, orderId, requiredLine, seenRows, trackingNumber } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { attachTracking, moveAsOperator } from '../orders/move.ts';
import { undoMove } from '../orders/undo.ts';

/** @property seen rows of the order's history that the operator has read: if there are more, the change is refused */
const orderVersion = z.object({ orderId, seen: seenRows.optional() });
const tracking = orderVersion.extend({ trackingId: trackingNumber, courierPartner: courierName });
/** Without Shipped, which needs a tracking number, and Cancelled: both have their own routes. */
const moveTarget = z.enum(
  orderStatuses.filter(
    (status) => !['Payment Pending', 'Order Placed', 'Shipped', 'Cancelled'].includes(status),
  ),
  'An order cannot be moved to this status.',
);
const move = orderVersion
  .extend({
    status: moveTarget,
    reason: requiredLine('reason', 200).optional(),
    restock: z.boolean().optional(),
    ...cashFields,
    undelivered: z.enum(keysOf(undeliveredReasons), 'is not a reason').optional(),
  })
  .refine(({ status, reason }) => status !== 'Returned' || reason, {
    path: ['reason'],
    message: 'Please say why it came back.',
  })
  .refine(({ status, restock }) => status !== 'Returned' || restock !== undefined, {
    path: ['restock'],
    message: 'Please say whether it can be sold again.',
  })
  .refine(({ status, undelivered }) => status === 'Returned' || undelivered === undefined, {
    path: ['undelivered'],
    message: 'Only a returned parcel can be marked as undelivered.',
  });

export const orderAdmin = new Hono<Env>()
  .post(
    '/update-tracking',
    route(
      'Adds a tracking number, and ships the order.',
      { session: 'any', body: tracking },
      attachTracking,
      ({ status, seen, undoUntil }, request) => {
        const message = 'Tracking updated';
        return request.seen === undefined ? { message } : { message, status, seen, undoUntil };
      },
    ),
  )
  .post(
    '/move',
    route(
      'Moves an order to another status.',
      { session: 'any', body: move },
      moveAsOperator,
      ({ status, seen, undoUntil }) => ({ message: `The order is now: ${status}.`, status, seen, undoUntil }),
    ),
  )
  .post(
    '/undo',
    route(
      'Undoes the last move of an order.',
      { session: 'any', body: orderVersion },
      undoMove,
      ({ status, seen }) => ({ message: `Undone. The order is now: ${status}.`, status, seen }),
    ),
  );
