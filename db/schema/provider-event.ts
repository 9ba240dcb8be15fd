/** What a payment provider reports. */
import type { Paise } from '#lib/money.ts';

/** Money as the provider speaks of it. @property forOrder the order of ours that it names, where it names one */
export type Money = { paymentId: string; amount: Paise; currency: string; forOrder: string | null };

/** A bank asks for a payment back. Times are UTC ms. */
export type DisputeNews = {
  disputeId: string;
  paymentId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** The provider's own words, such as `fraudulent` and `needs_response` (src/features/desk/disputes.ts). */
  reason: string;
  status: string;
  /** Until when the shop may answer; null when it cannot. */
  respondBy: number | null;
  openedAt: number;
  /** When the provider wrote this. */
  at: number;
};

/** A provider's event in the shop's terms, as `payment_events.about` stores it. */
export type ProviderNews =
  | ({ kind: 'paid'; providerId: string } & Money)
  /** To be captured by us, and only while the order is pending. */
  | ({ kind: 'authorized'; providerId: string } & Money)
  /** One try failed; another one may follow. */
  | { kind: 'failed'; providerId: string; reason: string }
  | { kind: 'ended'; providerId: string; reason: string }
  | { kind: 'refunded' | 'refund_failed'; refundId: string; paymentId: string; amount: Paise }
  | ({ kind: 'dispute' } & DisputeNews)
  | { kind: 'other' };
