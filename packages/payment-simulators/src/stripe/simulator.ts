/** The Stripe simulator: what can happen to its objects. Amounts are in the smallest unit, times in s. */
import type * as z from 'zod';
import { decisions, type PendingDecision } from '../core/simulator.ts';
import { declined } from './cards.ts';
import {
  arrivedReference,
  type Cause,
  type Charge,
  type Dispute,
  type Intent,
  newDispute,
  newIntent,
  newLineItem,
  newRefund,
  newSession,
  type PaymentOverrides,
  type Refund,
  type Session,
} from './entities.ts';
import { noSuch, StripeError } from './errors.ts';
import { checkAmount } from './fields.ts';
import { StripeIntents } from './intents.ts';
import { checkExpiry, type RefundParams, type refundUpdate, type SessionParams } from './params.ts';

const disputeEvents: Record<Dispute['status'], readonly string[]> = {
  needs_response: ['updated'],
  under_review: ['updated'],
  won: ['closed', 'funds_reinstated'],
  lost: ['closed'],
};

const stateError = ({ status }: Session, wanted: string): StripeError =>
  new StripeError(400, {
    message: `Only Checkout Sessions with a status in ["open"] can be ${wanted}. This Checkout Session has a status of \`${status}\`.`,
  });

export class StripeSimulator extends StripeIntents {
  /** @throws StripeError for lines, an amount or a time that Stripe does not take */
  checkSession(params: SessionParams): void {
    const lines = this.pricedLines(params);
    if (new Set(lines.map(({ price }) => price.currency)).size > 1)
      throw new StripeError(400, {
        message: 'All line items must have the same currency.',
        param: 'line_items',
      });
    const total = lines.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
    checkAmount(total, 'The total amount due');
    checkExpiry(params, this.clock.seconds());
    if (params.customer === undefined) return;
    this.customer(params.customer, 400);
    if (params.customer_email !== undefined)
      throw new StripeError(400, {
        message: 'You may only specify one of these parameters: customer, customer_email.',
      });
  }

  /** @param params checked */
  createSession(params: SessionParams): Session {
    const payUrl = `${this.pagesUrl(params.success_url)}/stripe/c/pay`;
    const priced = this.pricedLines(params);
    for (const { price, product } of priced) {
      this.priceStore.add(price);
      this.productStore.add(product);
    }
    const lines = priced.map(({ price, product, quantity }) => newLineItem(price, product, quantity));
    const session = this.sessionStore.add(newSession(params, lines, this.clock.seconds(), payUrl));
    const { id, expires_at } = session;
    this.orders.set(id, { lines, params });
    this.clock.schedule(id, expires_at * 1000 - this.clock.now(), () => {
      if (this.session(id).status === 'open') this.expire(id);
    });
    return session;
  }

  /** The shopper pays. The actions throw StripeError when the session is not in the right state. */
  pay(sessionId: string, overrides?: PaymentOverrides): Session {
    this.#succeed(this.#attempt(sessionId, overrides), sessionId);
    return this.#complete(sessionId, 'paid');
  }

  /**
   * The shopper pays in a way that is confirmed later, by {@link StripeSimulator.confirm} or `failLate`: the session
   * is complete, and unpaid.
   */
  payLater(sessionId: string, overrides?: PaymentOverrides): Session {
    const { id } = this.#attempt(sessionId, overrides);
    this.emit('payment_intent.processing', this.intentStore.update(id, { status: 'processing' }));
    return this.#complete(sessionId, 'unpaid');
  }

  /** As {@link StripeSimulator.payLater}; the bank approves after `settings.confirmAfterMs`. */
  payLaterOnPage(sessionId: string): void {
    this.payLater(sessionId);
    this.clock.schedule(sessionId, this.settings.confirmAfterMs, () => {
      if (this.awaited.some(({ id }) => id === sessionId)) this.confirm(sessionId);
    });
  }

  confirm(sessionId: string): Session {
    this.#succeed(this.#awaitedIntent(sessionId), sessionId);
    const session = this.sessionStore.update(sessionId, { payment_status: 'paid' });
    this.emit('checkout.session.async_payment_succeeded', session);
    return session;
  }

  failLate(sessionId: string): Session {
    this.#fail(this.#awaitedIntent(sessionId), sessionId);
    this.emit('checkout.session.async_payment_failed', this.session(sessionId));
    return this.session(sessionId);
  }

