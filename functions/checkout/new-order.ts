/** Builds an order from the data about its products, coupon and buyer: the rows to write, or a refusal. */
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { DeliveryAddress } from '#domain/addresses/address.ts';
import type { DeliveryPromise } from '#domain/delivery/promise.ts';
import { holdMinutes } from '#domain/orders/order.ts';
import type { Coupon } from '#domain/pricing/coupon.ts';
import type { ApiQuote, RequestedLine } from '#domain/pricing/quote.ts';
import type { UnavailableCode, UnavailableLine } from '#domain/pricing/unavailable.ts';
import type { Store } from '#domain/store/store.ts';
import type { Business } from '#domain/tax/business.ts';
import { productPicture } from '#lib/paths.ts';
import { supplyTo } from '../lib/tax.ts';
import { sha256 } from '../lib/token.ts';
import type { TooMany } from '../limits/attempts.ts';
import type { Network } from '../limits/network.ts';
import type { Exceeded } from '../orders/holds.ts';
import type { PlacedOrder } from '../orders/queries.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { applyCoupon, type CouponRequest } from './coupons.ts';
import { type CheckoutProduct, inCash, priceLines, serializeQuote } from './price.ts';

/** @property amount the total that the shopper agreed to, paise */
export type OrderRequest = {
  address: DeliveryAddress;
  items: readonly RequestedLine[];
  amount: number;
  couponCode?: string | undefined;
  /** For an invoice with its GSTIN. */
  business?: Business | undefined;
  /** The shopper agrees that an online order above the limits waits without its pieces. */
  unreserved?: boolean | undefined;
};

type PlainRefusal =
  | 'signed_out'
  | 'key_reused'
  | 'too_large_for_cod'
  | 'method_closed'
  /** A guest orders with another address than the guest's own, to which the link is emailed. */
  | 'other_email';

export type PlaceOrderResult =
  | ({ ok: true } & PlacedOrder)
  | { ok: false; code: PlainRefusal }
  | { ok: false; code: UnavailableCode; items: UnavailableLine[] }
  | { ok: false; code: 'amount_changed'; quote: ApiQuote }
  /** The code does not apply. @property quote without it */
  | { ok: false; code: 'coupon'; quote: ApiQuote }
  | TooMany
  | { ok: false; code: 'too_many_orders'; seconds: number }
  /** A cash order that may not be held (orders/holds.ts). @property confirming whether it is enough to confirm the email */
  | { ok: false; code: 'pay_online'; confirming: boolean }
  /** An online order that may not be held, and that the shopper has not agreed to pay without its pieces. */
  | { ok: false; code: 'not_reserved' }
  /** We do not deliver there. @property reason part of a sentence */
  | { ok: false; code: 'not_served'; pincode: string; reason: string }
  /** The courier takes no cash there. */
  | { ok: false; code: 'no_cod_here'; pincode: string }
  /** An earlier pending order turned out to be paid: the client shows it instead. */
  | { ok: false; code: 'already_paid'; orderId: string };

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
};

/**
 * Data about the order's products, coupon and buyer.
 * @property coupons rows of the requested code
 * @property email of the buyer, for personal codes
 * @property exceeded limits of what may be held unpaid that the order would exceed
 */
export type OrderData = {
  products: readonly CheckoutProduct[];
  coupons: readonly Coupon[];
  email: string;
  exceeded: readonly Exceeded[];
};

const minute = 60 * 1000;
/** Time that an unpaid online order keeps its stock, ms. */
const holdTime = holdMinutes * minute;
/** Time until the scheduled job asks the provider first, ms. */
const firstCheck = 5 * minute;

/** Hash of a request, to distinguish different requests with the same idempotency key. */
export const hashRequest = (
  { provider }: OrderContext,
  { unreserved: _, ...request }: OrderRequest,
): string => sha256(JSON.stringify([provider.id, request]));

/** An order without its reference, which it gets when it is written. @property coupon the code that it uses */
export type NewOrder = {
  ok: true;
  order: Omit<OrderRow, 'reference'>;
  lines: OrderLine[];
  payment: Payment | undefined;
  coupon: Coupon | undefined;
};

export function buildOrder(
  context: OrderContext,
  request: OrderRequest,
  data: OrderData,
): NewOrder | { ok: false; refused: PlaceOrderResult } {
  const { store, promise, provider, couponRequest, key } = context;
  const refuse = (refused: PlaceOrderResult) => ({ ok: false, refused }) as const;
  const { zipcode: pincode, state } = request.address;
  const supply = supplyTo(state, request.business ?? null);
  if (!promise.served) return refuse({ ok: false, code: 'not_served', pincode, reason: promise.reason });
  if (provider.isCashOnDelivery && !promise.cod) return refuse({ ok: false, code: 'no_cod_here', pincode });

  const priced = priceLines(store, request.items, data.products);
  if (!priced.ok) return refuse(priced);
  const exact = applyCoupon(store, priced, couponRequest, data.coupons, data.email);
  const discounted = provider.isCashOnDelivery ? inCash(exact) : exact;
  if (discounted.problem)
    return refuse({ ok: false, code: 'coupon', quote: serializeQuote(discounted, promise, supply) });
  const { total } = discounted.quote;
  if (total !== request.amount)
    return refuse({ ok: false, code: 'amount_changed', quote: serializeQuote(discounted, promise, supply) });
  if (total < provider.minimum) return refuse({ ok: false, code: 'method_closed' });
  if (provider.isCashOnDelivery && total > store.cashOnDelivery.maxOrder)
    return refuse({ ok: false, code: 'too_large_for_cod' });
  const reserved = !data.exceeded.length;
  if (!reserved && provider.isCashOnDelivery)
    return refuse({
      ok: false,
      code: 'pay_online',
      confirming: data.exceeded.every(({ confirming }) => confirming),
    });
  if (!reserved && !request.unreserved) return refuse({ ok: false, code: 'not_reserved' });

  const { saveInfo: _, mononym: _mononym, ...address } = request.address;
  const order = {
    id: crypto.randomUUID(),
    status: provider.isCashOnDelivery ? ('Order Placed' as const) : ('Payment Pending' as const),
    paid: false,
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
    gstin: request.business?.gstin ?? null,
    businessName: request.business?.businessName ?? null,
    sez: request.business?.sez ?? false,
    createdAt: context.now,
    askAt: null,
    undelivered: false,
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

/** The payment row of an online order; undefined for cash on delivery. */
function pendingPayment(
  { id, paymentMethod, total, createdAt }: Omit<OrderRow, 'reference'>,
  { origin }: OrderContext,
): Payment | undefined {
  if (paymentMethod === 'cod') return undefined;
  return {
    orderId: id,
    method: paymentMethod,
    amount: total,
    paidAmount: null,
    providerId: null,
    url: null,
    paymentId: null,
    holdUntil: createdAt + holdTime,
    nextAskAt: createdAt + firstCheck,
    asked: 0,
    origin,
    network: null,
  };
}
