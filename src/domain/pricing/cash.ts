/**
 * Cash is paid in whole rupees (docs/behaviour.md, "Totals"). Orders, quotes and corrections take the rule from
 * here, the page too.
 */
import { isPaidOnDelivery, isPaidOnline, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { type Paise, toPaise, toRupees } from '#lib/money.ts';
import type { ApiQuote, Quote } from './quote.ts';
import { readQuote } from './quote.ts';

const rupee: Paise = 100;

/**
 * By how much a discount changes so that the total is whole: it is rounded down, and the total up, where there is so much
 * discount; otherwise the rest of a rupee is taken off, in the buyer's favour.
 * @param total with the discount
 */
export function roundingOf(total: Paise, discount: Paise): Paise {
  const over = total % rupee;
  if (!over) return 0;
  return discount >= rupee - over ? over - rupee : over;
}

/** The sums of an order that is paid in cash. The delivery was judged before. */
export function payableInCash({ subtotal, discount, delivery, total }: Quote): Quote {
  const change = roundingOf(total, discount);
  // Goods that cost less than what is taken off leave the rest to the delivery.
  const off = Math.min(discount + change, subtotal);
  const fee = delivery - (discount + change - off);
  return { subtotal, discount: off, delivery: fee, total: subtotal - off + fee };
}

/** The same of a quote of the API. */
export function cashQuote(quote: ApiQuote): ApiQuote {
  const { discount, delivery, total } = payableInCash(readQuote(quote));
  return {
    ...quote,
    discount: toRupees(discount),
    delivery: toRupees(delivery),
    amount: toRupees(total),
    gst: quote.gst && { ...quote.gst, amount: quote.gst.inCash },
  };
}

/** The quote as it is paid with a method. @param exact without a method */
export function quoteWith(method: PaymentMethod | undefined, exact: ApiQuote): ApiQuote {
  if (method && isPaidOnDelivery(method)) return cashQuote(exact);
  return method && isPaidOnline(method) && exact.online ? { ...exact, ...exact.online } : exact;
}

/** What the page says beside the sums of a cash order. @param exact the quote without rounding */
export function roundingText(exact: ApiQuote): string | undefined {
  const [before, after] = [readQuote(exact).total, toPaise(cashQuote(exact).amount) ?? 0];
  if (before === after) return undefined;
  return after > before
    ? 'Cash is paid in whole rupees, so the discount is rounded down.'
    : 'Cash is paid in whole rupees, so we take the rest of a rupee off.';
}
