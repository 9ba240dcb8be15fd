/** The data of the Stripe simulator, and the events about them (https://docs.stripe.com/api/events). */

import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Webhooks } from '../webhooks.ts';
import type { Dispute } from './disputes.ts';
import type { SessionParams } from './params.ts';
import type { Charge, Intent, Refund } from './payment.ts';
import type { LineItem, Session } from './session.ts';

/** The version that stripe-node 23 asks for and types. */
const apiVersion = '2026-10-28.endive';

type StripeObject = Session | Intent | Charge | Refund | Dispute;

export type StripeEventType =
  | `checkout.session.${'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'}`
  | `payment_intent.${'succeeded' | 'payment_failed' | 'processing'}`
  | 'charge.refunded'
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | `refund.${'created' | 'updated' | 'failed'}`;

/** The API request that an event comes from; without one it comes from the hosted page or the clock. */
export type Cause = { id: string; idempotencyKey: string | undefined };

export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  /** A snapshot of the moment. */
  data: { object: StripeObject; previous_attributes?: Record<string, unknown> };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: StripeEventType;
};

export class Ledger {
  readonly clock: Clock;
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** By the session's id. */
  readonly lines = new Map<string, LineItem[]>();
  /** The data for the session's payment, by the session's id. */
  readonly intentData = new Map<string, NonNullable<SessionParams['payment_intent_data']>>();
  readonly events: StripeEvent[] = [];
  readonly #webhooks: Webhooks;

  constructor(clock: Clock, webhooks: Webhooks) {
    this.clock = clock;
    this.#webhooks = webhooks;
  }

  /** The object with this id, of any type. */
  find(id: string): StripeObject | undefined {
    return this.sessions.get(id) ?? this.intents.get(id) ?? this.charges.get(id) ?? this.refunds.get(id);
  }

  /** Writes an event down as of now and sends it. */
  emit(
    type: StripeEventType,
    object: StripeObject,
    { cause, previous }: { cause?: Cause; previous?: Record<string, unknown> } = {},
  ): void {
    const event: StripeEvent = {
      id: newId('evt_1', 23),
      object: 'event',
      api_version: apiVersion,
      created: this.clock.seconds(),
      data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: cause?.id ?? null, idempotency_key: cause?.idempotencyKey ?? null },
      type,
    };
    this.events.push(event);
    // Stripe indents what it signs: a shop that parses and writes it again gets another signature.
    this.#webhooks.send({ id: event.id, type, body: JSON.stringify(event, null, 2) });
  }
}
