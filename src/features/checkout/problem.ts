import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { quoteWith } from '#domain/pricing/cash.ts';
import { type ApiQuote, readQuote } from '#domain/pricing/quote.ts';
import { type UnavailableLine, unavailableLines } from '#domain/pricing/unavailable.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import type { Failure } from '#lib/outcome.ts';

export type OrderProblem =
  /** Fields of the form are wrong; each message is shown at its field. */
  | { kind: 'fields'; message: string; fields: Record<string, string> }
  /** The total is not the one that the shopper accepted; the page asks again with both amounts. */
  | { kind: 'amount'; message: string; before: Paise; quote: ApiQuote }
  /** The code no longer applies; the page asks again with the total without it. */
  | { kind: 'coupon'; message: string; quote: ApiQuote }
  /** Lines that are not available in this quantity. */
  | { kind: 'lines'; message: string; items: UnavailableLine[] }
  /** No answer: the same order may be sent again with the same key. */
  | { kind: 'retry'; message: string }
  /** The same was ordered a moment ago: the page asks whether it is ordered again. */
  | { kind: 'repeated'; message: string }
  /** The payment was not made, or the order has to be paid online; shown beside the other ways to pay. */
  | { kind: 'unpaid'; message: string }
  | { kind: 'refused'; message: string };

/** Whether the order may have been placed although there is no answer: its key must be kept. */
export const isUnanswered = ({ status }: Failure): boolean => status === 0 || status >= 500;

/** Fields of a guest, under the names of the form. */
const guestFields: Record<string, string> = { name: 'firstName', phone: 'phone', email: 'email' };

/**
 * The fields of a refusal, under the names of the form: `address.phone` becomes `phone`, `business.gstin` becomes
 * `gstin`, and the `name` of a guest `firstName`.
 */
export function formFields(fields: Record<string, string>): Record<string, string> {
  const own = Object.entries(fields).map(([name, message]) => {
    const [parent, field] = name.split('.');
    return [parent === 'address' || parent === 'business' ? field : guestFields[name], message];
  });
  return Object.fromEntries(own.filter(([name]) => name));
}

/** The order was sent again after its first attempt had timed out unpaid. */
const ended = 'Your earlier order has ended without a payment. Press again to place it.';

/** Asks to accept the total without a code that has expired between the quote and the order. */
const withoutCode = (message: string, quote: ApiQuote): string =>
  `${message} Without it the total is ${formatPrice(readQuote(quote).total)}. Please have a look, and place your order again if you agree.`;

/** @param before the total that was shown when the order was sent, paise @param method of the order */
export function orderProblem(failure: Failure, before: Paise, method?: PaymentMethod): OrderProblem {
  const { code, message } = failure;
  if (isUnanswered(failure)) return { kind: 'retry', message };
  const fields = formFields(failure.fields);
  if (Object.keys(fields).length) return { kind: 'fields', message, fields };
  const items = unavailableLines(failure);
  if (items?.length) return { kind: 'lines', message, items };
  if (code === 'pay_online') return { kind: 'unpaid', message };
  if (code === 'ordered_already') return { kind: 'repeated', message };
  if (code === 'amount_changed' && failure.body.quote)
    return { kind: 'amount', message, before, quote: failure.body.quote as ApiQuote };
  if (code === 'coupon' && failure.body.quote) {
    const quote = failure.body.quote as ApiQuote;
    return { kind: 'coupon', message: withoutCode(message, quoteWith(method, quote)), quote };
  }
  return { kind: 'refused', message: code === 'not_pending' ? ended : message };
}
