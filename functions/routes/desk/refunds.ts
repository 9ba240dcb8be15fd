/** /api/desk/refunds: the queues of refunds, and confirming one or several. */
import { Hono } from 'hono';
import * as z from 'zod';
import type { RefundStatus } from '#db/schema/payments.ts';
import { transferNames } from '#domain/orders/refund.ts';
import {
  confirmedTogether,
  refundLimit,
  refundQueues,
  refundStatuses,
} from '#domain/orders/refund-labels.ts';
import { keysOf } from '#lib/keys.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import { after } from '../../desk/paging.ts';
import { listRefunds, readPayouts } from '../../desk/refunds.ts';
import { transferReference } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { confirmEach } from '../../payments/confirm-each.ts';
import { askTransfer, confirmRefund } from '../../payments/refunds.ts';

const list = z.object({
  after,
  queue: z
    .enum(keysOf(refundQueues), 'is not a queue')
    .default('due')
    .meta({ description: 'Which refunds are listed.' }),
});

/** `transfer` and `reference` are for cash: how the operator has sent the money, and what the bank calls it. */
const confirmBody = z
  .object({
    refundId: z.uuid('is not a refund'),
    seen: z.enum(keysOf(refundStatuses), 'is not a state of a refund'),
    transfer: z.enum(keysOf(transferNames), askTransfer).optional(),
    reference: transferReference.optional(),
    ...proofFields,
  })
  .refine(({ transfer, reference }) => transfer !== undefined || reference === undefined, {
    path: ['transfer'],
    message: askTransfer,
  })
  .refine(({ transfer, reference }) => transfer === undefined || reference !== undefined, {
    path: ['reference'],
    message: 'Please enter the reference of the transfer.',
  });

/** Several refunds of online payments: of a cash order each transfer has a reference of its own. */
const confirmManyBody = z.object({
  refunds: z
    .array(
      z.object({
        refundId: z.uuid('is not a refund'),
        seen: z.enum(confirmedTogether, 'is not a state in which refunds are sent together'),
      }),
      'Please choose refunds.',
    )
    .min(1, 'Please choose refunds.')
    .max(refundLimit, `At most ${refundLimit} refunds can be sent back at once.`)
    .refine(
      (refunds) => new Set(refunds.map(({ refundId }) => refundId)).size === refunds.length,
      'A refund is named twice.',
    ),
  ...proofFields,
});

const confirmed: Record<RefundStatus, string> = {
  due: 'The refund is entered. You have sent back a large amount by hand today, so a second operator must confirm it with the same reference.',
  sent: 'The payment provider has accepted the refund.',
  done: 'The money is on its way back.',
  failed: 'The refund was refused.',
  too_small:
    'It is below the smallest refund that the payment provider can send: it is sent together with the next refund of the order.',
};

export const refunds = new Hono<DeskEnv>()
  .get('/', desk('Lists the refunds of a queue.', { query: list }, listRefunds))
  .post(
    '/payout',
    desk(
      'Reads where the money of a refund by hand goes.',
      { body: z.object({ refundId: z.uuid('is not a refund') }) },
      readPayouts,
    ),
  )
  .post(
    '/confirm',
    desk('Confirms a refund.', { body: confirmBody }, confirmRefund, ({ status }) => ({
      message: confirmed[status],
      status,
    })),
  )
  .post(
    '/confirm-many',
    desk(
      'Confirms several refunds of online payments, each by itself.',
      { body: confirmManyBody },
      confirmEach,
      (results) => ({
        results: results.map(({ id, done }) =>
          done.ok
            ? { ok: true as const, refundId: id, status: done.status, message: confirmed[done.status] }
            : { ok: false as const, refundId: id, message: done.message },
        ),
      }),
    ),
  );
