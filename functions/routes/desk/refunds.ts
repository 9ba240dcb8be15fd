/** /api/desk/refunds: the queues of refunds, and confirming one. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { refundQueues, refundStatuses } from '#features/desk/refunds/labels.ts';
import { keysOf } from '#lib/keys.ts';
import type { Proof } from '../../accounts/prove-password.ts';
import { after } from '../../desk/paging.ts';
import { listRefunds } from '../../desk/refunds.ts';
import { body, query } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { owner, requestContext } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { confirmRefund, type RefundConfirmation } from '../../payments/refunds.ts';
import { provingRefusal } from '../account-refusals.ts';
import { providerUnreachable } from '../order-refusals.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

const list = z.object({ after, queue: z.enum(keysOf(refundQueues), 'is not a queue').optional() });

const confirmBody = z.object({
  refundId: z.uuid('is not a refund'),
  seen: z.enum(keysOf(refundStatuses), 'is not a state of a refund'),
  ...proofFields,
});

/** Checks the operator's password, then confirms the refund. @throws Refusal */
async function confirm(c: Context<DeskEnv>, proof: Proof, refund: RefundConfirmation) {
  const person = await proveOperator(c, proof);
  const done = await confirmRefund(requestContext(c), owner(c), person, refund);
  if (done.ok) return done.status;
  switch (done.code) {
    case 'not_found':
      throw notFound('This refund');
    case 'signed_out':
    case 'wrong_password':
      throw provingRefusal({ code: done.code });
    case 'unreachable':
      throw providerUnreachable();
    case 'refused':
      throw new Refusal(409, 'refund_refused', `The provider refuses the refund: ${done.reason}`);
    case 'changed': {
      const { status, by } = done;
      const who = by ? `${by} was quicker` : 'It has changed since you opened it';
      throw new Refusal(409, 'changed', `${who}. This refund is now: ${refundStatuses[status]}.`, {
        status,
        by,
      });
    }
  }
}

export const refunds = new Hono<DeskEnv>()
  .get('/', query(list), async (c) => {
    const { queue = 'due', after } = c.req.valid('query');
    return success(c, await listRefunds(c.get('db'), queue, after));
  })
  .post('/confirm', body(confirmBody), async (c) => {
    const { refundId, seen, ...proof } = c.req.valid('json');
    const status = await confirm(c, proof, { id: refundId, seen });
    const message =
      status === 'done' ? 'The money is on its way back.' : 'The provider has taken the refund on.';
    return success(c, { message, status });
  });