  /** The bank declines; the session stays open for another try. */
  decline(sessionId: string): Session {
    this.#fail(this.#attempt(sessionId), sessionId);
    return this.session(sessionId);
  }

  expire(sessionId: string, cause?: Cause): Session {
    const { payment_intent } = this.#open(sessionId, 'expired');
    const session = this.sessionStore.update(sessionId, { status: 'expired', url: null });
    if (payment_intent) this.endIntent(payment_intent, 'expired');
    this.emit('checkout.session.expired', session, { cause });
    return session;
  }

  /** Refunds the whole rest unless an amount is given. @throws StripeError for more than is left */
  createRefund(params: RefundParams, cause?: Cause): Refund {
    const charge = this.#chargeToRefund(params);
    if (!charge.captured)
      throw new StripeError(400, {
        message: 'The simulator does not support refunds of charges that are not captured.',
        param: 'charge',
      });
    const { amount_refunded, refunded } = charge;
    const left = charge.amount_captured - amount_refunded;
    if (left <= 0)
      throw new StripeError(400, {
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      });
    const { amount = left } = params;
    if (amount > left)
      throw new StripeError(400, {
        message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        param: 'amount',
      });
    const { holdRefunds } = this.settings;
    const status = holdRefunds ? 'pending' : 'succeeded';
    const refund = this.refundStore.add(newRefund(charge, amount, params, status, this.clock.seconds()));
    this.emit('refund.created', refund, { cause });
    // Pending refunds count too, so that the same money cannot be refunded twice.
    const change = { amount_refunded: amount_refunded + amount, refunded: amount === left };
    const previous = { amount_refunded, refunded };
    this.emit('charge.refunded', this.chargeStore.update(charge.id, change), { cause, previous });
    return holdRefunds ? refund : this.#arrive(refund.id);
  }

  updateRefund(id: string, params: z.output<typeof refundUpdate>, cause?: Cause): Refund {
    return this.update(this.refundStore, this.refund(id), params, cause);
  }

  completeRefund(refundId: string): Refund {
    this.#pendingRefund(refundId);
    return this.#arrive(refundId);
  }

  failRefund(refundId: string): Refund {
    const { amount, charge } = this.#pendingRefund(refundId);
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card' } as const;
    const refund = this.refundStore.update(refundId, failed);
    const { amount_refunded } = this.charge(charge);
    this.chargeStore.update(charge, { amount_refunded: amount_refunded - amount, refunded: false });
    this.emit('refund.failed', refund);
    this.emit('refund.updated', refund, { previous: { status: 'pending' } });
    return refund;
  }

  /** A bank opens a dispute about a payment. @throws StripeError when nothing was paid */
  dispute(paymentIntentId: string, reason = 'fraudulent'): Dispute {
    const charge = this.chargeStore.find(String(this.intentStore.find(paymentIntentId)?.latest_charge));
    if (!charge?.paid) throw noSuch('charge', paymentIntentId, 'payment_intent');
    this.chargeStore.update(charge.id, { disputed: true });
    const dispute = this.disputeStore.add(newDispute(charge, reason, this.clock.seconds()));
    this.emit('charge.dispute.created', dispute);
    this.emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /** A step by the dashboard or the bank. @throws StripeError when it is closed */
  moveDispute(disputeId: string, status: Dispute['status']): Dispute {
    const { evidence_details: details, ...dispute } = this.disputeStore.get(disputeId);
    if (dispute.status === 'won' || dispute.status === 'lost')
      throw new StripeError(400, { message: 'This dispute is already closed' });
    const isClosed = status === 'won' || status === 'lost';
    const evidence = { has_evidence: true, submission_count: details.submission_count + 1 };
    const moved = this.disputeStore.update(disputeId, {
      status,
      evidence_details: {
        ...details,
        ...(status === 'under_review' && evidence),
        ...(isClosed && { due_by: null }),
      },
    });
    for (const type of disputeEvents[status]) this.emit(`charge.dispute.${type}`, moved);
    return moved;
  }

  disputeLast(): void {
    const last = this.charges.findLast(({ paid, disputed }) => paid && !disputed);
    if (last) this.dispute(last.payment_intent);
  }

  /** Complete sessions that wait for {@link StripeSimulator.confirm}. */
  get awaited(): Session[] {
    return this.sessions.filter(
      ({ payment_intent }) => this.intentStore.find(payment_intent ?? '')?.status === 'processing',
    );
  }

  protected get pendingPayments(): PendingDecision[] {
    return [
      ...decisions(
        'Stripe payment',
        this.awaited.map((one) => ({ ...one, amount: one.amount_total })),
        (id) => this.confirm(id),
        (id) => this.failLate(id),
      ),
      ...decisions(
        'Authentication of a Stripe payment',
        this.unauthenticated,
        (id) => this.authenticate(id, true),
        (id) => this.authenticate(id, false),
      ),
    ];
  }

  protected disputeAtOnce(paymentIntentId: string): void {
    this.dispute(paymentIntentId);
  }

  #open(sessionId: string, wanted: string): Session {
    const session = this.session(sessionId);
    if (session.status !== 'open') throw stateError(session, wanted);
    return session;
  }

