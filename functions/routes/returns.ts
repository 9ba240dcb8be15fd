/** /api/order/returns: what a shopper does with the return of a delivered order. */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { photoIds } from '#domain/photos/photo-ids.ts';
import { payoutForm } from '#domain/returns/payout.ts';
import { returnMethods, returnReasons, returnStatuses } from '#domain/returns/return.ts';
import { multiline } from '#domain/support/ticket.ts';
import { keysOf } from '#lib/keys.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../http/email-hash-key.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { signedIn } from '../http/middleware.ts';
import { owner, requestContext } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { notFound } from '../lib/refusal.ts';
import { refundRefusals } from '../orders/refund-order.ts';
import { moveReturn, returnMoveRefusals } from '../returns/move.ts';
import { encryptPayout } from '../returns/payout.ts';
import { quoteRequest, requestReturn, returnRefusals } from '../returns/request.ts';
import { payoutRefusals, setPayout } from '../returns/set-payout.ts';

const units = z.object({
  orderId,
  lines: z
    .array(
      z.object({
        _id: itemId,
        quantity: z.int('Quantity must be a whole number.').min(1, 'Quantity must be at least 1.').max(100),
        reason: z.enum(keysOf(returnReasons), 'Please choose why you return it.'),
        exchangeFor: itemId.optional(),
      }),
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
  payout: payoutForm.optional(),
  photos: photoIds.optional(),
});

export const returnId = z.uuid('This is not a return.');
const cancel = z.object({ returnId, seen: z.enum(returnStatuses, 'is not a state of a return') });

export const returns = new Hono<Env>()
  .post(
    '/payout',
    describeRoute('Says where the money of due refunds goes that no online payment takes back.', [
      payoutRefusals,
      notConfigured,
    ]),
    signedIn,
    body(z.object({ orderId, payout: payoutForm })),
    async (c) => {
      const { orderId: id, payout } = c.req.valid('json');
      const encrypted = encryptPayout(emailHashKey(c.env), id, payout);
      const done = await setPayout(requestContext(c), owner(c), id, encrypted);
      if (!done.ok) throw done;
      return success(c, { message: 'Thank you. We send the money there.' });
    },
  )
  .post(
    '/quote',
    describeRoute('Says what units of a delivered order would give back, before a return is asked for.', [
      notFound,
      refundRefusals,
      returnRefusals,
    ]),
    signedIn,
    body(units),
    async (c) => {
      const done = await quoteRequest(requestContext(c), owner(c), c.req.valid('json'));
      if (!done.ok) throw done;
      const { ok: _, ...quote } = done;
      return success(c, { quote });
    },
  )
  .post(
    '/request',
    describeRoute('Asks for a return of a delivered order, or of a part of it.', [
      notFound,
      returnRefusals,
      notConfigured,
    ]),
    signedIn,
    body(request),
    async (c) => {
      const { note = null, payout, photos = [], ...wanted } = c.req.valid('json');
      const done = await requestReturn(
        requestContext(c),
        owner(c),
        { ...wanted, note, payout, photos },
        emailHashKey(c.env),
      );
      if (!done.ok) throw done;
      const { reference } = done;
      return success(c, {
        message: `We have your return ${reference}. We write to you when we have looked at it; please send nothing before that.`,
        reference,
      });
    },
  )
  .post(
    '/cancel',
    describeRoute('Cancels a return that has not been sent.', [returnMoveRefusals]),
    signedIn,
    body(cancel),
    async (c) => {
      const { returnId: id, seen } = c.req.valid('json');
      const done = await moveReturn(
        requestContext(c),
        owner(c),
        { id, seen, to: 'Cancelled', answer: null },
        'shopper',
      );
      if (!done.ok) throw done;
      return success(c, { message: `Return ${done.reference} is cancelled.` });
    },
  );
