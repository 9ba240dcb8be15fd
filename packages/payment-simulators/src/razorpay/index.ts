/** The Razorpay simulator: its API on a port of its own, checkout.js, its webhooks, and controls for tests. */
import type { Hono } from 'hono';
import { after, type Clock } from '../clock.ts';
import { hmacHex } from '../ids.ts';
import { Api } from '../misbehaviour.ts';
import { listen } from '../server.ts';
import { Webhooks } from '../webhooks.ts';
import { razorpayApp, refundKeyHeader } from './api.ts';
import { type DisputeMove, moveDispute, openDispute, type RazorpayDispute } from './disputes.ts';
import type { Attempt, RazorpayOrder, RazorpayPayment, RazorpayRefund } from './entities.ts';
import { failureBody, type PaymentFailure } from './errors.ts';
import { type RazorpayEvent, RazorpayLedger } from './ledger.ts';
import { approve, begin, decline, orderOf, paymentOf } from './moves.ts';
import { finishRefund, refundUncaptured } from './refunds.ts';
import { razorpayPages } from './widget.ts';

/** Keys that a deploy recognizes as not real. */
const keyId = 'rzp_test_standinHarita';
const keySecret = 'standinHaritaRazorpaySecret';
const webhookSecret = 'whsec_standinHaritaRazorpay';

/** The argument of the handler of the shop's page. */
type HandlerResponse = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

export type RazorpaySimulator = {
  /** Requests seen, and trouble to order. */
  api: Api;
  webhooks: Webhooks;
  /** The Worker's text bindings. */
  vars: Record<string, string>;
  /** To be changed by tests. */
  settings: {
    /** While the widget waits for the UPI app: ms until the app approves by itself; Infinity: never. */
    approveAfterMs: number;
    /** The same after "Approve later". */
    laterAfterMs: number;
    /** Refunds stay `pending` until {@link RazorpaySimulator.completeRefund} or `failRefund`. */
    holdRefunds: boolean;
    /** What every payment has besides what its attempt says: an offer of so many per cent, or the fee on top. */
    otherAmounts: Pick<Attempt, 'offerPercent' | 'feeOnTop'>;
  };

  /** Starts a payment: `created`. These functions throw when the payment is in the wrong state. */
  begin(orderId: string, attempt?: Attempt): RazorpayPayment;
  /** The bank approves a pending payment or, as a late authorization, a failed one. */
  approve(paymentId: string): RazorpayPayment;
  /** Begins and approves. */
  authorize(orderId: string, attempt?: Attempt): RazorpayPayment;
  /** The bank declines a pending payment. */
  decline(paymentId: string, why?: Partial<PaymentFailure>): RazorpayPayment;
  /** Begins and declines. */
  fail(orderId: string, attempt?: Attempt): RazorpayPayment;
  /** Razorpay's automatic refund of a payment that was not captured in time. */
  refundUncaptured(paymentId: string): RazorpayRefund;
  completeRefund(refundId: string): RazorpayRefund;
  failRefund(refundId: string): RazorpayRefund;
  /** A bank opens a dispute about a payment. */
  dispute(paymentId: string, reason?: string): RazorpayDispute;
  moveDispute(disputeId: string, move: DisputeMove): RazorpayDispute;
  /** The widget's signed response to the shop's page. */
  response(paymentId: string): HandlerResponse;

  /** Copies of everything, oldest first. */
  readonly orders: RazorpayOrder[];
  readonly payments: RazorpayPayment[];
  readonly refunds: RazorpayRefund[];
  readonly disputes: RazorpayDispute[];
  readonly events: (RazorpayEvent & { id: string })[];
  /** @throws when there is none */
  order(id: string): RazorpayOrder;
  /** The last order made with this receipt. @throws when there is none */
  orderFor(receipt: string): RazorpayOrder;
  payment(id: string): RazorpayPayment;
};

/** The simulator, with what only its caller needs. */
export type RazorpayPart = { simulator: RazorpaySimulator; pages: Hono; stop(): Promise<void> };

const copies = <T>(map: Map<string, T>): T[] => structuredClone([...map.values()]);

