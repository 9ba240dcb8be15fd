/** Reports of payment providers. */
import type { Paise } from '#lib/money.ts';

/** A payment in a provider's report. @property forOrder the shop's order that the report names; null without one */
export type ReportedMoney = { paymentId: string; amount: Paise; currency: string; forOrder: string | null };

/** A report about a dispute. Times are UTC ms. */
export type DisputeUpdate = {
  disputeId: string;
  paymentId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** The provider's own words, such as `fraudulent` and `needs_response` (src/domain/orders/disputes.ts). */
  reason: string;
  status: string;
  /** Deadline for an answer; null if none is possible. */
  respondBy: number | null;
  openedAt: number;
  /** Time of the report. */
  at: number;
};

/** A provider's event in the shop's terms, as `payment_events.about` stores it. */
export type ProviderUpdate =
  | ({ kind: 'paid'; providerId: string } & ReportedMoney)
  /** The shop has to capture it, only while the order is pending. */
  | ({ kind: 'authorized'; providerId: string } & ReportedMoney)
  /** One attempt failed; another one may follow. */
  | { kind: 'failed'; providerId: string; reason: string }
  /** @property asked a request of the shop itself has ended it */
  | { kind: 'ended'; providerId: string; reason: string; asked?: boolean }
  /** @property ours the shop's refund that it names; null for one of the dashboard; events of older versions lack it */
  | {
      kind: 'refunded' | 'refund_failed';
      refundId: string;
      paymentId: string;
      amount: Paise;
      ours?: string | null;
    }
  | ({ kind: 'dispute' } & DisputeUpdate)
  /** Nothing to do. @property unreadable the shop knows this type of event, and this one lacks what it needs */
  | { kind: 'other'; unreadable?: true };
