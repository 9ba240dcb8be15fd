/**
 * The Stripe simulator's PaymentIntents: https://docs.stripe.com/payments/paymentintents/lifecycle. The intents of
 * Checkout Sessions go through the same steps, but only their sessions may move them.
 */
import { authenticationRequired, pageCard, type TestCard, testCards } from './cards.ts';
import { StripeCatalogue } from './catalogue.ts';
import {
  type Cause,
  type Charge,
  type Intent,
  newCharge,
  newIntent,
  newPaymentMethod,
  type PaymentMethod,
} from './entities.ts';
import { noSuch, StripeError, unsupported } from './errors.ts';
import { checkAmount } from './fields.ts';
import type { CancelParams, CaptureParams, ConfirmParams, IntentParams, IntentUpdate } from './params.ts';

/** Where an intent may be changed, confirmed and canceled. */
const untaken = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;
const cancelable = [...untaken, 'requires_capture', 'processing'] as const;

/** @param what `be canceled` */
const stateError = ({ status }: Intent, what: string, allowed: readonly Intent['status'][]): StripeError =>
  new StripeError(400, {
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent could not ${what} because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may ${what}: ${allowed.join(', ')}.`,
  });

/** What the shopper's bank says to a declined authentication. */
const authenticationFailure = {
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  type: 'invalid_request_error' as const,
};

export abstract class StripeIntents extends StripeCatalogue {
  get paymentIntents(): Intent[] {
    return this.intentStore.all;
  }

  createIntent(params: IntentParams, cause?: Cause): Intent {
    checkAmount(params.amount, 'Amount', 'amount');
    if (params.customer !== undefined) this.customer(params.customer, 400);
    const method = params.payment_method === undefined ? undefined : this.#method(params.payment_method);
    const fresh = newIntent(params, this.clock.seconds());
    const intent = this.create(this.intentStore, method ? this.#withMethod(fresh, method) : fresh, cause);
    return params.confirm ? this.confirmIntent(intent.id, params, cause) : intent;
  }

  updateIntent(id: string, { payment_method, ...params }: IntentUpdate): Intent {
    const intent = this.#ownIntent(id);
    const { amount, currency, customer } = params;
    const isPayment = [amount, currency, customer, payment_method].some((one) => one !== undefined);
    if (isPayment) this.#expect(intent, 'be updated', untaken);
    if (amount !== undefined) checkAmount(amount, 'Amount', 'amount');
    if (customer !== undefined) this.customer(customer, 400);
    const method = payment_method === undefined ? undefined : this.#method(payment_method);
    const { object } = this.change(this.intentStore, intent, params);
    return method ? this.intentStore.add(this.#withMethod(object, method)) : object;
  }

  /** Pays with a test card. @throws StripeError 402 when it is declined */
  confirmIntent(id: string, params: ConfirmParams = {}, cause?: Cause): Intent {
    const { payment_method, return_url, receipt_email } = params;
    const before = this.#expect(this.#ownIntent(id), 'be confirmed', untaken);
    const { allow_redirects } = before.automatic_payment_methods ?? { allow_redirects: 'never' };
    if (allow_redirects === 'always' && return_url === undefined)
      throw new StripeError(400, {
        message:
          "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      });
    const methodId = payment_method ?? before.payment_method;
    if (methodId === null)
      throw new StripeError(400, {
        code: 'payment_intent_unexpected_state',
        message:
          "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      });
    const method = this.#method(methodId);
    const intent = this.intentStore.add({
      ...this.#withMethod(before, method),
      receipt_email: receipt_email ?? before.receipt_email,
    });
    const card = this.#cardOf(method);
    if (card.authenticates && !params.off_session && !params.error_on_requires_action)
      return this.#askToAuthenticate(intent, return_url, cause);
    const decline = card.authenticates ? authenticationRequired : card.decline;
    if (!decline) return this.#take(intent, method, cause);
    const failed = this.failIntent(intent, { ...decline, type: 'card_error' }, method, cause);
    this.emit('charge.failed', this.charge(failed.latest_charge ?? ''), { cause });
    const { type, code, message, decline_code, charge } = { ...failed.last_payment_error, ...decline };
    throw new StripeError(402, {
      ...{ type, code, message, decline_code },
      ...(charge !== undefined && { charge }),
      payment_intent: failed,
    });
  }

  /** The shopper authenticates a payment, or fails to. @throws StripeError when it does not wait for that */
  authenticate(id: string, succeeds: boolean): Intent {
    const intent = this.#expect(this.paymentIntent(id), 'be authenticated', ['requires_action']);
    const method = this.paymentMethodStore.get(intent.payment_method ?? '');
    if (succeeds) return this.#take(intent, method);
    return this.failIntent(intent, authenticationFailure);
  }

  captureIntent(id: string, { amount_to_capture, metadata }: CaptureParams = {}, cause?: Cause): Intent {
    const intent = this.#expect(this.#ownIntent(id), 'be captured', ['requires_capture']);
    const { amount_capturable, latest_charge } = intent;
    const amount = amount_to_capture ?? amount_capturable;
    if (amount > amount_capturable)
      throw new StripeError(400, {
        code: 'amount_too_large',
        message: `The amount_to_capture (${amount}) is greater than the capturable amount (${amount_capturable}).`,
        param: 'amount_to_capture',
      });
    const taken = { captured: true, amount_captured: amount };
    this.emit('charge.captured', this.chargeStore.update(latest_charge ?? '', taken), { cause });
    const done = { status: 'succeeded', amount_received: amount, amount_capturable: 0, metadata } as const;
    const { object } = this.change(this.intentStore, intent, done);
    this.emit('payment_intent.succeeded', object, { cause });
    return object;
  }

  cancelIntent(id: string, { cancellation_reason }: CancelParams = {}, cause?: Cause): Intent {
    const intent = this.#expect(this.#ownIntent(id), 'be canceled', cancelable);
    if (intent.status === 'requires_capture') {
      const released = { refunded: true, amount_refunded: intent.amount_capturable };
      this.emit('charge.refunded', this.chargeStore.update(intent.latest_charge ?? '', released), { cause });
    }
    const canceled = this.endIntent(id, cancellation_reason ?? null);
    this.emit('payment_intent.canceled', canceled, { cause });
    return canceled;
  }

  /** Intents that wait for {@link StripeIntents.authenticate}. */
  get unauthenticated(): Intent[] {
    return this.paymentIntents.filter(({ status }) => status === 'requires_action');
  }

  protected endIntent(id: string, cancellation_reason: string | null): Intent {
    return this.intentStore.update(id, {
      status: 'canceled',
      amount_capturable: 0,
      canceled_at: this.clock.seconds(),
      cancellation_reason,
      next_action: null,
    });
  }

  /** The bank gives the money. */
  protected succeedIntent(
    intent: Intent,
    method: PaymentMethod,
    email: string | null,
    cause?: Cause,
  ): Intent {
    const charge = this.#charge(intent, method, email, 'captured');
    const paid = this.intentStore.update(intent.id, {
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      payment_method: method.id,
      status: 'succeeded',
    });
    this.emit('payment_intent.succeeded', paid, { cause });
    return paid;
  }

  /** A try to pay fails. @param method given if the bank was asked for the money: there is a failed charge then */
  protected failIntent(
    intent: Intent,
    error: NonNullable<Intent['last_payment_error']>,
    method?: PaymentMethod,
    cause?: Cause,
    email: string | null = null,
  ): Intent {
    const charge = method && this.#charge(intent, method, email, error);
    const failed = this.intentStore.update(intent.id, {
      last_payment_error: { ...error, ...(charge && { charge: charge.id, payment_method: method }) },
      latest_charge: charge?.id ?? intent.latest_charge,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    });
    this.emit('payment_intent.payment_failed', failed, { cause });
    return failed;
  }

  /** The card of the hosted page, entered anew for each payment. */
  protected pageMethod(): PaymentMethod {
    return this.paymentMethodStore.add(newPaymentMethod(pageCard, this.clock.seconds()));
  }

  /** Opens a dispute about a payment. */
  protected abstract disputeAtOnce(paymentIntentId: string): void;

  #charge(
    intent: Intent,
    method: PaymentMethod,
    email: string | null,
    outcome: Parameters<typeof newCharge>[3],
  ): Charge {
    return this.chargeStore.add(newCharge(intent, method, email, outcome, this.clock.seconds()));
  }

  /** Takes the money of an intent that the shop has confirmed, or reserves it. */
  #take(intent: Intent, method: PaymentMethod, cause?: Cause): Intent {
    const email = intent.receipt_email;
    if (intent.capture_method === 'manual') {
      const charge = this.#charge(intent, method, email, 'authorized');
      this.emit('charge.succeeded', charge, { cause });
      const reserved = this.intentStore.update(intent.id, {
        amount_capturable: intent.amount,
        last_payment_error: null,
        latest_charge: charge.id,
        next_action: null,
        status: 'requires_capture',
      });
      this.emit('payment_intent.amount_capturable_updated', reserved, { cause });
      return reserved;
    }
    const paid = this.succeedIntent(intent, method, email, cause);
    this.emit('charge.succeeded', this.charge(paid.latest_charge ?? ''), { cause });
    if (this.#cardOf(method).disputed) this.disputeAtOnce(paid.id);
    return paid;
  }

  #askToAuthenticate(intent: Intent, return_url: string | undefined, cause?: Cause): Intent {
    const next_action =
      return_url === undefined
        ? ({ type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } } as const)
        : ({
            type: 'redirect_to_url',
            redirect_to_url: {
              url: `${this.pagesUrl(return_url)}/stripe/authenticate/${intent.id}`,
              return_url,
            },
          } as const);
    const waiting = this.intentStore.update(intent.id, { next_action, status: 'requires_action' });
    this.emit('payment_intent.requires_action', waiting, { cause });
    return waiting;
  }

  /** A test card by its name, as a new PaymentMethod, or a known PaymentMethod. @throws StripeError */
  #method(id: string): PaymentMethod {
    const known = this.paymentMethodStore.find(id);
    if (known) return known;
    const card = testCards[id];
    if (card) return this.paymentMethodStore.add(newPaymentMethod(card, this.clock.seconds()));
    if (id.startsWith('pm_card_')) throw unsupported('payment_method', id);
    throw noSuch('PaymentMethod', id, 'payment_method', 400);
  }

  #cardOf({ card: { last4 } }: PaymentMethod): TestCard {
    return Object.values(testCards).find((one) => one.last4 === last4) ?? pageCard;
  }

  #withMethod(intent: Intent, { id }: PaymentMethod): Intent {
    return { ...intent, payment_method: id, status: 'requires_confirmation', next_action: null };
  }

  #expect(intent: Intent, what: string, allowed: readonly Intent['status'][]): Intent {
    if (!allowed.includes(intent.status)) throw stateError(intent, what, allowed);
    return intent;
  }

  /** @throws StripeError for an intent of a session: Stripe leaves it to the session */
  #ownIntent(id: string): Intent {
    const intent = this.paymentIntent(id);
    if (this.sessions.some(({ payment_intent }) => payment_intent === id))
      throw new StripeError(400, {
        message: `The PaymentIntent ${id} belongs to a Checkout Session, which must be paid or expired instead.`,
      });
    return intent;
  }
}
