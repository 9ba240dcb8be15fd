/** A quote: the price of an order now, with a coupon code if one was sent, and the codes to show. Nothing is stored. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { ServedPromise } from '#domain/delivery/promise.ts';
import { customerKeys } from '#domain/pricing/customer.ts';
import type { ApiListedCode, ApiQuote, RequestedLine } from '#domain/pricing/quote.ts';
import type { Store } from '#domain/store/store.ts';
import type { PlaceOfSupply } from '#domain/tax/place-of-supply.ts';
import type { Owner } from '../lib/owner.ts';
import type { Refusal } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { selectOwnPieces } from '../orders/holds.ts';
import {
  applyCoupon,
  type CouponRequest,
  countCustomerUses,
  countGuess,
  selectCoupon,
  selectGuesses,
  tooManyGuesses,
} from '../pricing/coupons.ts';
import { findListedCodes } from '../pricing/listed-codes.ts';
import { inCash, priceLines, selectProducts, serializeQuote } from '../pricing/price.ts';

/** @property cash whether it is paid on delivery, in whole rupees @property listCodes whether to find the listed codes */
type QuoteContext = {
  promise: ServedPromise | undefined;
  supply: PlaceOfSupply | undefined;
  cash: boolean;
  listCodes: boolean;
};

type Quoted = { ok: true; quote: ApiQuote; codes: ApiListedCode[] | undefined };

/**
 * @param store with the delivery fees of the promise
 * @param owner of the session, which may be dead or missing: then a personal code asks to sign in
 */
export async function quoteOrder(
  db: Db,
  store: Store,
  { promise, supply, cash, listCodes }: QuoteContext,
  items: readonly RequestedLine[],
  coupon: CouponRequest | undefined,
  owner: Owner,
): Promise<Quoted | Refusal> {
  const data = await readQuoteData(db, items, coupon, listCodes, owner);
  const { products, own, person, coupons, guesses } = data;
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
  const discounted = cash ? inCash(exact) : exact;
  const tooMany = coupon && discounted.problem?.code === 'unknown' && (await countGuess(db, coupon));
  if (tooMany) return tooMany;
  const codes = listCodes ? await findListedCodes(db, store, priced.quote, known, owner.now) : undefined;
  return { ok: true, quote: serializeQuote(discounted, promise, supply), codes };
}

/** Reads in one call what a quote depends on: a buyer only for a code, or for the listed ones. */
async function readQuoteData(
  db: Db,
  items: readonly RequestedLine[],
  coupon: CouponRequest | undefined,
  listCodes: boolean,
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
  if (!listCodes) {
    const [products, own] = await db.read.batch(always);
    return { products, own, person: undefined, ...none };
  }
  const [products, own, [person]] = await db.read.batch(withPerson);
  return { products, own, person, ...none };
}
