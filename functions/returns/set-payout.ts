/** Where the money of due refunds goes that are sent by hand, told by the shopper afterwards, on the page of the order. */
import { sql } from 'drizzle-orm';
import { refunds } from '#db/schema/index.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal } from '../lib/refusal.ts';
import { changeOrder } from '../orders/change-order.ts';
import { updateWhere } from '../orders/effects.ts';
import type { RequestContext } from '../providers/context.ts';

export const payoutRefusals = {
  notFound,
  notNeeded: refusal(409, 'not_needed', 'No refund of this order waits for an account.'),
};

/** @param payout encrypted for the order (functions/returns/payout.ts) */
export function setPayout(
  context: RequestContext,
  owner: Owner,
  orderId: string,
  payout: string,
): Promise<{ ok: true } | Refusal> {
  const waits = sql`${refunds.orderId} = ${orderId} AND ${refunds.status} = 'due' AND ${refunds.paymentId} IS NULL
    AND ${refunds.payout} IS NULL AND ${refunds.proposedBy} IS NULL`;
  const reads = [context.db.read.select({ id: refunds.id }).from(refunds).where(waits)] as const;
  const caller = { owner, as: 'shopper' } as const;
  return changeOrder<{ ok: true }, typeof reads>(context, caller, { orderId }, reads, (_, waiting) => {
    if (!waiting.length) return payoutRefusals.notNeeded();
    return {
      event: { kind: 'refund', text: 'You have said where we send the money.' },
      effects: [updateWhere(refunds, waits, { payout })],
      result: { ok: true },
    };
  });
}
