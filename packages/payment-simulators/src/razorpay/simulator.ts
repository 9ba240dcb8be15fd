/** The Razorpay simulator: its entities, and what can happen to them. Amounts in paise, times in s. */
import { hmacHex, newId } from '../core/ids.ts';
import {
  decisions,
  PaymentSimulator,
  type PendingDecision,
  type SimulatorContext,
} from '../core/simulator.ts';
import { Store } from '../core/store.ts';
import {
  type Attempt,
  acquirerData,
  type Entities,
  feesOf,
  newDispute,
  newEvent,
  newOrder,
  newPayment,
  newRefund,
  noFailure,
  notesOf,
  type PaymentFailure,
  type RazorpayDispute,
  type RazorpayEvent,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
  usualFailure,
} from './entities.ts';
import { failure, noSuchId, RazorpayError } from './errors.ts';
import { PaymentLinks } from './links.ts';
import type { NotesBody, OrderBody, RefundBody } from './params.ts';

/** https://razorpay.com/docs/api/refunds/normal-refunds-idempotent */
export const refundKeyHeader = 'X-Refund-Idempotency';

/** Steps of a dispute: the name in the event, and the resulting status. */
const disputeMoves = {
  action_required: 'open',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
} as const satisfies Record<string, RazorpayDispute['status']>;

export class RazorpaySimulator extends PaymentSimulator<RazorpayRefund, RazorpayDispute, RazorpayEvent> {
  readonly keyId = 'rzp_test_simulator';
  readonly keySecret = 'simulatorRazorpaySecret';
  readonly settings = {
    holdRefunds: false,
    /** While the widget waits for the UPI app: ms until the app approves by itself; Infinity: never. */
    approveAfterMs: 6000,
    /** The same after "Approve later". */
    laterAfterMs: 20_000,
  };
  readonly #orders = new Store<RazorpayOrder>(noSuchId);
  readonly #payments = new Store<RazorpayPayment>(noSuchId);
  /** Orders whose payments are captured as soon as they are authorised. */
  readonly #capturedAtOnce = new Set<string>();
  readonly links: PaymentLinks;
  protected readonly refundStore = new Store<RazorpayRefund>(noSuchId);
  protected readonly disputeStore = new Store<RazorpayDispute>(noSuchId);

  constructor(context: SimulatorContext) {
    super(context, {
      name: 'Razorpay',
      idempotencyHeader: refundKeyHeader,
      failure,
      secret: 'whsec_simulatorRazorpay',
      signsTime: false,
      sign: ({ id, body }, secret) => ({
        'X-Razorpay-Signature': hmacHex(secret, body),
        'x-razorpay-event-id': id,
      }),
    });
    const { clock, keySecret } = this;
    const { pagesUrl } = context;
    this.links = new PaymentLinks({
      ...{ clock, keySecret, pagesUrl },
      createOrder: ({ amount, currency = 'INR', notes, reference_id }) =>
        this.createOrder({ amount, currency, notes, receipt: reference_id, payment_capture: true }),
      emit: (type, entities) => this.#emit(type, entities),
    });
  }

  get orders(): RazorpayOrder[] {
    return this.#orders.all;
  }
  get payments(): RazorpayPayment[] {
    return this.#payments.all;
  }

  /** These throw when there is none. */
  order = (id: string): RazorpayOrder => this.#orders.get(id);
  payment = (id: string): RazorpayPayment => this.#payments.get(id);

  refund = (id: string): RazorpayRefund => this.refundStore.get(id);

  createOrder(body: OrderBody): RazorpayOrder {
    const order = this.#orders.add(newOrder(body, this.clock.seconds()));
    if (body.payment_capture) this.#capturedAtOnce.add(order.id);
    return order;
  }

  updateOrder(id: string, { notes }: NotesBody): RazorpayOrder {
    return this.#orders.update(id, { notes: notesOf(notes) });
  }
  updatePayment(id: string, { notes }: NotesBody): RazorpayPayment {
    return this.#payments.update(id, { notes: notesOf(notes) });
  }
  updateRefund(id: string, { notes }: NotesBody): RazorpayRefund {
    return this.refundStore.update(id, { notes: notesOf(notes) });
  }

  /**
   * Starts a payment: `created`, until the bank decides. The actions throw RazorpayError when an order or a payment is
   * not in the right state.
   */
  begin(orderId: string, attempt: Attempt = {}): RazorpayPayment {
    const order = this.#unpaidOrder(orderId);
    this.#orders.update(orderId, { status: 'attempted', attempts: order.attempts + 1 });
    return this.#payments.add(newPayment(order, attempt, this.clock.seconds()));
  }

