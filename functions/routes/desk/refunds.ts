/** /api/desk/refunds: what has to go back, and an operator's yes to it. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { refundQueues, refundStatuses } from '#features/desk/refunds.ts';
import { keysOf } from '#lib/keys.ts';
import type { Proof } from '../../accounts/prove.ts';
import { after } from '../../desk/paging.ts';
import { listRefunds } from '../../desk/refunds.ts';
import { body, query } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { owner, shopOf } from '../../http/request-context.ts';
import { type Confirming, confirmRefund } from '../../payments/refunds.ts';
import { provingRefusal } from '../account-refusals.ts';
import { providerSilent } from '../refusals.ts';
import { proofAgain, provenOperator } from './proven.ts';

const list = z.object({ after, queue: z.enum(keysOf(refundQueues), 'is not a queue').optional() });

const confirming = z.object({
  refundId: z.uuid('is not a refund'),
  seen: z.enum(keysOf(refundStatuses), 'is not a state of a refund'),
  ...proofAgain,
});

/** The operator's password first, then the refund. @throws Refusal */
async function confirmed(c: Context<DeskEnv>, proof: Proof, refund: Confirming) {
  const person = await provenOperator(c, proof);
  const done = await confirmRefund(shopOf(c), owner(c), person, refund);
  if (done.ok) return done.status;
  switch (done.code) {
    case 'not_found':
      throw notFound('This refund');
    case 'signed_out':
    case 'wrong_password':
      throw provingRefusal({ code: done.code });
    case 'silent':
      throw providerSilent();
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
    return c.json({ success: true as const, ...(await listRefunds(c.get('db'), queue, after)) });
  })
  .post('/confirm', body(confirming), async (c) => {
    const { refundId, seen, ...proof } = c.req.valid('json');
    const status = await confirmed(c, proof, { id: refundId, seen });
    const message =
      status === 'done' ? 'The money is on its way back.' : 'The provider has taken the refund on.';
    return c.json({ success: true as const, message, status });
  });
