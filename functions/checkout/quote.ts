/** A quote: the price of an order now, with a coupon code if one was sent, and what to offer. Nothing is stored. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { withFees } from '#domain/delivery/promise.ts';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { customerKeys } from '#domain/pricing/customer.ts';
import type { ApiOffers, ApiQuote, RequestedLine } from '#domain/pricing/quote.ts';
import { learnHot } from '../catalogue/hot-stock.ts';
import type { Call } from '../lib/call.ts';
import { promiseFor, stateOf } from '../lib/delivery.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { store as shopStore } from '../lib/store.ts';
import { supplyTo } from '../lib/tax.ts';
import { limitOfCall } from '../limits/hourly.ts';
import { selectOwnPieces } from '../orders/holds.ts';
import {
  applyCoupon,
  type CouponRequest,
  countCustomerUses,
  countGuess,
  couponRequest,
  selectCoupon,
  selectGuesses,
  tooManyGuesses,
} from '../pricing/coupons.ts';
import { findOffers } from '../pricing/offers.ts';
import {
  notServed,
  payableWith,
  priceLines,
  priceRefusals,
  selectProducts,
  serializeQuote,
} from '../pricing/price.ts';

/**
 * What a request asks for.
 * @property state where the pincode does not say it @property gstin, sez of the business that orders
 * @property paymentMethod with cash the total is whole, online it may be less; without one it is exact
 * @property listOffers whether to find what lowers the total
 */
type QuoteRequest = {
  items: readonly RequestedLine[];
  couponCode?: string | undefined;
  pincode?: string | undefined;
  state?: string | undefined;
  gstin?: string | undefined;
  sez?: boolean | undefined;
  paymentMethod?: PaymentMethod | undefined;
  listOffers: boolean;
};

type Quoted = { ok: true; quote: ApiQuote; offers: ApiOffers | undefined };

/** The session may be dead or missing: then a personal code asks to sign in. */
export async function quoteOrder(
  call: Call,
  { items, couponCode, pincode, state, gstin, sez, paymentMethod, listOffers }: QuoteRequest,
): Promise<Quoted | Refusal> {
  const { db, owner, limits } = call;
  const promise = pincode ? promiseFor(pincode, state, call.now) : undefined;
  if (promise?.served === false) return notServed('pincode', pincode ?? '', promise.reason);
  const delivery = (pincode && stateOf(pincode)) ?? state;
  const supplied = supplyTo(delivery ?? '', gstin === undefined ? null : { gstin, sez });
  const supply = supplied.place.state ? supplied : undefined;
  const store = withFees(shopStore, promise);
  const coupon = couponRequest(couponCode, limitOfCall(call, limits.COUPON_TRIES_PER_HOUR));
  const data = await readQuoteData(db, items, coupon, listOffers, owner);
  const { products, own, person, coupons, guesses } = data;
  learnHot(products);
  const refused = coupon && tooManyGuesses(coupon, coupons, guesses);
  if (refused) return refused;
  // The order that is placed next continues or replaces one that waits for its payment: its pieces are free for it.
  const free = products.map((one) => ({
    ...one,
    stock: one.stock + (own.find(({ id }) => id === one.id)?.quantity ?? 0),
  }));
  const priced = priceLines(store, items, free, owner.now);
  if (!priced.ok) return priced;
  const known = { id: sql`${person?.id ?? null}`, customers: customerKeys({ emails: [person?.email] }) };
  const counted = await countCustomerUses(db, coupons, known);
  const exact = applyCoupon(store, priced, coupon, counted, person?.email);
  const discounted = payableWith(paymentMethod, exact);
  const tooMany = coupon && discounted.problem?.code === 'unknown' && (await countGuess(db, coupon));
  if (tooMany) return tooMany;
  const buyer = { ...known, email: person?.email };
  const offers = listOffers
    ? await findOffers(db, store, { ...priced, coupon: exact.coupon }, buyer, owner.now)
    : undefined;
  return { ok: true, quote: serializeQuote(discounted, promise, supply), offers };
}
refuses(quoteOrder, priceRefusals, notServed);

/** Reads in one call what a quote depends on: a buyer only for a code, or for offers. */
async function readQuoteData(
  db: Db,
  items: readonly RequestedLine[],
  coupon: CouponRequest | undefined,
  listOffers: boolean,
  { tokenHash, now }: Owner,
) {
  const buyer = sessionUserId(tokenHash, now);
  const always = [selectProducts(db, items), selectOwnPieces(db, buyer)] as const;
  const withPerson = [...always, findSessionUser(db, tokenHash, now)] as const;
  if (coupon) {
    const statements = [...withPerson, selectCoupon(db, coupon, buyer), selectGuesses(db, coupon)] as const;
    const [products, own, [person], coupons, guesses] = await db.read.batch(statements);
    return { products, own, person, coupons, guesses };
  }
  const none = { coupons: [], guesses: [] };
  if (!listOffers) {
    const [products, own] = await db.read.batch(always);
    return { products, own, person: undefined, ...none };
  }
  const [products, own, [person]] = await db.read.batch(withPerson);
  return { products, own, person, ...none };
}
