/** The Stripe simulator's objects, and the events about them (https://docs.stripe.com/api/events). */

import { readForm } from '../core/form.ts';
import { hmacHex } from '../core/ids.ts';
import { PaymentSimulator, type SimulatorContext } from '../core/simulator.ts';
import { Store } from '../core/store.ts';
import {
  type Cause,
  type Charge,
  type Customer,
  type Dispute,
  type Intent,
  type LineItem,
  newEvent,
  type PaymentMethod,
  type Price,
  type Product,
  type Refund,
  type Session,
  type StripeEvent,
  type StripeObject,
} from './entities.ts';
import { failure, noSuch } from './errors.ts';
import type { SessionParams } from './params.ts';

/** Fields to change. Those that are undefined stay; the pairs of metadata are added, null clears them, '' removes one. */
type Change<T> = { [K in Exclude<keyof T, 'metadata'>]?: T[K] | undefined } & {
  metadata?: Record<string, string> | null | undefined;
  expand?: unknown;
};

const mergedMetadata = (
  known: Record<string, string>,
  change: Record<string, string> | null,
): Record<string, string> =>
  change === null
    ? {}
    : Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, value]) => value !== ''));

export abstract class StripeLedger extends PaymentSimulator<Refund, Dispute, StripeEvent> {
  readonly secretKey = 'sk_test_simulator';
  readonly settings = {
    holdRefunds: false,
    /** After "Pay, confirmed later" on the page: ms until the bank approves by itself; Infinity: never. */
    confirmAfterMs: 6000,
  };
  protected readonly customerStore = new Store<Customer>((id) => noSuch('customer', id, 'id'));
  protected readonly productStore = new Store<Product>((id) => noSuch('product', id, 'id'));
  protected readonly priceStore = new Store<Price>((id) => noSuch('price', id, 'price'));
  protected readonly paymentMethodStore = new Store<PaymentMethod>((id) =>
    noSuch('PaymentMethod', id, 'payment_method'),
  );
  protected readonly sessionStore = new Store<Session>((id) => noSuch('checkout.session', id, 'session'));
  protected readonly intentStore = new Store<Intent>((id) => noSuch('payment_intent', id, 'intent'));
  protected readonly chargeStore = new Store<Charge>((id) => noSuch('charge', id, 'id'));
  protected readonly refundStore = new Store<Refund>((id) => noSuch('refund', id, 'id'));
  protected readonly disputeStore = new Store<Dispute>((id) => noSuch('dispute', id, 'dispute'));
  /** What a session's payment needs, by the session's id. */
  protected readonly orders = new Map<string, { lines: LineItem[]; params: SessionParams }>();
  protected readonly pagesUrl: SimulatorContext['pagesUrl'];

  constructor(context: SimulatorContext) {
    super(context, {
      name: 'Stripe',
      parse: readForm,
      failure,
      secret: 'whsec_simulatorStripe',
      signsTime: true,
      // https://docs.stripe.com/webhooks#verify-manually
      sign({ body }, secret, at) {
        const time = Math.floor(at / 1000);
        return { 'Stripe-Signature': `t=${time},v1=${hmacHex(secret, `${time}.${body}`)}` };
      },
    });
    this.pagesUrl = context.pagesUrl;
  }

  /** Everything, oldest first. */
  get sessions(): Session[] {
    return this.sessionStore.all;
  }
  get charges(): Charge[] {
    return this.chargeStore.all;
  }

  /** These throw when there is none. */
  session = (id: string): Session => this.sessionStore.get(id);
  paymentIntent = (id: string): Intent => this.intentStore.get(id);
  paymentMethod = (id: string): PaymentMethod => this.paymentMethodStore.get(id);
  charge = (id: string): Charge => this.chargeStore.get(id);
  refund = (id: string): Refund => this.refundStore.get(id);
  linesOf = (sessionId: string): LineItem[] => this.orders.get(sessionId)?.lines ?? [];
  /** The last session made for an order. @throws when there is none */
  sessionFor(clientReferenceId: string): Session {
    const found = this.sessions.findLast((one) => one.client_reference_id === clientReferenceId);
    if (!found) throw new Error(`The Stripe simulator has no session for ${clientReferenceId}.`);
    return found;
  }
  /** The object with this id, of a type that `expand` takes. */
  find(id: string): StripeObject | undefined {
    const stores = [
      this.sessionStore,
      this.intentStore,
      this.chargeStore,
      this.customerStore,
      this.paymentMethodStore,
      this.priceStore,
      this.productStore,
    ];
    return stores.map((store) => store.find(id)).find((found) => found !== undefined);
  }

  /** Adds an object and sends its event, `customer.created`. */
  protected create<T extends StripeObject>(store: { add(object: T): T }, object: T, cause?: Cause): T {
    this.emit(`${object.object}.created`, store.add(object), { cause });
    return object;
  }

  /** Changes an object as an API request asks. @returns it, and the old values of what was in the request */
  protected change<T extends StripeObject & { metadata: Record<string, string> }>(
    store: { add(object: T): T },
    before: T,
    { expand: _, metadata, ...fields }: Change<T>,
  ): { object: T; previous: Partial<T> } {
    const merged = metadata === undefined ? undefined : mergedMetadata(before.metadata, metadata);
    const change = Object.fromEntries(
      Object.entries({ ...fields, metadata: merged }).filter(([, value]) => value !== undefined),
    );
    const previous = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof T]]));
    return { object: store.add({ ...before, ...change }), previous: previous as Partial<T> };
  }

  /** As {@link StripeLedger.change}, with an event, `customer.updated`. */
  protected update<T extends StripeObject & { metadata: Record<string, string> }>(
    store: { add(object: T): T },
    before: T,
    params: Change<T>,
    cause?: Cause,
  ): T {
    const { object, previous } = this.change(store, before, params);
    this.emit(`${object.object}.updated`, object, { cause, previous });
    return object;
  }

  /** Writes an event down as of now and sends it. */
  protected emit(
    type: string,
    object: StripeObject,
    { cause, previous }: { cause?: Cause | undefined; previous?: object } = {},
  ): void {
    const event = newEvent(type, object, cause, previous, this.clock.seconds());
    this.eventList.push(event);
    // Stripe indents what it signs: a shop that parses and writes it again gets another signature.
    this.webhooks.send({ id: event.id, type, body: JSON.stringify(event, null, 2) });
  }
}
