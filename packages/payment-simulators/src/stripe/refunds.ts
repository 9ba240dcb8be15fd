/** Giving money back: https://docs.stripe.com/api/refunds. Amounts in paise. */
import { formatAmount } from '../amount.ts';
import { noSuch, StripeError } from './errors.ts';
import type { Cause, Ledger } from './ledger.ts';
import type { RefundParams } from './params.ts';
import { type Charge, newRefund, type Refund } from './payment.ts';

/** @throws StripeError for what does not exist or was never paid */
function chargeOf(ledger: Ledger, { payment_intent, charge }: RefundParams): Charge {
  if (charge !== undefined) {
    const found = ledger.charges.get(charge);
    if (!found) throw noSuch(400, 'charge', charge, 'charge');
    return found;
  }
  if (payment_intent === undefined)
    throw new StripeError(400, {
      code: 'parameter_missing',
      message: 'One of the following params should be provided for this request: payment_intent or charge.',
    });
  const intent = ledger.intents.get(payment_intent);
  if (!intent) throw noSuch(400, 'payment_intent', payment_intent, 'payment_intent');
  const latest = ledger.charges.get(String(intent.latest_charge));
  if (!latest?.paid)
    throw new StripeError(400, {
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    });
  return latest;
}

/** @throws StripeError for more than is left */
function amountOf({ id, amount, amount_refunded, currency }: Charge, wanted: number | undefined): number {
  const left = amount - amount_refunded;
  if (left <= 0)
    throw new StripeError(400, {
      code: 'charge_already_refunded',
      message: `Charge ${id} has already been refunded.`,
    });
  if (wanted !== undefined && wanted > left)
    throw new StripeError(400, {
      message: `Refund amount (${formatAmount(wanted, currency)}) is greater than unrefunded amount on charge (${formatAmount(left, currency)})`,
      param: 'amount',
    });
  return wanted ?? left;
}

/**
 * Refunds the whole rest unless an amount is given.
 * @param isHeld leaves it `pending` until {@link finishRefund} @throws StripeError
 */
export function refund(ledger: Ledger, params: RefundParams, isHeld: boolean, cause: Cause): Refund {
  const charge = chargeOf(ledger, params);
  const amount = amountOf(charge, params.amount);
  const fields = {
    amount,
    reason: params.reason ?? null,
    metadata: params.metadata ?? {},
    status: 'pending',
  };
  const made = newRefund(
    charge,
    isHeld ? fields : { ...fields, status: 'succeeded' },
    ledger.clock.seconds(),
  );
  ledger.refunds.set(made.id, made);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  // Pending refunds count too, so that the same money cannot be refunded twice.
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  ledger.emit('refund.created', made, { cause });
  ledger.emit('charge.refunded', charge, { cause, previous });
  if (!isHeld) arrive(ledger, made);
  return made;
}

/** The bank has given the refund a number of its own. */
function arrive(ledger: Ledger, made: Refund): void {
  const before = made.destination_details;
  made.destination_details = {
    card: {
      reference: '4900000000000000000001',
      reference_status: 'available',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type: 'card',
  };
  ledger.emit('refund.updated', made, { previous: { destination_details: before } });
}

/** @throws StripeError when it is not pending */
export function finishRefund(ledger: Ledger, id: string, succeeds: boolean): Refund {
  const made = ledger.refunds.get(id);
  if (!made) throw noSuch(404, 'refund', id, 'id');
  if (made.status !== 'pending')
    throw new StripeError(400, { message: `This refund has a status of \`${made.status}\`.` });
  made.status = succeeds ? 'succeeded' : 'failed';
  if (succeeds) {
    arrive(ledger, made);
    return made;
  }
  made.failure_reason = 'expired_or_canceled_card';
  const charge = ledger.charges.get(String(made.charge));
  if (charge) {
    charge.amount_refunded -= made.amount;
    charge.refunded = false;
  }
  ledger.emit('refund.failed', made);
  ledger.emit('refund.updated', made, { previous: { status: 'pending' } });
  return made;
}
