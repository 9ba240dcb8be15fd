/** /api/order, the part that is for operators. */
import { Hono } from 'hono';
import { z } from 'zod';
import { orderStatuses } from '#features/orders/order.ts';
import { body } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import { line, seenRows } from '../http/fields.ts';
import { signedIn } from '../http/middleware.ts';
import { factorMissing, notOperator } from '../http/operator.ts';
import { notFound, Refusal, signedOut } from '../http/refusal.ts';
import { owner, shopOf } from '../http/request-context.ts';
import { attachTracking, moveOrder } from '../orders/move.ts';
import { orderChanged } from './refusals.ts';

/** @property seen rows of the order's history that were seen: with more than these the change is refused */
const one = z.object({ orderId: z.uuid('is not an order'), seen: seenRows.optional() });
const tracking = one.extend({
  trackingId: line('tracking number', 60),
  courierPartner: line('courier', 60),
});
/** Shipping needs a tracking number, so it is done by attaching one; cancelling has its own address. */
const target = z.enum(
  orderStatuses.filter(
    (status) => !['Payment Pending', 'Order Placed', 'Shipped', 'Cancelled'].includes(status),
  ),
  'is not a status that an order can be moved to',
);
const move = one
  .extend({
    status: target,
    reason: line('reason', 200).optional(),
    restock: z.boolean().optional(),
    collected: z.boolean().optional(),
  })
  .refine(({ status, reason }) => status !== 'Returned' || reason, {
    path: ['reason'],
    message: 'Please say why it came back.',
  })
  .refine(({ status, restock }) => status !== 'Returned' || restock !== undefined, {
    path: ['restock'],
    message: 'Please say whether it can be sold again.',
  });

type Moved = Awaited<ReturnType<typeof moveOrder>>;

function moved(done: Moved) {
  if (done.ok) return done;
  switch (done.code) {
    case 'signed_out':
      throw signedOut();
    case 'not_operator':
      throw notOperator();
    case 'second_factor_missing':
      throw factorMissing();
    case 'not_found':
      throw notFound('This order');
    case 'not_open':
      throw new Refusal(409, 'not_open', `This cannot be done with an order that is ${done.status}.`, {
        status: done.status,
      });
    case 'changed':
      throw orderChanged(done);
  }
}

export const operating = new Hono<Env>()
  .post('/update-tracking', signedIn, body(tracking), async (c) => {
    const asked = c.req.valid('json');
    const { status, seen } = moved(await attachTracking(shopOf(c), owner(c), asked));
    const now = asked.seen === undefined ? {} : { status, seen };
    return c.json({ success: true as const, message: 'Tracking updated', ...now });
  })
  .post('/move', signedIn, body(move), async (c) => {
    const { status: to, reason, ...rest } = c.req.valid('json');
    const { status, seen } = moved(
      await moveOrder(shopOf(c), owner(c), { ...rest, to, reason: reason ?? null }),
    );
    return c.json({ success: true as const, message: `The order is now: ${status}.`, status, seen });
  });
