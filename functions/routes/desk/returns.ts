/** /api/desk/returns: returns to decide, on their way and ended. */
import { Hono } from 'hono';
import * as z from 'zod';
import { returnStatuses } from '#domain/returns/return.ts';
import { returnQueues } from '#domain/returns/return-labels.ts';
import { multiline } from '#domain/support/ticket.ts';
import { keysOf } from '#lib/keys.ts';
import { formatPrice } from '#lib/money.ts';
import { after } from '../../desk/paging.ts';
import { listReturns } from '../../desk/returns.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { amountAboveZero } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner, photoUrlsOf, requestContext } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { checkRefusals, checkReturn, quoteCheck } from '../../returns/check.ts';
import { moveReturn, returnMoveRefusals } from '../../returns/move.ts';
import { postageRefusals, refundPostage } from '../../returns/postage.ts';
import { returnId } from '../returns.ts';

const list = z.object({ after, queue: z.enum(keysOf(returnQueues), 'is not a queue').optional() });
const seen = z.enum(returnStatuses, 'is not a state of a return');
const answer = multiline('what the shopper reads', 1000).optional();

const move = z
  .object({
    returnId,
    seen,
    to: z.enum(['Approved', 'In Transit', 'Declined', 'Cancelled'], 'is not a step of a return'),
    answer,
  })
  .refine(({ to, answer }) => answer !== undefined || (to !== 'Declined' && to !== 'Cancelled'), {
    path: ['answer'],
    message: 'Please tell the shopper why.',
  });

const checked = z.object({
  returnId,
  seen,
  lines: z
    .array(
      z.object({
        position: z.int().min(0).max(1000),
        accepted: z.int('Pieces must be a whole number.').min(0).max(100),
        restock: z.boolean('Please say whether it can be sold again.'),
        exchange: z.boolean('is not yes or no').default(false),
      }),
    )
    .min(1)
    .max(100)
    .refine(
      (lines) => new Set(lines.map(({ position }) => position)).size === lines.length,
      'A line is listed twice.',
    ),
});
const check = checked.extend({ answer });

const postage = z.object({ returnId, seen, amount: amountAboveZero });

export const returns = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the returns of a queue.'), query(list), async (c) => {
    const { queue = 'requested', after } = c.req.valid('query');
    return success(c, await listReturns(c.get('db'), queue, after, photoUrlsOf(c)));
  })
  .post(
    '/move',
    describeRoute('Approves, declines or cancels a return, or says that it is on its way.', [
      returnMoveRefusals,
    ]),
    body(move),
    async (c) => {
      const { returnId: id, answer = null, ...step } = c.req.valid('json');
      const done = await moveReturn(requestContext(c), owner(c), { id, answer, ...step }, 'operator');
      if (!done.ok) throw done;
      return success(c, { message: `Return ${done.reference} is now: ${done.status}.`, status: done.status });
    },
  )
  .post(
    '/quote',
    describeRoute('Says what a return would give back, before it is checked.', [checkRefusals]),
    body(checked),
    async (c) => {
      const { returnId: id, ...wanted } = c.req.valid('json');
      const done = await quoteCheck(requestContext(c), owner(c), { id, ...wanted });
      if (!done.ok) throw done;
      const { ok: _, ...quote } = done;
      return success(c, { quote });
    },
  )
  .post(
    '/check',
    describeRoute('Checks a return that has come: stock, credit note and refund follow.', [checkRefusals]),
    body(check),
    async (c) => {
      const { returnId: id, answer: reason = null, ...checked } = c.req.valid('json');
      const done = await checkReturn(requestContext(c), owner(c), { id, reason, ...checked });
      if (!done.ok) throw done;
      return success(c, {
        message: [
          `Return ${done.reference} is checked.`,
          done.exchange && `The exchange is order ${done.exchange}.`,
          done.amount > 0 && `${formatPrice(done.amount)} waits under Refunds.`,
        ]
          .filter(Boolean)
          .join(' '),
        status: done.status,
      });
    },
  )
  .post(
    '/postage',
    describeRoute('Refunds what the shopper has paid to send a return.', [postageRefusals]),
    body(postage),
    async (c) => {
      const { returnId: id, ...refunded } = c.req.valid('json');
      const done = await refundPostage(requestContext(c), owner(c), { id, ...refunded });
      if (!done.ok) throw done;
      return success(c, {
        message: `${formatPrice(refunded.amount)} of postage of ${done.reference} waits under Refunds.`,
      });
    },
  );
