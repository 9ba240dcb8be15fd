/** /api/order: routes for operators. */
import { Hono } from 'hono';
import * as z from 'zod';
import { orderStatuses } from '#domain/orders/order.ts';
import { undeliveredReasons } from '#domain/orders/undelivered.ts';
import { isoTime } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import type { Env } from '../http/env.ts';
import { courierName, orderId, requiredLine, seenRows, trackingNumber } from '../http/fields.ts';
import { signedIn } from '../http/middleware.ts';
import { owner, requestContext } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { findSessionUser } from '../lib/session.ts';
import { attachTracking, moveOrder, moveRefusals } from '../orders/move.ts';
import { refusalOf } from '../orders/operator.ts';
import { undoMove, undoRefusals } from '../orders/undo.ts';
import { cashFields, proveCash } from './desk/operator-proof.ts';

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
    describeRoute('Adds a tracking number, and ships the order.', [moveRefusals]),
    signedIn,
    body(tracking),
    async (c) => {
      const request = c.req.valid('json');
      const done = await attachTracking(requestContext(c), owner(c), request);
      if (!done.ok) throw done;
      const { status, seen } = done;
      const now = request.seen === undefined ? {} : { status, seen, undoUntil: isoTime(done.undoUntil) };
      return success(c, { message: 'Tracking updated', ...now });
    },
  )
  .post(
    '/move',
    describeRoute('Moves an order to another status.', [moveRefusals, sessionCode]),
    signedIn,
    body(move),
    async (c) => {
      const { status: to, reason, password, collected: asked, ...rest } = c.req.valid('json');
      const [person] = asked ? await findSessionUser(c.get('db'), c.get('tokenHash'), c.get('now')) : [];
      const refused = asked && refusalOf(person);
      if (refused) throw refused;
      const collected = await proveCash(c, { collected: asked, password });
      const done = await moveOrder(requestContext(c), owner(c), {
        ...rest,
        collected,
        to,
        reason: reason ?? null,
      });
      if (!done.ok) throw done;
      const { status, seen, undoUntil } = done;
      const message = `The order is now: ${status}.`;
      return success(c, { message, status, seen, undoUntil: isoTime(undoUntil) });
    },
  )
  .post(
    '/undo',
    describeRoute('Undoes the last move of an order.', [moveRefusals, undoRefusals]),
    signedIn,
    body(orderVersion),
    async (c) => {
      const done = await undoMove(requestContext(c), owner(c), c.req.valid('json'));
      if (!done.ok) throw done;
      const { status, seen } = done;
      return success(c, { message: `Undone. The order is now: ${status}.`, status, seen });
    },
  );
