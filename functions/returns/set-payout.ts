/** Where the money of due refunds goes that are sent by hand, told by the shopper afterwards, on the page of the order. */
import { sql } from 'drizzle-orm';
import { refunds } from '#db/schema/index.ts';
import type { Payout } from '#domain/returns/payout.ts';
import type { Call } from '../lib/call.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { changeOrder } from '../orders/change-order.ts';
import { updateWhere } from '../orders/effects.ts';
import type { OrderCall } from '../orders/operator.ts';
import { encryptPayout } from './payout.ts';

export const payoutRefusals = {
  notFound,
  notNeeded: refusal(409, 'not_needed', 'No refund of this order waits for an account.'),
};

/** The account is stored encrypted for the order (functions/returns/payout.ts). @throws Refusal 503 without a key */
export function setPayout(
  call: OrderCall & Pick<Call, 'keys'>,
  { orderId, payout: account }: { orderId: string; payout: Payout },
): Promise<{ ok: true } | Refusal> {
  const payout = encryptPayout(hashKey(call), orderId, account);
  const waits = sql`${refunds.orderId} = ${orderId} AND ${refunds.status} = 'due' AND ${refunds.paymentId} IS NULL
    AND ${refunds.payout} IS NULL AND ${refunds.proposedBy} IS NULL`;
  const reads = [call.db.read.select({ id: refunds.id }).from(refunds).where(waits)] as const;
  const caller = { owner: call.owner, as: 'shopper' } as const;
  return changeOrder<{ ok: true }, typeof reads>(call, caller, { orderId }, reads, (_, waiting) => {
    if (!waiting.length) return payoutRefusals.notNeeded();
    return {
      event: { kind: 'refund', text: 'You have said where we send the money.' },
      effects: [updateWhere(refunds, waits, { payout })],
      result: { ok: true },
    };
  });
}
refuses(setPayout, payoutRefusals, notConfigured);