  /** The payment intent of an open session; the first try to pay makes it. */
  #attempt(sessionId: string, { amount, currency, reference }: PaymentOverrides = {}): Intent {
    const open = this.#open(sessionId, 'paid');
    const session = this.sessionStore.update(sessionId, {
      amount_total: amount ?? open.amount_total,
      currency: currency ?? open.currency,
      client_reference_id: reference ?? open.client_reference_id,
    });
    const data = this.orders.get(sessionId)?.params.payment_intent_data;
    const intent = session.payment_intent
      ? this.paymentIntent(session.payment_intent)
      : this.intentStore.add(this.#newIntentOf(session, data));
    this.sessionStore.update(sessionId, { payment_intent: intent.id });
    return this.intentStore.update(intent.id, { amount: session.amount_total, currency: session.currency });
  }

  #newIntentOf(session: Session, data: SessionParams['payment_intent_data']): Intent {
    const { amount_total, currency, customer, payment_method_types } = session;
    const params = { ...data, amount: amount_total, currency, payment_method_types };
    return newIntent({ ...params, customer: customer ?? undefined }, this.clock.seconds());
  }

  #succeed(intent: Intent, sessionId: string): void {
    this.succeedIntent(intent, this.pageMethod(), this.#emailOf(sessionId));
  }

  #fail(intent: Intent, sessionId: string): void {
    const error = { ...declined('generic_decline'), type: 'card_error' } as const;
    this.failIntent(intent, error, this.pageMethod(), undefined, this.#emailOf(sessionId));
  }

  #emailOf(sessionId: string): string | null {
    const { customer, customer_email } = this.session(sessionId);
    return customer === null ? customer_email : this.customerOrDeleted(customer).email;
  }

  #complete(sessionId: string, payment_status: Session['payment_status']): Session {
    const email = this.#emailOf(sessionId) ?? 'shopper@example.com';
    const done = { status: 'complete', payment_status, url: null, customer_details: { email } } as const;
    const session = this.sessionStore.update(sessionId, done);
    this.emit('checkout.session.completed', session);
    return session;
  }

  #awaitedIntent(sessionId: string): Intent {
    const session = this.session(sessionId);
    const intent = this.intentStore.find(session.payment_intent ?? '');
    if (intent?.status !== 'processing') throw stateError(session, 'confirmed');
    return intent;
  }

  #chargeToRefund({ payment_intent, charge }: RefundParams): Charge {
    if (charge !== undefined) {
      const found = this.chargeStore.find(charge);
      if (!found) throw noSuch('charge', charge, 'charge', 400);
      return found;
    }
    const intent = this.intentStore.find(payment_intent ?? '');
    if (!intent) throw noSuch('payment_intent', payment_intent ?? '', 'payment_intent', 400);
    const latest = this.chargeStore.find(String(intent.latest_charge));
    if (latest?.paid) return latest;
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw new StripeError(400, { code: 'payment_intent_unexpected_state', message });
  }

  #pendingRefund(refundId: string): Refund {
    const refund = this.refund(refundId);
    if (refund.status !== 'pending')
      throw new StripeError(400, { message: `This refund has a status of \`${refund.status}\`.` });
    return refund;
  }

  /** The bank has given the refund a reference of its own. */
  #arrive(refundId: string): Refund {
    const { destination_details } = this.refund(refundId);
    const arrived = { status: 'succeeded', destination_details: arrivedReference } as const;
    const refund = this.refundStore.update(refundId, arrived);
    this.emit('refund.updated', refund, { previous: { destination_details } });
    return refund;
  }
}
