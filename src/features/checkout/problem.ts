/** Why an order was not taken, in the terms of the checkout screen. */

import type { ApiQuote, Quote } from '#features/pricing/quote.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';
import type { Failure } from '#lib/outcome.ts';
import { asRecord } from '#lib/tab.ts';

/** A line that cannot be had. @property available pieces left, 0 when it is not sold */
export type Missing = { _id: string; name: string; available: number };

/** A line of which fewer may be ordered unpaid. @property most pieces that may be ordered now, 0 when none */
export type Limited = { _id: string; name: string; most: number };

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

/** A quote of the API in paise. */
export const readQuote = (quote: ApiQuote): Quote => ({
  subtotal: toPaise(quote.subtotal) ?? 0,
  discount: toPaise(quote.discount) ?? 0,
  delivery: toPaise(quote.delivery) ?? 0,
  total: toPaise(quote.amount) ?? 0,
});

/** The lines that a refusal names, each with a number. */
function namedLines({ body }: Failure, number: 'available' | 'most') {
  const items: unknown[] = Array.isArray(body.items) ? body.items : [];
  return items
    .map(asRecord)
    .flatMap(({ _id, name, [number]: pieces }) =>
      typeof _id === 'string'
        ? [{ _id, name: typeof name === 'string' ? name : _id, pieces: Number(pieces) || 0 }]
        : [],
    );
}

/** The lines named by `out_of_stock` and `not_sold`. */
export function missingLines(failure: Failure): Missing[] | undefined {
  if (failure.code !== 'out_of_stock' && failure.code !== 'not_sold') return undefined;
  return namedLines(failure, 'available').map(({ pieces, ...line }) => ({ ...line, available: pieces }));
}

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
