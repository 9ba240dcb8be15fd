/** The price of an order. Only the server's quote counts; the browser calculates the same sums to show them. */

import type { IncludedTax } from 'gst/split';
import type { ApiPromise } from '#domain/delivery/promise.ts';
import { deliveryFee } from '#domain/store/delivery.ts';
import type { Store } from '#domain/store/store.ts';
import type { Paise, Rupees } from '#lib/money.ts';
import { toPaise } from '#lib/money.ts';
import type { CouponProblem } from './coupon.ts';

/** A line of an order as the client sends it. The server ignores other fields, prices included. */
export type RequestedLine = { _id: string; quantity: number };

/**
 * A line at the shop's price. @property price paise, each @property discount the line's share, paise
 * @property rate of GST today, hundredths of a per cent
 */
export type PricedLine = {
  id: string;
  name: string;
  price: Paise;
  quantity: number;
  discount: Paise;
  rate: number;
};

/** All in paise. */
export type Quote = { subtotal: Paise; discount: Paise; delivery: Paise; total: Paise };

/**
 * Prices an order. The delivery fee depends on the subtotal after the discount (docs/behaviour.md, "Totals").
 * @param discount paise off the subtotal, never more than it
 */
export function quote(
  store: Pick<Store, 'delivery'>,
  lines: readonly Pick<PricedLine, 'price' | 'quantity'>[],
  discount: Paise = 0,
): Quote {
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const off = Math.min(discount, subtotal);
  const delivery = deliveryFee(store, subtotal - off);
  return { subtotal, discount: off, delivery, total: subtotal - off + delivery };
}

/** A quote in a response of the API. Amounts are rupees. */
export type ApiQuote = {
  items: { _id: string; name: string; price: Rupees; quantity: number; total: Rupees }[];
  subtotal: Rupees;
  discount: Rupees;
  delivery: Rupees;
  amount: Rupees;
  /** The code that is part of these sums; null when none was given or it does not apply. */
  coupon: { code: string; percent: number } | null;
  /** Why the given code does not apply; null when none was given or it applies. */
  couponProblem: CouponProblem['code'] | null;
  /** The same as a message for the shopper. */
  couponMessage: string | null;
  /** When it arrives; null without a pincode, and where that depends on a state that was not sent. */
  promise: ApiPromise | null;
  /** Which GST the invoice will show; null without a pincode, and where it depends on a state that was not sent. */
  tax: ApiTax | null;
  /** The GST within `amount`, as an invoice of today states it; null for the quote of a changed order. */
  gst: ApiGst | null;
  /**
   * What differs if it is paid by UPI or card, where the shop takes something off for that and the code does not take more off;
   * null otherwise, and where these sums are those already.
   */
  online: (Pick<ApiQuote, 'discount' | 'amount' | 'gst'> & { coupon: null } & OnlineTexts) | null;
};

/** @property less how much less it costs; null where it costs the same @property unused why the code is not used; null without one */
type OnlineTexts = { less: string | null; unused: string | null };

/** Rupees. @property inCash the same if the order is paid in cash, in whole rupees @property exact false while the place of supply is not known */
export type ApiGst = { amount: Rupees; inCash: Rupees; exact: boolean };

/**
 * A code that the cart shows. @property saves what the total falls by, rupees; 0 while it does not apply
 * @property missing what the subtotal lacks, rupees; 0 if it applies @property message one of the two as a sentence
 */
export type ApiListedCode = {
  code: string;
  percent: number;
  saves: Rupees;
  missing: Rupees;
  message: string;
};

/**
 * A kit that costs less than its parts, which the cart has. @property quantity of the kit @property parts ids of what it
 * replaces, of each kit @property saves what the total falls by, rupees @property message the same as a sentence
 */
export type ApiOfferedKit = {
  _id: string;
  name: string;
  quantity: number;
  parts: readonly string[];
  saves: Rupees;
  message: string;
};

/** What a cart is offered. @property codes at most three @property kit null where none costs less */
export type ApiOffers = { codes: ApiListedCode[]; kit: ApiOfferedKit | null };

/** @property placeOfSupply a state @property code its GST code @property taxes `IGST`, `CGST and SGST` */
export type ApiTax = { placeOfSupply: string; code: string; taxes: string };

/** Converts a quote of the API to paise. */
export const readQuote = (quote: ApiQuote): Quote => ({
  subtotal: toPaise(quote.subtotal) ?? 0,
  discount: toPaise(quote.discount) ?? 0,
  delivery: toPaise(quote.delivery) ?? 0,
  total: toPaise(quote.amount) ?? 0,
});

/** The tax within a quote of the API, in paise. */
export const readGst = ({ gst }: Pick<ApiQuote, 'gst'>): IncludedTax | undefined =>
  gst ? { amount: toPaise(gst.amount) ?? 0, exact: gst.exact } : undefined;

/** The tax within an order's total, in paise. */
export const gstOf = ({ gst }: { gst: number | null }): IncludedTax | undefined =>
  gst === null ? undefined : { amount: toPaise(gst) ?? 0, exact: true };
