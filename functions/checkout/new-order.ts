/** What becomes of an order, by what is known of its products, its code and its buyer: a refusal, or what to write. */

import type { LineRow, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { DeliveryAddress } from '#features/addresses/address.ts';
import { holdMinutes } from '#features/orders/order.ts';
import type { Coupon } from '#features/pricing/coupon.ts';
import { type ApiQuote, type PricedLine, quote } from '#features/pricing/quote.ts';
import type { Store } from '#features/store/store.ts';
import { productPicture } from '#lib/paths.ts';
import type { TooMany } from '../limits/attempts.ts';
import type { PlacedOrder } from '../orders/queries.ts';
import type { Unpaid } from '../orders/unpaid.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { sha256 } from '../session/token.ts';
import { type Asked, sums } from './coupons.ts';
import { answerQuote, type Missing, type Offer, price, type Wanted } from './price.ts';
import { type TooMuch, tooManyAtOnce } from './too-many.ts';
export type PlaceRequest = {
  address: DeliveryAddress;
  items: readonly Wanted[];
  /** paise: the total that the shopper agreed to */
  amount: number;
  couponCode?: string | undefined;
};

type PlainRefusal = 'signed_out' | 'key_reused' | 'too_many_open' | 'too_large_for_cod' | 'method_closed';
export type Placed =
  | ({ ok: true } & PlacedOrder)
  | { ok: false; code: PlainRefusal }
  | { ok: false; code: 'not_sold' | 'out_of_stock'; items: Missing[] }
  | { ok: false; code: 'amount_changed'; quote: ApiQuote }
  /** The code does not apply (any more). @property quote without it */
  | { ok: false; code: 'coupon'; quote: ApiQuote }
  | TooMany
  | { ok: false; code: 'too_many_orders'; seconds: number }
  /** More than the account may hold unpaid. */
  | ({ ok: false; code: 'too_many_at_once' } & TooMuch)
  /** Too many online orders of the account, or of its network, ended unpaid. @property until UTC ms */
  | { ok: false; code: 'unpaid_holds'; until: number; seconds: number }
  /** An earlier order, still waiting for its payment, turned out to be paid: it is shown instead. */
  | { ok: false; code: 'already_paid'; orderId: string };

/**
 * How an order is placed.
 * @property now UTC ms
 * @property asked the code that was sent
 * @property origin where the shopper shops, for the way back from the provider's page
 * @property network the counter of unpaid holds of the network that it comes from (unpaid-holds.ts)
 */
export type Placing = {
  store: Store;
  provider: PaymentProvider;
  now: number;
  key: string | undefined;
  asked: Asked | undefined;
  origin: string;
  network: string;
};

/**
 * What is known.
 * @property coupons rows of the code that was sent
 * @property email of the buyer, by which a personal code is theirs
 * @property open their orders to be paid at the door that are not on their way yet
 * @property waiting their orders that wait for their payment
 * @property waitsUntil when they may order online again (unpaid-holds.ts), UTC ms
 */
export type Known = {
  found: readonly Offer[];
  coupons: readonly Coupon[];
  email: string | undefined;
  open: number;
  waiting: number;
  unpaid: Unpaid;
  waitsUntil: number;
};

/** Minutes that an unpaid online order keeps its stock, and after which the provider is first asked, as ms. */
const minute = 60 * 1000;
const hold = holdMinutes * minute;
const firstQuestion = 5 * minute;

/** Open orders that a buyer may have; undefined where there is no limit. */
export const openLimit = ({ provider, store }: Placing): number | undefined =>
  provider.atTheDoor ? store.cashOnDelivery.maxOpenOrders : undefined;

/** A request as it is told from another one that comes with the same key. */
export const hashOf = ({ provider }: Placing, request: PlaceRequest): string =>
  sha256(JSON.stringify([provider.id, request]));

/** @property coupon the code that it uses */
export type Decided =
  | { ok: false; refused: Placed }
  /** The order gets its reference when it is written. */
  | {
      ok: true;
      order: Omit<OrderRow, 'reference'>;
      lines: LineRow[];
      payment: Payment | undefined;
      coupon: Coupon | undefined;
    };

export function decide(placing: Placing, request: PlaceRequest, known: Known): Decided {
  const { store, provider, asked, key } = placing;
  const refuse = (refused: Placed): Decided => ({ ok: false, refused });

  const priced = price(store, request.items, known.found);
  if (!priced.ok) return refuse(priced);
  const all = sums(store, priced, asked, known.coupons, known.email);
  if (all.problem) return refuse({ ok: false, code: 'coupon', quote: answerQuote(all) });
  const { total } = all.quote;
  if (total !== request.amount) return refuse({ ok: false, code: 'amount_changed', quote: answerQuote(all) });
  if (total < provider.minimum) return refuse({ ok: false, code: 'method_closed' });
  const tooMany = tooMuchOf(placing, known, priced.lines);
  if (tooMany) return refuse({ ok: false, code: 'too_many_at_once', ...tooMany });
  if (provider.atTheDoor && total > store.cashOnDelivery.maxOrder)
    return refuse({ ok: false, code: 'too_large_for_cod' });
  const limit = openLimit(placing);
  if (limit !== undefined && known.open >= limit) return refuse({ ok: false, code: 'too_many_open' });

  const { saveInfo: _, ...address } = request.address;
  const order = {
    id: crypto.randomUUID(),
    status: provider.atTheDoor ? ('Order Placed' as const) : ('Payment Pending' as const),
    paid: false,
    paymentMethod: provider.id,
    ...all.quote,
    address: { ...address, country: 'India' },
    idempotencyKey: key ?? null,
    requestHash: hashOf(placing, request),
    trackingId: null,
    courier: null,
    couponCode: all.coupon?.code ?? null,
    createdAt: placing.now,
    sample: false,
  };
  const lines = all.lines.map((line) => ({ ...line, productId: line.id, image: productPicture(line.id) }));
  return { ok: true, order, lines, payment: paymentOf(order, placing), coupon: all.coupon };
}

/** What of the order is more than the buyer may hold unpaid. */
function tooMuchOf({ store, asked }: Placing, known: Known, lines: PricedLine[]) {
  const stock = new Map(known.found.map((offer) => [offer.id, offer.stock]));
  const onShelf = lines.map((line) => ({ ...line, stock: stock.get(line.id) ?? 0 }));
  const totalOf = (wanted: readonly number[]) => {
    const fewer = lines.flatMap((line, n) => (wanted[n] ? [{ ...line, quantity: wanted[n] }] : []));
    const priced = { lines: fewer, quote: quote(store, fewer) };
    return fewer.length ? sums(store, priced, asked, known.coupons, known.email).quote.total : 0;
  };
  return tooManyAtOnce(store.limits.unpaid, known.unpaid, onShelf, totalOf);
}

/** What an order that is paid online waits for. */
function paymentOf(
  { id, paymentMethod, total, createdAt }: Omit<OrderRow, 'reference'>,
  { origin, network }: Placing,
): Payment | undefined {
  if (paymentMethod === 'cod') return undefined;
  return {
    orderId: id,
    method: paymentMethod,
    amount: total,
    providerId: null,
    url: null,
    paymentId: null,
    holdUntil: createdAt + hold,
    nextAskAt: createdAt + firstQuestion,
    asked: 0,
    origin,
    network,
  };
}