  /**
   * The bank approves a pending payment or, later, one that had failed
   * (https://razorpay.com/docs/payments/payments/late-authorised).
   */
  approve(paymentId: string): RazorpayPayment {
    const acquirer_data = acquirerData(this.#paymentThatIs(paymentId, 'created', 'failed'));
    const change = { ...noFailure, status: 'authorized', acquirer_data } as const;
    const payment = this.#changePayment(paymentId, 'authorized', change);
    const { amount, currency, order_id } = payment;
    const isCaptured = this.#capturedAtOnce.has(order_id) && this.order(order_id).status !== 'paid';
    return isCaptured ? this.capture(paymentId, amount, currency) : payment;
  }

  /** As {@link RazorpaySimulator.approve} after a while, unless it has been decided by then. */
  approveAfter(paymentId: string, ms: number): RazorpayPayment {
    this.clock.schedule(paymentId, ms, () => {
      if (this.payment(paymentId).status === 'created') this.approve(paymentId);
    });
    return this.payment(paymentId);
  }

  /** The bank or the shopper's app declines. */
  decline(paymentId: string, why?: Partial<PaymentFailure>): RazorpayPayment {
    const { method } = this.#paymentThatIs(paymentId, 'created');
    return this.#changePayment(paymentId, 'failed', { ...usualFailure[method], ...why, status: 'failed' });
  }

  /** Begins and approves. */
  authorize(orderId: string, attempt?: Attempt): RazorpayPayment {
    return this.approve(this.begin(orderId, attempt).id);
  }

  /** Begins and declines. */
  fail(orderId: string, attempt?: Attempt): RazorpayPayment {
    return this.decline(this.begin(orderId, attempt).id);
  }

  /** The shop takes an authorised payment. */
  capture(paymentId: string, amount: number, currency: string): RazorpayPayment {
    const authorized = this.payment(paymentId);
    if (authorized.captured) throw new RazorpayError('This payment has already been captured');
    if (authorized.status !== 'authorized')
      throw new RazorpayError(
        'Only payments which have been authorized and not yet captured can be captured',
      );
    if (amount !== authorized.amount)
      throw new RazorpayError('Capture amount must be equal to the amount authorized', { field: 'amount' });
    if (currency !== authorized.currency)
      throw new RazorpayError('Capture currency must be equal to the payment currency', {
        field: 'currency',
      });
    const { id, amount: asked } = this.#unpaidOrder(authorized.order_id);
    const change = { status: 'captured', captured: true, ...feesOf(authorized) } as const;
    const payment = this.#changePayment(paymentId, 'captured', change);
    const amount_due = Math.max(asked - amount, 0);
    const order = this.#orders.update(id, { status: 'paid', amount_paid: amount, amount_due });
    this.#emit('order.paid', { payment, order });
    this.links.complete(payment, order);
    return payment;
  }

  /** Refunds the whole rest unless an amount is given. */
  createRefund(paymentId: string, body: RefundBody): RazorpayRefund {
    const payment = this.payment(paymentId);
    if (!payment.captured)
      throw new RazorpayError('The payment status should be captured for action to be taken');
    const left = payment.amount - payment.amount_refunded;
    if (left <= 0) throw new RazorpayError('The payment has been fully refunded already');
    const { amount = left } = body;
    if (amount > payment.amount)
      throw new RazorpayError('The refund amount provided is greater than amount captured', {
        field: 'amount',
      });
    if (amount > left)
      throw new RazorpayError('The total refund amount is greater than the refund payment amount', {
        field: 'amount',
      });
    return this.#addRefund(payment, body, this.settings.holdRefunds ? 'pending' : 'processed');
  }

  /** Razorpay's automatic refund of a payment that was not captured in time. */
  refundUncaptured(paymentId: string): RazorpayRefund {
    return this.#addRefund(this.#paymentThatIs(paymentId, 'authorized'), {}, 'processed');
  }

  completeRefund(refundId: string): RazorpayRefund {
    this.#pendingRefund(refundId);
    const acquirer_data = { arn: '74119663031031075351326' };
    return this.#changeRefund(this.refundStore.update(refundId, { status: 'processed', acquirer_data }));
  }

  failRefund(refundId: string): RazorpayRefund {
    const { payment_id, amount } = this.#pendingRefund(refundId);
    this.#countRefund(payment_id, -amount);
    return this.#changeRefund(this.refundStore.update(refundId, { status: 'failed' }));
  }

  /** A bank opens a dispute about a captured payment. */
  dispute(paymentId: string, reason = 'chargeback'): RazorpayDispute {
    const payment = this.payment(paymentId);
    if (!payment.captured) throw new RazorpayError('The payment was not captured.');
    const dispute = this.disputeStore.add(newDispute(payment, reason, this.clock.seconds()));
    this.#emit('payment.dispute.created', { payment, dispute });
    return dispute;
  }

  /** A step by the dashboard or the bank. */
  moveDispute(disputeId: string, move: keyof typeof disputeMoves): RazorpayDispute {
    const { status, amount, payment_id, ...known } = this.disputeStore.get(disputeId);
    if (status !== 'open' && status !== 'under_review') throw new RazorpayError(`The dispute is ${status}.`);
    const amount_deducted = move === 'lost' ? amount : known.amount_deducted;
    const dispute = this.disputeStore.update(disputeId, { status: disputeMoves[move], amount_deducted });
    this.#emit(`payment.dispute.${move}`, { payment: this.payment(payment_id), dispute });
    return dispute;
  }

  disputeLast(): void {
    const disputed = new Set(this.disputes.map(({ payment_id }) => payment_id));
    const last = this.payments.findLast(({ id, captured }) => captured && !disputed.has(id));
    if (last) this.dispute(last.id);
  }

  protected get pendingPayments(): PendingDecision[] {
    return decisions(
      'Razorpay payment',
      this.payments.filter(({ status }) => status === 'created'),
      (id) => this.approve(id),
      (id) => this.decline(id),
    );
  }

  /**
   * The argument of the handler of the shop's page:
   * https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps
   */
  response(paymentId: string) {
    const { id, order_id } = this.payment(paymentId);
    return {
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: hmacHex(this.keySecret, `${order_id}|${id}`),
    };
  }

  #unpaidOrder(orderId: string): RazorpayOrder {
    const order = this.order(orderId);
    if (order.status === 'paid')
      throw new RazorpayError('Your payment has been declined as the order is already paid.');
    return order;
  }

