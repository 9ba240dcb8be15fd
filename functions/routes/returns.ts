/** /api/order/returns: what a shopper does with the return of a delivered order. */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { photoIds } from '#domain/photos/photo-ids.ts';
import { returnMethods, returnReasons, returnStatuses } from '#domain/returns/return.ts';
import { multiline } from '#domain/support/ticket.ts';
import { keysOf } from '#lib/keys.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { cancelReturn } from '../returns/move.ts';
import { apiQuote } from '../returns/plan.ts';
import { quoteRequest, requestReturn } from '../returns/request.ts';
import { setPayout } from '../returns/set-payout.ts';
import { payout } from './order-fields.ts';

const units = z.object({
  orderId,
  lines: z
    .array(
      z
        .object({
          _id: itemId,
          quantity: z.int('Quantity must be a whole number.').min(1, 'Quantity must be at least 1.').max(100),
          reason: z.enum(keysOf(returnReasons), 'Please choose why you return it.'),
          exchangeFor: itemId.optional(),
        })
        .meta({ title: 'ReturnedLine' }),
      { error: 'Please choose what you return.' },
    )
    .min(1, 'Please choose what you return.')
    .max(100)
    .refine(
      (lines) => new Set(lines.map(({ _id }) => _id)).size === lines.length,
      'A product is listed twice.',
    ),
});
const request = units.extend({
  method: z.enum(keysOf(returnMethods), 'Please choose how it comes to us.'),
  note: multiline('what is wrong', 1000).optional(),
  payout: payout.optional(),
  photos: photoIds.optional(),
});

export const returnId = z.uuid('This is not a return.');
const cancel = z
  .object({ returnId, seen: z.enum(returnStatuses, 'is not a state of a return') })
  .transform(({ returnId: id, seen }) => ({ id, seen }));

export const returns = new Hono<Env>()
  .post(
    '/payout',
    route(
      'Says where the money of due refunds goes that no online payment takes back.',
      { session: 'any', body: z.object({ orderId, payout }) },
      setPayout,
      'Thank you. We send the money there.',
    ),
  )
  .post(
    '/quote',
    route(
      'Says what units of a delivered order would give back, before a return is asked for.',
      { session: 'any', body: units },
      quoteRequest,
      (quote) => ({ quote: apiQuote(quote) }),
    ),
  )
  .post(
    '/request',
    route(
      'Asks for a return of a delivered order, or of a part of it.',
      { session: 'any', body: request },
      requestReturn,
      ({ reference }) => ({
        message: `We have your return ${reference}. We write to you when we have looked at it; please send nothing before that.`,
        reference,
      }),
    ),
  )
  .post(
    '/cancel',
    route(
      'Cancels a return that has not been sent.',
      { session: 'any', body: cancel },
      cancelReturn,
      ({ reference }) => ({ message: `Return ${reference} is cancelled.` }),
    ),
  );
