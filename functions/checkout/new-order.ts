/** Builds an order from the data about its products, coupon and buyer: the rows to write, or a refusal. */
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { DeliveryAddress } from '#domain/addresses/address.ts';
import type { DeliveryPromise } from '#domain/delivery/promise.ts';
import { type ConfirmFacts, confirmReason } from '#domain/orders/confirmation.ts';
import { isPaidFirst, isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import type { Coupon } from '#domain/pricing/coupon.ts';
import type { ApiQuote, RequestedLine } from '#domain/pricing/quote.ts';
import type { Store } from '#domain/store/store.ts';
import type { Business } from '#domain/tax/business.ts';
import { productPicture } from '#lib/paths.ts';
import { businessColumns } from '../lib/business.ts';
import type { Network } from '../lib/network.ts';
import { type Refusal, refusal } from '../lib/refusal.ts';
import { supplyTo } from '../lib/tax.ts';
import { sha256 } from '../lib/token.ts';
import type { Exceeded } from '../orders/holds.ts';
import type { Needs } from '../orders/outrank.ts';
import { applyCoupon, type CouponRequest } from '../pricing/coupons.ts';
import {
  amountChanged,
  type CheckoutProduct,
  codLimit,
  notServed,
  payableWith,
  piecesTaken,
  priceLines,
  priceRefusals,
  serializeQuote,
  shortage,
} from '../pricing/price.ts';
import { holdOf } from '../providers/hold.ts';
import type { PaymentProvider } from '../providers/provider.ts';

/** @property amount the total that the shopper agreed to, paise */
export type OrderRequest = {
  address: DeliveryAddress;
  items: readonly RequestedLine[];
  amount: number;
  couponCode?: string | undefined;
  /** For an invoice with its GSTIN. */
  business?: Business | undefined;
  /** The buyer has read that they ordered the same a moment ago, and orders it again. */
  again?: boolean | undefined;
};

const fewUnpaid = 'We can keep only a limited number of products for orders that are not paid yet.';

/** Why an order is not placed. */
export const placeRefusals = {
  ...priceRefusals,
  notServed,
  /** The courier takes no cash there. */
  noCodHere: refusal(422, 'no_cod_here', (pincode: string) => ({
    message: `Cash on delivery is not possible at ${pincode}. Please choose another way to pay.`,
  })),
  /** The code does not apply. @param quote without it */
  coupon: refusal(409, 'coupon', (quote: ApiQuote) => ({
    message: quote.couponMessage ?? 'This code does not apply.',
    quote,
  })),
  amountChanged,
  methodClosed: refusal(409, 'method_closed', 'This way to pay is not available. Please choose another one.'),
  codLimit,
  /** A cash order that may not be held (orders/holds.ts). @param mailedTo the email to which a link was sent that lifts it */
  payOnline: refusal(409, 'pay_online', (mailedTo?: string) => ({
    message: mailedTo
      ? `${fewUnpaid} Please pay online, or confirm by the link that we have sent to ${mailedTo} and place the order again.`
      : `${fewUnpaid} Please pay online, and your order is placed at once.`,
  })),
  /** The same was ordered a moment ago (repeat.ts). With `again` it is ordered once more. */
  orderedAlready: refusal(409, 'ordered_already', 'You have just ordered this. Order it again?'),
  keyReused: refusal(409, 'key_reused', 'This key was used for another order already.'),
  /** An earlier pending order turned out to be paid: the client shows it instead. */
  alreadyPaid: refusal(409, 'already_paid', (orderId: string) => ({
    message: 'The payment for your earlier order has arrived. Here it is.',
    orderId,
  })),
};

/**
 * What an order depends on besides the request.
 * @property store with the delivery fees of the address
 * @property promise for the address
 * @property now UTC ms
 * @property rates of GST today (domain/tax/tax.ts)
 * @property key the client's idempotency key
 * @property origin of the shop, for the return from the provider's page
 * @property networks of the client
 */
export type OrderContext = {
  store: Store;
  promise: DeliveryPromise;
  provider: PaymentProvider;
  now: number;
  rates: Record<string, number>;
  key: string | undefined;
  couponRequest: CouponRequest | undefined;
  origin: string;
  networks: readonly Network[];
  /** The operator who enters the order for its buyer, and whether the buyer has confirmed it already. */
  enteredBy?: { operatorId: string; confirmed: boolean } | undefined;
};

/**
 * Data about the order's products, coupon and buyer.
 * @property coupons rows of the requested code
 * @property email of the buyer, for personal codes
 * @property exceeded limits of what may be held unpaid that the order would exceed
 * @property isProved the buyer's mailbox is known to be real
 */
export type OrderData = Pick<ConfirmFacts, 'lastDelivered' | 'lastCameBack'> & {
  products: readonly CheckoutProduct[];
  coupons: readonly Coupon[];
  email: string;
  exceeded: readonly Exceeded[];
  isProved: boolean;
};

/** Hash of a request, to distinguish different requests with the same idempotency key. */
export const hashRequest = ({ provider }: OrderContext, { again: _, ...request }: OrderRequest): string =>
  sha256(JSON.stringify([provider.id, request]));

/** An order without its reference, which it gets when it is written. @property coupon the code that it uses */
export type NewOrder = {
  ok: true;
  order: Omit<OrderRow, 'reference'>;
  lines: OrderLine[];
  payment: Payment | undefined;
  coupon: Coupon | undefined;
};

/** @property first what has to be done before the shopper reads why; after `release` the order is tried again */
export type Refused = { ok: false; why: Refusal; first: 'count guess' | 'send link' | Release | undefined };

/** Pieces that orders give back which give way to this one (orders/outrank.ts). @property whole all of them are needed */
export type Release = { needs: Needs; whole: boolean };

export function buildOrder(
  context: OrderContext,
  request: OrderRequest,
  data: OrderData,
): NewOrder | Refused {
  const { store, promise, provider, couponRequest, key, enteredBy } = context;
  const refuse = (why: Refusal, first?: Refused['first']): Refused => ({ ok: false, why, first });
  const { zipcode: pincode, state } = request.address;
  const supply = supplyTo(state, request.business ?? null);
  if (!promise.served) return refuse(notServed('address.zipcode', pincode, promise.reason));
  if (isPaidOnDelivery(provider.id) && !promise.cod) return refuse(placeRefusals.noCodHere(pincode));

  const priced = priceLines(store, request.items, data.products, context.now);
  const taken = piecesTaken(request.items, data.products);
  // Who pays at once is not refused for pieces that others may never pay for.
  if (!priced.ok && priced.code === 'out_of_stock' && (!isPaidOnDelivery(provider.id) || data.isProved))
    return refuse(priced, { needs: shortage(taken, data.products), whole: true });
  if (!priced.ok) return refuse(priced);
  const exact = applyCoupon(store, priced, couponRequest, data.coupons, data.email);
  const discounted = payableWith(provider.id, exact);
  // What is paid online is a part of the exact quote.
  const shown = isPaidOnDelivery(provider.id) ? discounted : exact;
  if (discounted.problem)
    return refuse(
      placeRefusals.coupon(serializeQuote(shown, promise, supply)),
      discounted.problem.code === 'unknown' ? 'count guess' : undefined,
    );
  const { total } = discounted.quote;
  if (total !== request.amount) return refuse(amountChanged(serializeQuote(shown, promise, supply)));
  if (total < provider.minimum) return refuse(placeRefusals.methodClosed());
  if (isPaidOnDelivery(provider.id) && total > store.cashOnDelivery.maxOrder) return refuse(codLimit());
  // An operator answers for the order: the limits are for strangers.
  const reserved = enteredBy !== undefined || !data.exceeded.length;
  // An order that is paid online waits without its pieces then, and takes them when it is paid.
  if (!reserved && isPaidOnDelivery(provider.id))
    return refuse(placeRefusals.payOnline(), firstFor(data.exceeded, taken));

  const { saveInfo: _, mononym: _mononym, ...address } = request.address;
  const order = {
    id: crypto.randomUUID(),
    status: isPaidOnDelivery(provider.id) ? ('Order Placed' as const) : ('Payment Pending' as const),
    paid: false,
    purchaseId: null,
    paymentMethod: provider.id,
    ...discounted.quote,
    address: { ...address, country: 'India' },
    idempotencyKey: key ?? null,
    requestHash: hashRequest(context, request),
    trackingId: null,
    courier: null,
    couponCode: discounted.coupon?.code ?? null,
    couponMinimum: discounted.coupon?.minSubtotal ?? null,
    promisedFrom: promise.from,
    promisedTo: promise.to,
    ...businessColumns(request.business),
    ewayBill: null,
    createdAt: context.now,
    askAt: null,
    confirmReason: enteredBy
      ? ('by_phone' as const)
      : isPaidOnDelivery(provider.id)
        ? (confirmReason(store.cashOnDelivery, { ...data, total }) ?? null)
        : null,
    confirmedAt: enteredBy?.confirmed ? context.now : null,
    remindedAt: null,
    undelivered: false,
    tags: [],
    reserved,
    sample: false,
  };
  const lines = discounted.lines.map((line) => ({
    ...line,
    productId: line.id,
    image: productPicture(line.id),
  }));
  return { ok: true, order, lines, payment: pendingPayment(order, context), coupon: discounted.coupon };
}

/** What is done before a cash order is refused for what others hold. */
function firstFor(exceeded: readonly Exceeded[], taken: Needs): Refused['first'] {
  if (exceeded.every(({ kind }) => kind === 'outranked')) return { needs: taken, whole: false };
  return exceeded.every(({ confirming }) => confirming) ? 'send link' : undefined;
}

/** The payment that an order waits for; undefined for cash on delivery. */
function pendingPayment(
  { id, paymentMethod, total, createdAt }: Omit<OrderRow, 'reference'>,
  { origin }: OrderContext,
): Payment | undefined {
  if (!isPaidFirst(paymentMethod)) return undefined;
  return {
    orderId: id,
    method: paymentMethod,
    amount: total,
    paidAmount: null,
    providerId: null,
    url: null,
    paymentId: null,
    ...holdOf(paymentMethod, createdAt),
    asked: 0,
    origin,
    network: null,
  };
}
