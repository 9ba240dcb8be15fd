/** Disputes of payments: https://razorpay.com/docs/api/disputes. Amounts in paise, times in seconds. */
import { newId } from '../ids.ts';
import { noSuchId, RazorpayError } from './errors.ts';
import type { RazorpayEventType, RazorpayLedger } from './ledger.ts';
import { paymentOf } from './moves.ts';

export type RazorpayDispute = {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: string;
  amount_deducted: number;
  gateway_dispute_id: string;
  reason_code: string;
  reason_description: string;
  respond_by: number;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  phase: 'chargeback';
  created_at: number;
};

/** Steps of a dispute: the name in the event, and the resulting status. */
const moves = {
  action_required: 'open',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
} as const satisfies Record<string, RazorpayDispute['status']>;
export type DisputeMove = keyof typeof moves;

/** s */
const answerTime = 7 * 24 * 60 * 60;

/** @throws RazorpayError when the payment was not captured */
export function openDispute(ledger: RazorpayLedger, paymentId: string, reason: string): RazorpayDispute {
  const payment = paymentOf(ledger, paymentId);
  if (!payment.captured) throw new RazorpayError('The payment was not captured.');
  const dispute: RazorpayDispute = {
    id: newId('disp_', 14),
    entity: 'dispute',
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    amount_deducted: 0,
    gateway_dispute_id: newId('', 14),
    reason_code: reason,
    reason_description: 'The customer disputes the payment',
    respond_by: ledger.clock.seconds() + answerTime,
    status: 'open',
    phase: 'chargeback',
    created_at: ledger.clock.seconds(),
  };
  ledger.disputes.set(dispute.id, dispute);
  ledger.emit('payment.dispute.created', { payment, dispute });
  return dispute;
}

/** A step by the dashboard or the bank. @throws RazorpayError when it is over */
export function moveDispute(ledger: RazorpayLedger, id: string, move: DisputeMove): RazorpayDispute {
  const dispute = ledger.disputes.get(id);
  if (!dispute) throw noSuchId();
  if (dispute.status !== 'open' && dispute.status !== 'under_review')
    throw new RazorpayError(`The dispute is ${dispute.status}.`);
  dispute.status = moves[move];
  if (move === 'lost') dispute.amount_deducted = dispute.amount;
  const type: RazorpayEventType = `payment.dispute.${move}`;
  ledger.emit(type, { payment: paymentOf(ledger, dispute.payment_id), dispute });
  return dispute;
}
