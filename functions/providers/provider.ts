/** The contract of a payment provider, in the shop's terms. */
import type { ProviderUpdate, ReportedMoney } from '#db/schema/provider-event.ts';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import type { Paise } from '#lib/money.ts';
import { type Refusal, refusal } from '../lib/refusal.ts';
import type { ReportedRefund } from './match-refund.ts';

/** An order that is to be paid. @property lines what is paid for; their amounts add up to `amount` */
export type PayableOrder = {
  orderId: string;
  reference: string;
  amount: Paise;
  name: string;
  email: string;
  phone: string;
  lines: { name: string; amount: Paise }[];
};

/** @property providerId the provider's id of the payment @property url its payment page; null where it has none */
type CreatedPayment = { providerId: string; url: string | null };

/**
 * The provider's state of a payment. `authorized`: the money is held, and the shop has to capture it. `open`: it can
 * still be paid; `paying`: somebody is paying it now. `ended`: it was not paid, and cannot be paid any more.
 */
export type PaymentState =
  | ({ state: 'paid' } & ReportedMoney)
  | ({ state: 'authorized' } & ReportedMoney)
  | { state: 'open'; paying?: boolean }
  | { state: 'ended'; reason: string };

/** A webhook with a valid signature. @property id the provider's id, by which it is stored once */
export type ProviderEvent = { id: string; type: string; about: ProviderUpdate };

type ParsedWebhook = { ok: true; event: ProviderEvent } | Refusal;

const notAnEvent = 'This was not signed by the provider, or is not one of its events.';

export const webhookRefusals = {
  malformed: refusal(400, 'malformed', notAnEvent),
  forged: refusal(400, 'forged', notAnEvent),
  /** No webhook secret is set, so no signature can be checked. An error, so that the provider repeats the event. */
  notConfigured: refusal(503, 'not_configured', 'Webhooks are not configured here.', 3600),
};

/** A request of ours may have been carried out. Repeating it is safe. */
export const providerSilent = refusal(
  503,
  'provider_silent',
  'The payment provider does not answer at the moment. Please try again in a minute.',
  10,
);

/** An event that lacks what the shop needs of it. It is stored, so it is counted, and changes nothing. */
export const unreadable: ProviderUpdate = { kind: 'other', unreadable: true };

/** @property id of the shop's refund @property key for idempotency: another one after a failure */
type RefundRequest = { id: string; key: string; paymentId: string; amount: Paise; reference: string };

/** @property done false: the provider has accepted the refund and reports its end by webhook */
type RefundResult = { providerId: string; done: boolean };

/** The provider gave no usable answer. The request may have been carried out. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable';
}

/** The provider refused the request. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}

/** The provider refused a refund, since it is below its smallest one. */
export class RefundTooSmall extends ProviderRefused {
  override name = 'RefundTooSmall';
}

/** @property startedAt when the attempt began, UTC ms @property origin of the shop, for the return URL */
type CreateOptions = { origin: string; startedAt: number; attempt: number };

export interface PaymentProvider {
  id: PaymentMethod;
  name: string;
  /** Why shoppers cannot choose it, as text for them; null when they can. */
  unavailableReason: string | null;
  /** No real money moves. */
  testMode: boolean;
  /** Smallest amount that the provider accepts. */
  minimum: Paise;
  /**
   * Creates a payment. A second call with the same attempt returns the same payment, or one that cannot be paid twice.
   * @throws ProviderUnreachable, ProviderRefused
   */
  create(order: PayableOrder, options: CreateOptions): Promise<CreatedPayment>;
  /** @param providerId from {@link CreatedPayment} @param now UTC ms @throws ProviderUnreachable, ProviderRefused */
  retrieve(providerId: string, now: number): Promise<PaymentState>;
  /** Ends a payment if possible. Returns `open` only while the shopper is paying. @throws as `retrieve` */
  expire(providerId: string, now: number): Promise<PaymentState>;
  /** Captures authorised money. @throws as `retrieve` */
  capture(providerId: string, paymentId: string, amount: Paise): Promise<PaymentState>;
  /** @throws ProviderUnreachable, ProviderRefused, RefundTooSmall */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** The completed refunds of a payment. @throws as `retrieve` */
  listRefunds(paymentId: string): Promise<ReportedRefund[]>;
  /** Checks a webhook's signature and parses it. @param now UTC ms */
  parseWebhook(body: string, headers: Headers, now: number): Promise<ParsedWebhook>;
}
