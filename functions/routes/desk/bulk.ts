/**
 * /api/desk/bulk: several orders at once. Each order is changed in a batch of its own, so that one that cannot be changed
 * stops no other. A request changes a part of a selection, which keeps it within the time that a request has.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { bulkMoves, orderLimit, partSize } from '#features/desk/orders/bulk-constants.ts';
import { isoTime } from '#lib/dates.ts';
import { changeEach } from '../../desk/change-each.ts';
import { listMatching } from '../../desk/order-list.ts';
import { body, query } from '../../http/body.ts';
import { orderId, seenRows } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { unavailable } from '../../http/refusal.ts';
import { owner, requestContext } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { type MoveResult, moveOrder } from '../../orders/move.ts';
import { type UndoResult, undoMove } from '../../orders/undo.ts';
import { moveRefusal } from '../operator-refusals.ts';
import { filterOf, listQuery } from './orders.ts';

const selected = z
  .array(z.object({ orderId, seen: seenRows }), 'Please select orders.')
  .min(1, 'Please select orders.')
  .max(partSize, `Please send at most ${partSize} orders at once.`)
  .refine(
    (orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length,
    'An order is named twice.',
  );

const moveBody = z.object({
  orders: selected,
  status: z.enum(bulkMoves, 'Several orders cannot be moved to this status.'),
  collected: z.boolean().optional(),
});
const undoBody = z.object({ orders: selected });

type Result = Awaited<ReturnType<typeof changeEach<never, MoveResult | UndoResult>>>[number];

/** An order's new state, or the reason why it stays. */
function serializeResult({ orderId, done }: Result) {
  if (done.ok) return { ok: true as const, orderId, status: done.status, seen: done.seen };
  const refusal = done.code === 'unavailable' ? unavailable() : moveRefusal(done);
  return { ok: false as const, orderId, message: refusal.message };
}

export const bulk = new Hono<DeskEnv>()
  .get('/', query(listQuery), async (c) => {
    const filter = filterOf(c.req.valid('query'));
    return success(c, await listMatching(c.get('db'), filter, orderLimit));
  })
  .post('/move', body(moveBody), async (c) => {
    const { orders, status: to, collected } = c.req.valid('json');
    const context = requestContext(c);
    const results = await changeEach(orders, (order) =>
      moveOrder(context, owner(c), { ...order, to, collected }),
    );
    return success(c, {
      results: results.map(serializeResult),
      undoUntil: isoTime(context.now + context.undoTime),
    });
  })
  .post('/undo', body(undoBody), async (c) => {
    const context = requestContext(c);
    const results = await changeEach(c.req.valid('json').orders, (order) =>
      undoMove(context, owner(c), order),
    );
    return success(c, { results: results.map(serializeResult) });
  });
