/** The Stripe simulator: its API on a port of its own, its hosted page, its webhooks, and controls for tests. */
import type { Hono } from 'hono';
import { Stripe } from 'stripe';
import { after, type Clock } from '../clock.ts';
import { readForm } from '../form.ts';
import { Api } from '../misbehaviour.ts';
import { listen } from '../server.ts';
import { Webhooks } from '../webhooks.ts';
import { stripeApp } from './api.ts';
import { type Dispute, moveDispute, openDispute } from './disputes.ts';
import { failureBody } from './errors.ts';
import { Ledger, type StripeEvent } from './ledger.ts';
import {
  confirmLater,
  decline,
  expire,
  expireOld,
  isAwaited,
  type PaymentOverrides,
  pay,
  payLater,
} from './moves.ts';
import { stripePages } from './page.ts';
import type { Charge, Intent, Refund } from './payment.ts';
import { finishRefund } from './refunds.ts';
import type { Session } from './session.ts';

/** Keys that a deploy recognizes as not real. */
const secretKey = 'sk_test_standin51HaritaStripe';
const webhookSecret = 'whsec_standinHaritaStripe';

export type StripeSimulator = {
  /** Requests seen, and trouble to order. */
  api: Api;
  webhooks: Webhooks;
  /** The Worker's text bindings. */
  vars: Record<string, string>;
  /** To be changed by tests. */
  settings: {
    /** After "Pay, confirmed later" on the page: ms until the bank approves by itself; Infinity: never. */
    confirmAfterMs: number;
    /** Refunds stay `pending` until {@link StripeSimulator.completeRefund} or `failRefund`. */
    holdRefunds: boolean;
  };

  /** The shopper's actions. They throw when the session is not in the right state. */
  pay(sessionId: string, odd?: PaymentOverrides): Session;
  /**
   * Completes it unpaid; then {@link StripeSimulator.confirm} or `failLate`, which nobody but the page does by
   * itself.
   */
  payLater(sessionId: string, odd?: PaymentOverrides): Session;
  confirm(sessionId: string): Session;
  failLate(sessionId: string): Session;
  decline(sessionId: string): Session;
  expire(sessionId: string): Session;
  completeRefund(refundId: string): Refund;
  failRefund(refundId: string): Refund;
  /** A bank opens a dispute about a payment. @param paymentId the payment intent */
  dispute(paymentId: string, reason?: string): Dispute;
  moveDispute(disputeId: string, status: Dispute['status']): Dispute;

  /** Copies of everything, oldest first. */
  readonly sessions: Session[];
  readonly paymentIntents: Intent[];
  readonly charges: Charge[];
  readonly refunds: Refund[];
  readonly disputes: Dispute[];
  readonly events: StripeEvent[];
  /** Complete sessions that wait for {@link StripeSimulator.confirm}. */
  readonly awaited: Session[];
  /** @throws when there is none */
  session(id: string): Session;
  /** The last session made for an order. @throws when there is none */
  sessionFor(clientReferenceId: string): Session;
  paymentIntent(id: string): Intent;
  refund(id: string): Refund;
};

/** The simulator, with what only its caller needs. */
export type StripePart = { simulator: StripeSimulator; pages: Hono; stop(): Promise<void> };

const copies = <T>(map: Map<string, T>): T[] => structuredClone([...map.values()]);

function copyOf<T>(map: Map<string, T>, id: string): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`The Stripe simulator knows no ${id}.`);
  return structuredClone(found);
}

/** Signed as https://docs.stripe.com/webhooks#verify-manually says, by Stripe's own library. */
const sign = async (payload: string, secret: string, at: number) => ({
  'Stripe-Signature': await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
  }),
});

/** @param port of its API; 0: any free one */
export async function startStripe(clock: Clock, log: (line: string) => void, port = 0): Promise<StripePart> {
  const api = new Api({
    name: 'Stripe simulator',
    idempotencyHeader: 'idempotency-key',
    parse: readForm,
    failure: (status) => ({ body: failureBody(status) }),
    log,
  });
  const webhooks = new Webhooks({
    name: 'Stripe simulator',
    path: '/api/webhooks/stripe',
    secret: webhookSecret,
    previousSecret: `${webhookSecret}Previous`,
    sign: ({ body }, secret, at) => sign(body, secret, at),
    signsTime: true,
    clock,
    log,
  });
  const ledger = new Ledger(clock, webhooks);
  const settings = { confirmAfterMs: 6000, holdRefunds: false };
  const app = stripeApp({ ledger, api, secretKey, holdsRefunds: () => settings.holdRefunds });
  const listening = await listen(app, port);
  const timers = new Set<NodeJS.Timeout | undefined>();
  clock.onTick(() => expireOld(ledger));

  const simulator: StripeSimulator = {
    api,
    webhooks,
    vars: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `http://${listening.host}`,
    },
    settings,
    pay: (id, odd) => structuredClone(pay(ledger, id, odd)),
    payLater: (id, odd) => structuredClone(payLater(ledger, id, odd)),
    confirm: (id) => structuredClone(confirmLater(ledger, id, true)),
    failLate: (id) => structuredClone(confirmLater(ledger, id, false)),
    decline: (id) => structuredClone(decline(ledger, id)),
    expire: (id) => structuredClone(expire(ledger, id)),
    completeRefund: (id) => structuredClone(finishRefund(ledger, id, true)),
    failRefund: (id) => structuredClone(finishRefund(ledger, id, false)),
    dispute: (id, reason = 'fraudulent') => structuredClone(openDispute(ledger, id, reason)),
    moveDispute: (id, status) => structuredClone(moveDispute(ledger, id, status)),
    get sessions() {
      return copies(ledger.sessions);
    },
    get paymentIntents() {
      return copies(ledger.intents);
    },
    get charges() {
      return copies(ledger.charges);
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
    get awaited() {
      return copies(ledger.sessions).filter((session) => isAwaited(session, ledger));
    },
    session: (id) => copyOf(ledger.sessions, id),
    sessionFor(reference) {
      const found = copies(ledger.sessions).findLast((one) => one.client_reference_id === reference);
      if (!found) throw new Error(`The Stripe simulator knows no session for ${reference}.`);
      return found;
    },
    paymentIntent: (id) => copyOf(ledger.intents, id),
    refund: (id) => copyOf(ledger.refunds, id),
  };

  const pages = stripePages(ledger, {
    pay: simulator.pay,
    decline: simulator.decline,
    payLater(id) {
      const session = simulator.payLater(id);
      const confirm = () => isAwaited(simulator.session(id), ledger) && simulator.confirm(id);
      timers.add(after(settings.confirmAfterMs, confirm));
      return session;
    },
  });
  return {
    simulator,
    pages,
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      api.calm();
      await listening.stop();
      await webhooks.stop();
    },
  };
}
