/** What can happen to a Checkout Session and its payment. Amounts in paise, times in seconds. */

import { noSuch, StripeError } from './errors.ts';
import type { Cause, Ledger } from './ledger.ts';
import type { SessionParams } from './params.ts';
import { type Charge, declineMessage, type Intent, newCharge, newIntent } from './payment.ts';
import { customerDetails, lineItemsOf, newSession, type Session } from './session.ts';

/** Values of a payment that differ from the session's, to test whether the shop checks them. */
export type PaymentOverrides = {
  /** Paise. */
  amount?: number;
  /** Three lower-case letters. */
  currency?: string;
  /** Another order's `client_reference_id`. */
  reference?: string;
};

/** Of checked parameters. */
export function createSession(ledger: Ledger, params: SessionParams): Session {
  const lines = lineItemsOf(params);
  const session = newSession(params, lines, ledger.clock.seconds());
  ledger.sessions.set(session.id, session);
  ledger.lines.set(session.id, lines);
  ledger.intentData.set(session.id, params.payment_intent_data ?? {});
  return session;
}

/** @throws StripeError 404 */
export function sessionOf(ledger: Ledger, id: string): Session {
  const session = ledger.sessions.get(id);
  if (!session) throw noSuch(404, 'checkout.session', id, 'session');
  return session;
}

const stateError = (session: Session, wanted: string): StripeError =>
  new StripeError(400, {
    message: `Only Checkout Sessions with a status in ["open"] can be ${wanted}. This Checkout Session has a status of \`${session.status}\`.`,
  });

function openSession(ledger: Ledger, id: string, wanted: string): Session {
  const session = sessionOf(ledger, id);
  if (session.status !== 'open') throw stateError(session, wanted);
  return session;
}

/** The intent of a session; made by the first try to pay. */
function intentFor(ledger: Ledger, session: Session, odd: PaymentOverrides = {}): Intent {
  session.amount_total = odd.amount ?? session.amount_total;
  session.currency = odd.currency ?? session.currency;
  session.client_reference_id = odd.reference ?? session.client_reference_id;
  const known = typeof session.payment_intent === 'string' && ledger.intents.get(session.payment_intent);
  const intent = known || newIntent(session, ledger.intentData.get(session.id) ?? {}, ledger.clock.seconds());
  intent.amount = session.amount_total ?? intent.amount;
  intent.currency = session.currency ?? intent.currency;
  ledger.intents.set(intent.id, intent);
  session.payment_intent = intent.id;
  return intent;
}

function charge(ledger: Ledger, session: Session, intent: Intent, succeeds: boolean): Charge {
  const email = session.customer_email ?? session.customer_details?.email ?? null;
  const made = newCharge(intent, email, succeeds, ledger.clock.seconds());
  ledger.charges.set(made.id, made);
  intent.latest_charge = made.id;
  intent.payment_method = succeeds ? made.payment_method : null;
  return made;
}

function take(ledger: Ledger, session: Session, intent: Intent): void {
  charge(ledger, session, intent, true);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.processing = null;
  intent.last_payment_error = null;
  ledger.emit('payment_intent.succeeded', intent);
}

function refuseCard(ledger: Ledger, session: Session, intent: Intent): void {
  const failed = charge(ledger, session, intent, false);
  intent.status = 'requires_payment_method';
  intent.processing = null;
  intent.last_payment_error = {
    charge: failed.id,
    code: 'card_declined',
    decline_code: 'generic_decline',
    doc_url: 'https://docs.stripe.com/error-codes/card-declined',
    message: declineMessage,
    type: 'card_error',
  };
  ledger.emit('payment_intent.payment_failed', intent);
}

function complete(session: Session, status: Session['payment_status']): void {
  session.status = 'complete';
  session.payment_status = status;
  session.url = null;
  session.customer_details = customerDetails(session.customer_email ?? 'shopper@example.com');
}

/** The shopper pays. @throws StripeError when it is not open */
export function pay(ledger: Ledger, id: string, odd?: PaymentOverrides): Session {
  const session = openSession(ledger, id, 'paid');
  take(ledger, session, intentFor(ledger, session, odd));
  complete(session, 'paid');
  ledger.emit('checkout.session.completed', session);
  return session;
}

/** The shopper pays in a way that is confirmed later: the session is complete, and unpaid. @throws StripeError */
export function payLater(ledger: Ledger, id: string, odd?: PaymentOverrides): Session {
  const session = openSession(ledger, id, 'paid');
  const intent = intentFor(ledger, session, odd);
  intent.status = 'processing';
  intent.processing = { type: 'card' };
  complete(session, 'unpaid');
  ledger.emit('payment_intent.processing', intent);
  ledger.emit('checkout.session.completed', session);
  return session;
}

/** Whether the session waits for a late confirmation. */
export const isAwaited = ({ status, payment_status, payment_intent }: Session, ledger: Ledger): boolean =>
  status === 'complete' &&
  payment_status === 'unpaid' &&
  typeof payment_intent === 'string' &&
  ledger.intents.get(payment_intent)?.status === 'processing';

/** Ends the waiting after {@link payLater}. @throws StripeError when nothing is awaited */
export function confirmLater(ledger: Ledger, id: string, succeeds: boolean): Session {
  const session = sessionOf(ledger, id);
  if (!isAwaited(session, ledger)) throw stateError(session, 'confirmed');
  const intent = intentFor(ledger, session);
  if (succeeds) {
    take(ledger, session, intent);
    session.payment_status = 'paid';
  } else refuseCard(ledger, session, intent);
  ledger.emit(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session);
  return session;
}

/** The bank declines; the session stays open for another try. @throws StripeError when it is not open */
export function decline(ledger: Ledger, id: string): Session {
  const session = openSession(ledger, id, 'paid');
  refuseCard(ledger, session, intentFor(ledger, session));
  return session;
}

/** @throws StripeError when it is complete or expired already */
export function expire(ledger: Ledger, id: string, cause?: Cause): Session {
  const session = openSession(ledger, id, 'expired');
  session.status = 'expired';
  session.url = null;
  const intent = typeof session.payment_intent === 'string' && ledger.intents.get(session.payment_intent);
  if (intent) {
    intent.status = 'canceled';
    intent.canceled_at = ledger.clock.seconds();
    intent.cancellation_reason = 'expired';
  }
  ledger.emit('checkout.session.expired', session, { cause });
  return session;
}

/** Expires what has run out of time. */
export function expireOld(ledger: Ledger): void {
  const now = ledger.clock.seconds();
  for (const { id, status, expires_at } of ledger.sessions.values())
    if (status === 'open' && expires_at <= now) expire(ledger, id);
}
