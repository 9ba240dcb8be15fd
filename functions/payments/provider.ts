import type { Money, ProviderNews } from '#db/schema/provider-event.ts';
import type { PaymentMethod } from '#features/orders/order.ts';
import type { Paise } from '#lib/money.ts';
/** An order as its payment needs it. */
export type Payable = {
  orderId: string;
  reference: string;
  amount: Paise;
  name: string;
  email: string;
  phone: string;
  /** What is paid for; the amounts add up to the order's. */
  lines: { name: string; amount: Paise }[];
};
/** What a payment is called at the provider, and the page where it is made, if that is one of theirs. */
type Begun = { providerId: string; url: string | null };
/**
 * What the provider says of a payment. `authorized`: the money is held and has to be captured by us.
 * `open`: it may still be paid. `ended`: nothing was paid, and nothing can be any more.
 */
export type PaymentState =
  | ({ state: 'paid' } & Money)
  | ({ state: 'authorized' } & Money)
  | { state: 'open' }
  | { state: 'ended'; reason: string };
/** A webhook whose signature is right. @property id the provider's own, for storing it once */
export type ProviderEvent = { id: string; type: string; about: ProviderNews };

type Reading =
  | { ok: true; event: ProviderEvent }
  /** `closed`: no secret is configured, so nothing can be believed. */
  | { ok: false; code: 'forged' | 'malformed' | 'closed' };

/** A refund to be made. @property id ours: the idempotency key */
type Repayment = { id: string; paymentId: string; amount: Paise; reference: string };
type Repaid = { providerId: string; done: boolean };

/** A refund that the provider has made, whoever asked for it. @property refundId the provider's own name */
export type Returned = { refundId: string; amount: Paise };

/** The provider gave no answer, or none that settles anything: whatever was asked may have happened. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}

/** The provider said no. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}

export interface PaymentProvider {
  id: PaymentMethod;
  name: string;
  /** Why it cannot be paid with, in words for a shopper; null when it can. */
  closed: string | null;
  /** No real money moves. */
  testMode: boolean;
  /** Smallest amount that the provider takes. */
  minimum: Paise;
  /** Paid at the door: the order is placed at once. */
  atTheDoor: boolean;
  /**
   * Begins a payment; asked again in the same attempt it gives the same one, or one that cannot be
   * paid twice. @param back `now`: when the attempt began, UTC ms @throws ProviderSilent, ProviderRefused
   */
  begin(order: Payable, back: { origin: string; now: number; attempt: number }): Promise<Begun>;
  /** @param providerId from {@link Begun} @throws ProviderSilent, ProviderRefused */
  ask(providerId: string): Promise<PaymentState>;
  /** Ends what can be ended; `open` is left only where a shopper is paying just now. @throws as `ask` */
  end(providerId: string, now: number): Promise<PaymentState>;
  /** Takes authorised money. @throws as `ask` */
  capture(providerId: string, paymentId: string, amount: Paise): Promise<PaymentState>;
  /** @throws ProviderSilent, ProviderRefused */
  repay(repayment: Repayment): Promise<Repaid>;
  /** What has gone back of a payment, and arrived. @throws as `ask` */
  returned(paymentId: string): Promise<Returned[]>;
  /** Reads a webhook; believes only its signature. @param now UTC ms */
  read(body: string, headers: Headers, now: number): Promise<Reading>;
}
