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
import { amountAboveZero } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { checkReturn, quoteCheck } from '../../returns/check.ts';
import { moveReturnAsOperator } from '../../returns/move.ts';
import { refundPostage } from '../../returns/postage.ts';
import { returnId } from '../returns.ts';

/** The return's id under its own name. */
const named = <Body extends { returnId: string }>({ returnId: id, ...rest }: Body) => ({ id, ...rest });

const list = z.object({
  after,
  queue: z
    .enum(keysOf(returnQueues), 'is not a queue')
    .default('requested')
    .meta({ description: 'Which returns are listed.' }),
});
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
  })
  .transform(named);

const checked = z.object({
  returnId,
  seen,
  lines: z
    .array(
      z
        .object({
          position: z.int().min(0).max(1000),
          accepted: z.int('Pieces must be a whole number.').min(0).max(100),
          restock: z.boolean('Please say whether it can be sold again.'),
          exchange: z.boolean('is not yes or no').default(false),
        })
        .meta({ title: 'CheckedLine' }),
    )
    .min(1)
    .max(100)
    .refine(
      (lines) => new Set(lines.map(({ position }) => position)).size === lines.length,
      'A line is listed twice.',
    ),
});

const postage = z.object({ returnId, seen, amount: amountAboveZero }).transform(named);

export const returns = new Hono<DeskEnv>()
  .get('/', desk('Lists the returns of a queue.', { query: list }, listReturns))
  .post(
    '/move',
    desk(
      'Approves, declines or cancels a return, or says that it is on its way.',
      { body: move },
      moveReturnAsOperator,
      ({ reference, status }) => ({ message: `Return ${reference} is now: ${status}.`, status }),
    ),
  )
  .post(
    '/quote',
    desk(
      'Says what a return would give back, before it is checked.',
      { body: checked.transform(named) },
      quoteCheck,
      (quote) => ({ quote }),
    ),
  )
  .post(
    '/check',
    desk(
      'Checks a return that has come: stock, credit note and refund follow.',
      { body: checked.extend({ answer }).transform(named) },
      checkReturn,
      ({ reference, exchange, amount, status }) => ({
        message: [
          `Return ${reference} is checked.`,
          exchange && `The exchange is order ${exchange}.`,
          amount > 0 && `${formatPrice(amount)} waits under Refunds.`,
        ]
          .filter(Boolean)
          .join(' '),
        status,
      }),
    ),
  )
  .post(
    '/postage',
    desk(
      'Refunds what the shopper has paid to send a return.',
      { body: postage },
      refundPostage,
      ({ reference }, { amount }) => ({
        message: `${formatPrice(amount)} of postage of ${reference} waits under Refunds.`,
      }),
    ),
  );
