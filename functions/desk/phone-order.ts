/**
 * Orders that an operator enters for a buyer who called or wrote (docs/desk.md, "Orders by phone"). Each is an order of a new
 * guest, placed as any other. Its buyer confirms it, or pays it online, as other cash orders (orders/confirmation.ts).
 */
import { sql } from 'drizzle-orm';
import { sessions, users } from '#db/schema/index.ts';
import { guestEmail } from '#domain/accounts/guest-email.ts';
import { withFees } from '#domain/delivery/promise.ts';
import type { Coupon } from '#domain/pricing/coupon.ts';
import type { Quote, RequestedLine } from '#domain/pricing/quote.ts';
import { oneDay } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import { buildOrder, type OrderRequest, placeRefusals } from '../checkout/new-order.ts';
import { type PlaceContext, placeOrder } from '../checkout/place.ts';
import { placeContext } from '../checkout/place-context.ts';
import { insertGuest } from '../guests/create.ts';
import type { DeskCall, Operator } from '../lib/call.ts';
import { promiseFor } from '../lib/delivery.ts';
import { type Refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { store as shopStore } from '../lib/store.ts';
import { sha256 } from '../lib/token.ts';
import { applyCoupon } from '../pricing/coupons.ts';
import { inCash, notServed, priceLines, priceRefusals, selectProducts } from '../pricing/price.ts';
import type { ShopCall } from '../providers/context.ts';
import { insertCoupon } from './coupons.ts';

/** @property percent off, without a code of the shop @property reason of the discount, for the audit list */
export type Discount = { percent: number; reason: string };

/** The discount as a code that only this buyer can use, once. Operators' discounts are counted and listed with the codes. */
const codeFor = (code: string, percent: number, email: string, now: number): Coupon => ({
  code,
  percent,
  minSubtotal: 0,
  email,
  validUntil: now + oneDay,
  maxUses: 1,
  uses: 0,
  maxUsesPerCustomer: null,
  countedAs: null,
});

/** What a request for a quote says. @property percent of the discount */
type AskedQuote = {
  items: readonly RequestedLine[];
  percent?: number | undefined;
  pincode?: string | undefined;
  state?: string | undefined;
};

/** What the order costs in cash, paise. */
export async function quotePhoneOrder(
  { db, now }: DeskCall,
  { items, percent, pincode, state }: AskedQuote,
): Promise<{ ok: true; quote: Quote } | Refusal> {
  const promise = pincode ? promiseFor(pincode, state, now) : undefined;
  if (promise?.served === false) return notServed('pincode', pincode ?? '', promise.reason);
  const store = promise ? withFees(shopStore, promise) : shopStore;
  const priced = priceLines(store, items, await selectProducts(db, items), now);
  if (!priced.ok) return priced;
  const rows = percent ? [codeFor('OFF', percent, '', now)] : [];
  const request =
    percent === undefined ? undefined : { code: 'OFF', limit: { networks: [], perHour: 0, now } };
  return { ok: true, quote: inCash(applyCoupon(store, priced, request, rows, '')).quote };
}
refuses(quotePhoneOrder, priceRefusals, notServed);

/** @property confirmed the buyer has agreed to pay in cash @property key of the attempt: the same one is the same order */
export type PhoneOrder = Omit<OrderRequest, 'couponCode'> & {
  discount?: Discount | undefined;
  confirmed: boolean;
  key: string;
};

/** Unknown codes that the networks of the office may try in an hour: the order's own code is never one. */
const guesses = 60;

/** Places the order. A request with the same key places it once. Nothing is written when it is refused. */
export async function placePhoneOrder(
  call: ShopCall & DeskCall,
  { discount, confirmed, key, ...request }: PhoneOrder,
) {
  const { db, now, operator } = call;
  const base = placeContext(call, 'cod', request.address);
  const email = guestEmail(request.address);
  // No token has this hash, so nobody can use the session: it makes the guest of a repeated request the same one.
  const tokenHash = sha256(`phone order ${operator.id} ${key}`);
  const code = `DESK-${tokenHash.replaceAll(/\W/g, '').slice(0, 10).toUpperCase()}`;
  const context: PlaceContext = {
    ...base,
    owner: { tokenHash, network: '', now },
    key,
    couponRequest: discount && { code, limit: { networks: base.networks, perHour: guesses, now } },
    // What the operator's office holds is no sign of a stranger.
    networks: [],
    enteredBy: { operatorId: operator.id, confirmed },
  };
  const off = discount && { coupon: codeFor(code, discount.percent, email, now), reason: discount.reason };
  const [[known], products] = await db.read.batch([
    findSessionUser(db, tokenHash, now),
    selectProducts(db, request.items),
  ]);
  if (!known) {
    const facts = { email, exceeded: [], isProved: false, lastDelivered: null, lastCameBack: null };
    const tried = buildOrder(context, request, { ...facts, products, coupons: off ? [off.coupon] : [] });
    if (!tried.ok) return tried.why;
    await insertBuyer(context, operator, request, off);
  }
  return placeOrder(context, request);
}
refuses(placePhoneOrder, placeRefusals);

/** Writes the guest, and the code of the discount with its entry in the audit list. */
async function insertBuyer(
  { db, now, owner: { tokenHash } }: PlaceContext,
  operator: Operator,
  { address }: OrderRequest,
  discount: { coupon: Coupon; reason: string } | undefined,
): Promise<void> {
  const guest = {
    id: crypto.randomUUID(),
    name: fullName(address),
    email: guestEmail(address),
    phone: address.phone,
    session: { tokenHash, createdAt: now, expiresAt: now + oneDay, device: null },
    when: sql`NOT EXISTS (SELECT 1 FROM ${sessions} WHERE token_hash = ${tokenHash})`,
  };
  const when = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${guest.id})`;
  const code = discount && { ...discount.coupon, listed: false };
  const detail = discount && `${discount.coupon.percent}% off an order by phone: ${discount.reason}`;
  await db.write.batch([
    ...insertGuest(db, guest, now),
    ...(code && detail ? insertCoupon(db, operator, code, { detail, now, when }) : []),
  ]);
}
