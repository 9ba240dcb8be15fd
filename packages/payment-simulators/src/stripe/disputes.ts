/** Disputes of payments: https://docs.stripe.com/api/disputes. Amounts in paise, times in seconds. */
import { newId } from '../ids.ts';
import { noSuch, StripeError } from './errors.ts';
import type { Ledger, StripeEventType } from './ledger.ts';

/** The fields that say something about a dispute; its evidence, which the shop never sends, is empty. */
export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: never[];
  charge: string;
  created: number;
  currency: string;
  enhanced_eligibility_types: never[];
  evidence: Record<string, never>;
  evidence_details: {
    due_by: number | null;
    enhanced_eligibility: Record<string, never>;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
    submission_method: 'not_submitted' | 'manual';
  };
  is_charge_refundable: boolean;
  livemode: boolean;
  metadata: Record<string, string>;
  payment_intent: string | null;
  payment_method_details: {
    card: { brand: string; case_type: string; network_reason_code: string };
    type: 'card';
  };
  reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
};

/** The time that Stripe gives for an answer to a Visa dispute, s. */
const answerTime = 9 * 24 * 60 * 60;

/** @param paymentIntent of a payment that went through @throws StripeError when there was none */
export function openDispute(ledger: Ledger, paymentIntent: string, reason: string): Dispute {
  const intent = ledger.intents.get(paymentIntent);
  const charge = ledger.charges.get(String(intent?.latest_charge));
  if (!charge?.paid) throw noSuch(404, 'charge', paymentIntent, 'payment_intent');
  const dispute: Dispute = {
    id: newId('du_1', 23),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: ledger.clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: ledger.clock.seconds() + answerTime,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: paymentIntent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  };
  charge.disputed = true;
  ledger.disputes.set(dispute.id, dispute);
  ledger.emit('charge.dispute.created', dispute);
  ledger.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

const news: Record<Dispute['status'], readonly StripeEventType[]> = {
  needs_response: ['charge.dispute.updated'],
  under_review: ['charge.dispute.updated'],
  won: ['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
  lost: ['charge.dispute.closed'],
};

/** A step by the dashboard or the bank. @throws StripeError when it is closed */
export function moveDispute(ledger: Ledger, id: string, status: Dispute['status']): Dispute {
  const dispute = ledger.disputes.get(id);
  if (!dispute) throw noSuch(404, 'dispute', id, 'dispute');
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw new StripeError(400, { message: 'This dispute is already closed' });
  dispute.status = status;
  const details = dispute.evidence_details;
  if (status === 'under_review')
    Object.assign(details, {
      has_evidence: true,
      submission_count: details.submission_count + 1,
      submission_method: 'manual',
    });
  if (status === 'won' || status === 'lost') details.due_by = null;
  for (const type of news[status]) ledger.emit(type, dispute);
  return dispute;
}