  #paymentThatIs(paymentId: string, ...expected: RazorpayPayment['status'][]): RazorpayPayment {
    const payment = this.payment(paymentId);
    if (!expected.includes(payment.status))
      throw new RazorpayError(`The payment is ${payment.status}, not ${expected.join(' or ')}.`);
    return payment;
  }

  #changePayment(id: string, event: string, change: Partial<RazorpayPayment>): RazorpayPayment {
    const payment = this.#payments.update(id, change);
    this.#emit(`payment.${event}`, { payment });
    return payment;
  }

  #addRefund({ id }: RazorpayPayment, body: RefundBody, status: RazorpayRefund['status']): RazorpayRefund {
    const refund = this.refundStore.add(newRefund(this.payment(id), body, status, this.clock.seconds()));
    this.#countRefund(id, refund.amount);
    this.#emit('refund.created', { refund, payment: this.payment(id) });
    return status === 'pending' ? refund : this.#changeRefund(refund);
  }

  /** Tells the shop that a refund has been processed or has failed. */
  #changeRefund(refund: RazorpayRefund): RazorpayRefund {
    this.#emit(`refund.${refund.status}`, { refund, payment: this.payment(refund.payment_id) });
    return refund;
  }

  #pendingRefund(refundId: string): RazorpayRefund {
    const refund = this.refundStore.get(refundId);
    if (refund.status !== 'pending') throw new RazorpayError(`The refund is ${refund.status}, not pending.`);
    return refund;
  }

  #countRefund(paymentId: string, amount: number): void {
    const payment = this.payment(paymentId);
    const amount_refunded = payment.amount_refunded + amount;
    const isFull = amount_refunded === payment.amount;
    const unrefunded = payment.captured ? 'captured' : payment.status;
    this.#payments.update(paymentId, {
      amount_refunded,
      refund_status: isFull ? 'full' : amount_refunded > 0 ? 'partial' : null,
      status: isFull ? 'refunded' : unrefunded,
    });
  }

  /** Writes an event down as of now and sends it. */
  #emit(type: string, entities: Entities): void {
    const event = newEvent(type, entities, this.clock.seconds());
    const id = newId('', 14);
    this.eventList.push({ id, ...event });
    this.webhooks.send({ id, type, body: JSON.stringify(event) });
  }
}
