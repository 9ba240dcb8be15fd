/** Why an order was not taken, in the terms of the checkout screen. */

import type { ApiQuote } from '#features/pricing/quote.ts';
import { readQuote } from '#features/pricing/quote.ts';
import type { Limited, Missing } from '#features/pricing/unavailable.ts';
import { missingLines, namedLines } from '#features/pricing/unavailable.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import type { Failure } from '#lib/outcome.ts';

export type OrderProblem =
  /** The form is wrong; each message stands at its field. */
  | { kind: 'fields'; message: string; fields: Record<string, string> }
  /** The total is not what the shopper agreed to; asked again with both amounts. */
  | { kind: 'amount'; message: string; before: Paise; quote: ApiQuote }
  /** The code does not apply any more; asked again with the total without it. */
  | { kind: 'coupon'; message: string; quote: ApiQuote }
  /** Lines that cannot be had (any more) as they are. */
  | { kind: 'lines'; message: string; items: Missing[] }
  /** More than may be ordered unpaid; each line offers the quantity that may. */
  | { kind: 'limit'; message: string; items: Limited[] }
  /** Unanswered: the same order may be sent again with the same key. */
  | { kind: 'retry'; message: string }
  | { kind: 'refused'; message: string };

/** Whether the order may have been taken although no answer says so: its key must be kept. */
export const isUnanswered = ({ status }: Failure): boolean => status === 0 || status >= 500;
/** The lines named by `too_many_at_once`; none when no quantity of a line would do. */
const limitedLines = (failure: Failure): Limited[] =>
  failure.code === 'too_many_at_once'
    ? namedLines(failure, 'most').map(({ pieces, ...line }) => ({ ...line, most: pieces }))
    : [];

/** The address fields of a refusal: `address.phone` is the form's `phone`. */
export function addressFields(fields: Record<string, string>): Record<string, string> {
  const own = Object.entries(fields).filter(([name]) => name.startsWith('address.'));
  return Object.fromEntries(own.map(([name, message]) => [name.slice('address.'.length), message]));
}

/** Sent again for lack of an answer, after the order that it began had run out of time. */
const ended = 'Your earlier order has ended without a payment. Press once more to place it anew.';

/** What a shopper agrees to whose code has run out between the quote and the order. */
const withoutCode = (message: string, quote: ApiQuote): string =>
  `${message} Without it the total is ${formatPrice(readQuote(quote).total)}. Please have a look, and place your order again if you agree.`;

/** @param before paise: the total that was shown when the order was sent */
export function orderProblem(failure: Failure, before: Paise): OrderProblem {
  const { code, message } = failure;
  if (isUnanswered(failure)) return { kind: 'retry', message };
  const fields = addressFields(failure.fields);
  if (Object.keys(fields).length) return { kind: 'fields', message, fields };
  const items = missingLines(failure);
  if (items?.length) return { kind: 'lines', message, items };
  const limited = limitedLines(failure);
  if (limited.length) return { kind: 'limit', message, items: limited };
  if (code === 'amount_changed' && failure.body.quote)
    return { kind: 'amount', message, before, quote: failure.body.quote as ApiQuote };
  if (code === 'coupon' && failure.body.quote) {
    const quote = failure.body.quote as ApiQuote;
    return { kind: 'coupon', message: withoutCode(message, quote), quote };
  }
  return { kind: 'refused', message: code === 'not_pending' ? ended : message };
}