/** https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps */
const responseFor = ({ id, order_id }: RazorpayPayment): HandlerResponse => ({
  razorpay_payment_id: id,
  razorpay_order_id: order_id,
  razorpay_signature: hmacHex(keySecret, `${order_id}|${id}`),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param port of its API; 0: any free one */
export async function startRazorpay(
  clock: Clock,
  log: (line: string) => void,
  port = 0,
): Promise<RazorpayPart> {
  const api = new Api({
    name: 'Razorpay simulator',
    idempotencyHeader: refundKeyHeader,
    parse,
    failure: (status) => ({ body: failureBody(status) }),
    log,
  });
  const webhooks = new Webhooks({
    name: 'Razorpay simulator',
    path: '/api/webhooks/razorpay',
    secret: webhookSecret,
    previousSecret: `${webhookSecret}Previous`,
    sign: ({ id, body }, secret) => ({
      'X-Razorpay-Signature': hmacHex(secret, body),
      'x-razorpay-event-id': id,
    }),
    signsTime: false,
    clock,
    log,
  });
  const ledger = new RazorpayLedger(clock, webhooks);
  const settings: RazorpaySimulator['settings'] = {
    ...{ approveAfterMs: 6000, laterAfterMs: 20_000, holdRefunds: false, otherAmounts: {} },
  };
  const listening = await listen(
    razorpayApp({ ledger, api, keyId, keySecret, holdsRefunds: () => settings.holdRefunds }),
    port,
  );

  const start = (id: string, attempt?: Attempt) =>
    begin(ledger, id, { ...settings.otherAmounts, ...attempt });
  const simulator: RazorpaySimulator = {
    api,
    webhooks,
    vars: {
      RAZORPAY_KEY_ID: keyId,
      RAZORPAY_KEY_SECRET: keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      RAZORPAY_API_BASE: `http://${listening.host}`,
      RAZORPAY_CHECKOUT_URL: '/dev/razorpay/checkout.js',
    },
    settings,
    begin: (id, attempt) => structuredClone(start(id, attempt)),
    approve: (id) => structuredClone(approve(ledger, id)),
    authorize: (id, attempt) => structuredClone(approve(ledger, start(id, attempt).id)),
    decline: (id, why) => structuredClone(decline(ledger, id, why)),
    fail: (id, attempt) => structuredClone(decline(ledger, start(id, attempt).id)),
    refundUncaptured: (id) => structuredClone(refundUncaptured(ledger, id)),
    completeRefund: (id) => structuredClone(finishRefund(ledger, id, true)),
    failRefund: (id) => structuredClone(finishRefund(ledger, id, false)),
    dispute: (id, reason = 'chargeback') => structuredClone(openDispute(ledger, id, reason)),
    moveDispute: (id, move) => structuredClone(moveDispute(ledger, id, move)),
    response: (id) => responseFor(paymentOf(ledger, id)),
    get orders() {
      return copies(ledger.orders);
    },
    get payments() {
      return copies(ledger.payments);
    },
    get refunds() {
      return copies(ledger.refunds);
    },
    get disputes() {
      return copies(ledger.disputes);
    },
    get events() {
      return structuredClone(ledger.events);
    },
    order: (id) => structuredClone(orderOf(ledger, id)),
    orderFor(receipt) {
      const found = copies(ledger.orders).findLast((one) => one.receipt === receipt);
      if (!found) throw new Error(`The Razorpay simulator knows no order for ${receipt}.`);
      return found;
    },
    payment: (id) => structuredClone(paymentOf(ledger, id)),
  };

  const timers = new Map<string, NodeJS.Timeout | undefined>();
  /** The UPI app approves after a while, unless the payment was decided before. */
  const approveAfter = (ms: number, payment: RazorpayPayment): RazorpayPayment => {
    clearTimeout(timers.get(payment.id));
    const say = () => ledger.payments.get(payment.id)?.status === 'created' && approve(ledger, payment.id);
    timers.set(payment.id, after(ms, say));
    return payment;
  };
  const pages = razorpayPages(
    {
      order: simulator.order,
      payment: simulator.payment,
      attempt(orderId, attempt, outcome) {
        if (outcome === 'yes') return simulator.authorize(orderId, attempt);
        if (outcome === 'no') return simulator.fail(orderId, attempt);
        return approveAfter(settings.approveAfterMs, simulator.begin(orderId, attempt));
      },
      approve: simulator.approve,
      decline: (id) => simulator.decline(id),
      later: (id) => approveAfter(settings.laterAfterMs, simulator.payment(id)),
      response: responseFor,
    },
    keyId,
  );
  return {
    simulator,
    pages,
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      api.calm();
      await listening.stop();
      await webhooks.stop();
    },
  };
}
