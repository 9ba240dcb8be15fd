/** Payment links of the Razorpay simulator: https://razorpay.com/docs/payments/payment-links. Times in s. */
import type { Clock } from '../core/clock.ts';
import { hmacHex } from '../core/ids.ts';
import { Store } from '../core/store.ts';
import {
  type Entities,
  newPaymentLink,
  type PaymentLink,
  type RazorpayOrder,
  type RazorpayPayment,
} from './entities.ts';
import { RazorpayError } from './errors.ts';
import type { LinkBody, LinkUpdate } from './params.ts';

/** What links need of the simulator. */
type LinksContext = {
  clock: Clock;
  keySecret: string;
  /** Where a browser finds the simulators' pages. */
  pagesUrl(shopUrl?: string): string;
  createOrder(link: LinkBody): RazorpayOrder;
  emit(type: string, entities: Entities): void;
};

/** The shortest time until a link expires, s. */
const shortest = 15 * 60;

export class PaymentLinks {
  readonly #store = new Store<PaymentLink>(
    () => new RazorpayError('The requested URL was not found on the server.'),
  );
  readonly #context: LinksContext;

  constructor(context: LinksContext) {
    this.#context = context;
  }

  /** Everything, oldest first. */
  get all(): PaymentLink[] {
    return this.#store.all;
  }

  /** @throws RazorpayError for an unknown id, as the other methods do */
  get = (id: string): PaymentLink => this.#store.get(id);

  create(body: LinkBody): PaymentLink {
    this.#check(body);
    const { clock, createOrder, pagesUrl } = this.#context;
    const linksUrl = `${pagesUrl(body.callback_url)}/razorpay/links`;
    const link = newPaymentLink(body, createOrder(body).id, linksUrl, clock.seconds());
    return this.#scheduleExpiry(this.#store.add(link));
  }

  update(id: string, body: LinkUpdate): PaymentLink {
    this.#open(id, 'edited');
    this.#check(body, id);
    const { accept_partial: _, ...fields } = body;
    return this.#scheduleExpiry(this.#change(id, fields));
  }

  cancel(id: string): PaymentLink {
    this.#open(id, 'cancelled');
    return this.#end(id, { status: 'cancelled', cancelled_at: this.#context.clock.seconds() });
  }

  /** Would send the link to the customer again. */
  notify(id: string): { success: true } {
    this.#open(id, 'notified');
    return { success: true };
  }

  /** The link that an order belongs to, if it may still be paid. */
  openLinkOf(orderId: string): PaymentLink | undefined {
    return this.all.find(({ order_id, status }) => order_id === orderId && status === 'created');
  }

  /** The payment of the link's order has been captured. */
  complete(payment: RazorpayPayment, order: RazorpayOrder): void {
    const link = this.openLinkOf(order.id);
    if (!link) return;
    const now = this.#context.clock.seconds();
    const { amount, method, created_at, id: payment_id } = payment;
    const made = { amount, created_at, method, payment_id, plink_id: link.id, status: 'captured' } as const;
    const payments = [{ ...made, updated_at: now }];
    const payment_link = this.#change(link.id, { status: 'paid', amount_paid: amount, payments });
    this.#context.emit('payment_link.paid', { payment_link, order, payment });
  }

  /** Where the shopper goes after paying, with a signature; undefined if the shop has given no address. */
  callbackUrl(id: string): string | undefined {
    const { callback_url, payments, reference_id, status } = this.get(id);
    const paymentId = payments?.[0]?.payment_id;
    if (!callback_url || paymentId === undefined) return undefined;
    const url = new URL(callback_url);
    const signed = `${id}|${reference_id}|${status}|${paymentId}`;
    for (const [name, value] of Object.entries({
      razorpay_payment_id: paymentId,
      razorpay_payment_link_id: id,
      razorpay_payment_link_reference_id: reference_id,
      razorpay_payment_link_status: status,
      razorpay_signature: hmacHex(this.#context.keySecret, signed),
    }))
      url.searchParams.set(name, value);
    return String(url);
  }

  #open(id: string, wanted: string): PaymentLink {
    const link = this.get(id);
    if (link.status !== 'created')
      throw new RazorpayError(`A payment link that is ${link.status} cannot be ${wanted}.`);
    return link;
  }

  #change(id: string, change: Partial<PaymentLink>): PaymentLink {
    return this.#store.update(id, { ...change, updated_at: this.#context.clock.seconds() });
  }

  #end(id: string, change: Partial<PaymentLink>): PaymentLink {
    const payment_link = this.#change(id, change);
    this.#context.emit(`payment_link.${payment_link.status}`, { payment_link });
    return payment_link;
  }

  #check({ expire_by, reference_id }: LinkUpdate, own?: string): void {
    if (expire_by !== undefined && expire_by < this.#context.clock.seconds() + shortest)
      throw new RazorpayError('expire_by should be at least 15 minutes after current time', {
        field: 'expire_by',
      });
    if (reference_id && this.all.some((link) => link.reference_id === reference_id && link.id !== own))
      throw new RazorpayError(`payment link with given reference_id (${reference_id}) already exists`, {
        field: 'reference_id',
      });
  }

  #scheduleExpiry(link: PaymentLink): PaymentLink {
    const { id, expire_by } = link;
    const { clock } = this.#context;
    if (expire_by)
      clock.schedule(id, expire_by * 1000 - clock.now(), () => {
        if (this.get(id).status === 'created')
          this.#end(id, { status: 'expired', expired_at: clock.seconds() });
      });
    return link;
  }
}
