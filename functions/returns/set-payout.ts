/** Where the money of due refunds goes that are sent by hand, told by the shopper afterwards, on the page of the order. */
import { and, eq, isNull } from 'drizzle-orm';
import { refunds } from '#db/schema/index.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal } from '../lib/refusal.ts';
import { changeOrder } from '../orders/change-order.ts';
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
  const { paymentId, proposedBy } = refunds;
  const waits = and(
    ...[eq(refunds.orderId, orderId), eq(refunds.status, 'due')],
    ...[isNull(paymentId), isNull(refunds.payout), isNull(proposedBy)],
  );
  const reads = [context.db.read.select({ id: refunds.id }).from(refunds).where(waits)] as const;
  const caller = { owner, as: 'shopper' } as const;
  return changeOrder<{ ok: true }, typeof reads>(context, caller, { orderId }, reads, (_, waiting) => {
    if (!waiting.length) return payoutRefusals.notNeeded();
    return {
      event: { kind: 'refund', text: 'You have said where we send the money.' },
      effects: [
        { effect: 'also', statements: (db) => [db.write.update(refunds).set({ payout }).where(waits)] },
      ],
      result: { ok: true },
    };
  });
}
