/** The Stripe simulator's objects, and the events about them (https://docs.stripe.com/api/events). */
import { hmacHex } from '../core/ids.ts';
import { PaymentSimulator, type SimulatorContext } from '../core/simulator.ts';
import { Store } from '../core/store.ts';
import {
  type Cause,
  type Charge,
  type Dispute,
  type Intent,
  type LineItem,
  newEvent,
  type Refund,
  type Session,
  type StripeEvent,
  type StripeObject,
} from './entities.ts';
import { failure, noSuch } from './errors.ts';
import { readForm } from './form.ts';
import type { SessionParams } from './params.ts';

export abstract class StripeLedger extends PaymentSimulator<Refund, Dispute, StripeEvent> {
  readonly secretKey = 'sk_test_simulator';
  readonly settings = {
    holdRefunds: false,
    /** After "Pay, confirmed later" on the page: ms until the bank approves by itself; Infinity: never. */
    confirmAfterMs: 6000,
  };
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
    return this.sessionStore.find(id) ?? this.intentStore.find(id) ?? this.chargeStore.find(id);
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
