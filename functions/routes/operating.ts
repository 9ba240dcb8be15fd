/** /api/order, the part that is for operators. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { orderStatuses } from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';
import { personOf } from '../accounts/session.ts';
import type { Env } from '../env.ts';
import { body } from '../http/body.ts';
import { line } from '../http/fields.ts';
import { signedIn } from '../http/middleware.ts';
import { notOperator } from '../http/operator.ts';
import { notFound, Refusal, signedOut } from '../http/refusal.ts';
import { owner, shopOf } from '../http/shop.ts';
import { attachTracking, moveOrder } from '../orders/move.ts';
import { confirmRefund, openRefunds } from '../payments/refunds.ts';
import { providerSilent } from './refusals.ts';

const one = z.object({ orderId: z.uuid('is not an order') });
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
  if (done.ok) return done.status;
  switch (done.code) {
    case 'signed_out':
      throw signedOut();
    case 'not_operator':
      throw notOperator();
    case 'not_found':
      throw notFound('This order');
    case 'not_open':
      throw new Refusal(409, 'not_open', `This cannot be done with an order that is ${done.status}.`, {
        status: done.status,
      });
  }
}

const asking = (c: Context<Env>) => personOf(c.get('db'), c.get('tokenHash'), c.get('now'));

type Person = { role: string };

/** Who asks has to be an operator. */
function wantOperator(person: Person | undefined): void {
  if (!person) throw signedOut();
  if (person.role !== 'operator') throw notOperator();
}

export const operating = new Hono<Env>()
  .post('/update-tracking', signedIn, body(tracking), async (c) => {
    moved(await attachTracking(shopOf(c), owner(c), c.req.valid('json')));
    return c.json({ success: true as const, message: 'Tracking updated' });
  })
  .post('/move', signedIn, body(move), async (c) => {
    const { status: to, reason, ...rest } = c.req.valid('json');
    const status = moved(await moveOrder(shopOf(c), owner(c), { ...rest, to, reason: reason ?? null }));
    return c.json({ success: true as const, message: `The order is now: ${status}.`, status });
  })
  .get('/refunds', signedIn, async (c) => {
    const [[person], rows] = await c.get('db').read.batch([asking(c), openRefunds(c.get('db'))]);
    wantOperator(person);
    return c.json({
      success: true as const,
      refunds: rows.map(({ refund, reference, method }) => ({
        _id: refund.id,
        orderId: refund.orderId,
        reference,
        method,
        amount: toRupees(refund.amount),
        reason: refund.reason,
        status: refund.status,
        date: new Date(refund.createdAt).toISOString(),
      })),
    });
  })
  .post('/refunds/confirm', signedIn, body(z.object({ refundId: z.uuid('is not a refund') })), async (c) => {
    const [person] = await asking(c);
    wantOperator(person);
    const done = await confirmRefund(shopOf(c), owner(c), c.req.valid('json').refundId);
    if (done.ok)
      return c.json({
        success: true as const,
        message:
          done.status === 'done' ? 'The money is on its way back.' : 'The provider has taken the refund on.',
        status: done.status,
      });
    switch (done.code) {
      case 'not_found':
        throw notFound('This refund');
      case 'silent':
        throw providerSilent();
      case 'refused':
        throw new Refusal(409, 'refund_refused', `The provider refuses the refund: ${done.reason}`);
    }
  });
