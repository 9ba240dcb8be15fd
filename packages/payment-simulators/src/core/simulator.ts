/** What both payment providers share: an API, webhooks, refunds, disputes, events and decisions of banks. */
import { formatAmount } from './amount.ts';
import { Api, type ApiOptions } from './api.ts';
import type { Clock } from './clock.ts';
import type { Store } from './store.ts';
import { type WebhookOptions, Webhooks } from './webhooks.ts';

export type SimulatorContext = {
  clock: Clock;
  log(line: string): void;
  /** Where a browser finds the simulators' pages. @param shopUrl any URL of the shop, if one is known */
  pagesUrl(shopUrl?: string): string;
};

export type ProviderOptions = Omit<ApiOptions, 'log'> & Pick<WebhookOptions, 'secret' | 'sign' | 'signsTime'>;

/** A decision of a bank or a shopper, with its two outcomes. */
export type PendingDecision = { id: string; what: string; yes(): unknown; no(): unknown };

type Entity = { id: string; amount: number; currency: string; status: string };

/** One decision about each entity. */
export const decisions = (
  what: string,
  entities: readonly Entity[],
  yes: (id: string) => unknown,
  no: (id: string) => unknown,
): PendingDecision[] =>
  entities.map(({ id, amount, currency }) => ({
    id,
    what: `${what} of ${formatAmount(amount, currency)}`,
    yes: () => yes(id),
    no: () => no(id),
  }));

const closed = ['won', 'lost', 'closed'];

export abstract class PaymentSimulator<Refund extends Entity, Dispute extends Entity, Event> {
  readonly name: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  /** Requests seen, and faults to inject. */
  readonly api: Api;
  readonly webhooks: Webhooks;
  /** To be changed by tests. */
  abstract readonly settings: {
    /** Refunds stay `pending` until `completeRefund` or `failRefund`. */
    holdRefunds: boolean;
  };
  protected abstract readonly refundStore: Store<Refund>;
  protected abstract readonly disputeStore: Store<Dispute>;
  protected readonly eventList: Event[] = [];

  constructor({ clock, log }: SimulatorContext, { secret, sign, signsTime, ...options }: ProviderOptions) {
    const { name } = options;
    this.name = name;
    this.webhookSecret = secret;
    this.clock = clock;
    this.api = new Api({ ...options, log });
    const previousSecret = `${secret}Previous`;
    this.webhooks = new Webhooks({ name, secret, previousSecret, sign, signsTime, clock, log });
  }

  /** The lists are of everything, oldest first. */
  get refunds(): Refund[] {
    return this.refundStore.all;
  }
  get disputes(): Dispute[] {
    return this.disputeStore.all;
  }
  get events(): Event[] {
    return [...this.eventList];
  }

  abstract completeRefund(refundId: string): Refund;
  abstract failRefund(refundId: string): Refund;
  abstract moveDispute(disputeId: string, outcome: 'won' | 'lost'): Dispute;
  /** Disputes the last payment that is not disputed yet. */
  abstract disputeLast(): void;
  protected abstract readonly pendingPayments: PendingDecision[];

  /** What banks and shoppers have to decide. */
  get pending(): PendingDecision[] {
    return [
      ...this.pendingPayments,
      ...decisions(
        `${this.name} refund`,
        this.refunds.filter(({ status }) => status === 'pending'),
        (id) => this.completeRefund(id),
        (id) => this.failRefund(id),
      ),
      ...decisions(
        `Won by the shop: ${this.name} dispute`,
        this.disputes.filter(({ status }) => !closed.includes(status)),
        (id) => this.moveDispute(id, 'won'),
        (id) => this.moveDispute(id, 'lost'),
      ),
    ];
  }
}
