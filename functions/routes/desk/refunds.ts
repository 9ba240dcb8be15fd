/** /api/desk/refunds: the queues of refunds, and confirming one or several. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { RefundStatus } from '#db/schema/payments.ts';
import { transferNames } from '#domain/orders/refund.ts';
import {
  confirmedTogether,
  refundLimit,
  refundQueues,
  refundStatuses,
} from '#domain/orders/refund-labels.ts';
import { payoutText } from '#domain/returns/payout.ts';
import { keysOf } from '#lib/keys.ts';
import type { Proof } from '../../accounts/prove-password.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { writeAudit } from '../../desk/audit.ts';
import { after } from '../../desk/paging.ts';
import { listRefunds } from '../../desk/refunds.ts';
import { payoutsOf } from '../../desk/returns.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../../http/email-hash-key.ts';
import { transferReference } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner, requestContext } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { confirmEach } from '../../payments/confirm-each.ts';
import {
  askTransfer,
  confirmRefund,
  confirmRefusals,
  type RefundConfirmation,
} from '../../payments/refunds.ts';
import { decryptPayout } from '../../returns/payout.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

const list = z.object({ after, queue: z.enum(keysOf(refundQueues), 'is not a queue').optional() });

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

/** Checks the operator's password, then confirms the refund. @throws Refusal */
async function confirm(c: Context<DeskEnv>, proof: Proof, refund: RefundConfirmation) {
  const person = await proveOperator(c, proof);
  const done = await confirmRefund(requestContext(c), owner(c), person, refund);
  if (!done.ok) throw done;
  return done.status;
}

export const refunds = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the refunds of a queue.'), query(list), async (c) => {
    const { queue = 'due', after } = c.req.valid('query');
    return success(c, await listRefunds(c.get('db'), queue, after));
  })
  .post(
    '/payout',
    describeRoute('Reads where the money of a refund by hand goes.', [notConfigured]),
    body(z.object({ refundId: z.uuid('is not a refund') })),
    async (c) => {
      const { refundId } = c.req.valid('json');
      const key = emailHashKey(c.env);
      const rows = await payoutsOf(c.get('db'), refundId);
      if (rows.length)
        await writeAudit(
          c.get('db'),
          c.get('operator'),
          { action: 'payout_read', about: refundId },
          c.get('now'),
        );
      const payouts = rows
        .map(({ about, payout }) => decryptPayout(key, about, payout))
        .filter((one) => one !== undefined);
      return success(c, { payouts: payouts.map(payoutText) });
    },
  )
  .post(
    '/confirm',
    describeRoute('Confirms a refund.', [confirmRefusals, sessionCode]),
    body(confirmBody),
    async (c) => {
      const { refundId, seen, transfer, reference, ...proof } = c.req.valid('json');
      const cash = transfer && reference ? { transfer, reference } : undefined;
      const status = await confirm(c, proof, { id: refundId, seen, cash });
      const message = confirmed[status];
      return success(c, { message, status });
    },
  )
  .post(
    '/confirm-many',
    describeRoute('Confirms several refunds of online payments, each by itself.', [sessionCode]),
    body(confirmManyBody),
    async (c) => {
      const { refunds, ...proof } = c.req.valid('json');
      const person = await proveOperator(c, proof);
      const all = refunds.map(({ refundId: id, seen }) => ({ id, seen }));
      const results = await confirmEach(requestContext(c), owner(c), person, all);
      return success(c, {
        results: results.map(({ id, done }) =>
          done.ok
            ? { ok: true as const, refundId: id, status: done.status, message: confirmed[done.status] }
            : { ok: false as const, refundId: id, message: done.message },
        ),
      });
    },
  );
