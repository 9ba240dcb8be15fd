/** The data of the Razorpay simulator, and the webhooks about them (https://razorpay.com/docs/webhooks). */
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Webhooks } from '../webhooks.ts';
import type { RazorpayDispute } from './disputes.ts';
import type { RazorpayOrder, RazorpayPayment, RazorpayRefund } from './entities.ts';

export type RazorpayEventType =
  | `payment.${'authorized' | 'captured' | 'failed'}`
  | 'order.paid'
  | `refund.${'created' | 'processed' | 'failed'}`
  | `payment.dispute.${'created' | 'action_required' | 'under_review' | 'won' | 'lost' | 'closed'}`;

type Entities = {
  payment?: RazorpayPayment;
  order?: RazorpayOrder;
  refund?: RazorpayRefund;
  dispute?: RazorpayDispute;
};

export type RazorpayEvent = {
  entity: 'event';
  account_id: string;
  event: RazorpayEventType;
  contains: string[];
  /** Snapshots of the moment. */
  payload: Record<string, { entity: RazorpayPayment | RazorpayOrder | RazorpayRefund | RazorpayDispute }>;
  created_at: number;
};

export class RazorpayLedger {
  readonly clock: Clock;
  readonly orders = new Map<string, RazorpayOrder>();
  readonly payments = new Map<string, RazorpayPayment>();
  readonly refunds = new Map<string, RazorpayRefund>();
  readonly disputes = new Map<string, RazorpayDispute>();
  /** As sent, with the id that comes in a header. */
  readonly events: (RazorpayEvent & { id: string })[] = [];
  readonly #webhooks: Webhooks;

  constructor(clock: Clock, webhooks: Webhooks) {
    this.clock = clock;
    this.#webhooks = webhooks;
  }

  paymentsOf(orderId: string): RazorpayPayment[] {
    return [...this.payments.values()].filter((payment) => payment.order_id === orderId);
  }

  refundsOf(paymentId: string): RazorpayRefund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_id === paymentId);
  }

  /** Writes an event down as of now and sends it. */
  emit(type: RazorpayEventType, entities: Entities): void {
    const entries = Object.entries(structuredClone(entities)).map(([name, entity]) => [name, { entity }]);
    const event: RazorpayEvent = {
      entity: 'event',
      account_id: 'acc_standinHarita00',
      event: type,
      contains: Object.keys(entities),
      payload: Object.fromEntries(entries),
      created_at: this.clock.seconds(),
    };
    const id = newId('', 14);
    this.events.push({ id, ...event });
    this.#webhooks.send({ id, type, body: JSON.stringify(event) });
  }
}
