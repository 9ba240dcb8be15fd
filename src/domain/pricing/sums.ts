import type { IncludedTax } from 'gst/split';
import type { OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { formatPrice } from '#lib/money.ts';
import { discountKind, discountName } from './discount-name.ts';
import type { Quote } from './quote.ts';

export type QuoteRow = { label: string; value: string; total?: boolean };

/** @property code of the discount @property paymentMethod of an order @property gst within the total */
type Named = Quote & {
  code?: string | null | undefined;
  paymentMethod?: OrderPaymentMethod | undefined;
  gst?: IncludedTax | undefined;
};

/** The row of the tax within a total: until the place of supply is known, it may differ by paise. */
export const gstRows = (gst: IncludedTax | undefined): QuoteRow[] =>
  gst ? [{ label: gst.exact ? 'Includes GST' : 'Includes GST, about', value: formatPrice(gst.amount) }] : [];

/** The rows of a quote: a discount only if there is one, with its name; free delivery as a word; below the total the tax within it. */
export const quoteRows = (
  { subtotal, discount, delivery, total, gst, ...named }: Named,
  totalLabel = 'Total',
): QuoteRow[] => [
  { label: 'Subtotal', value: formatPrice(subtotal) },
  ...(discount > 0
    ? [
        {
          label: discountName(discountKind({ ...named, discount }), named.code),
          value: `−${formatPrice(discount)}`,
        },
      ]
    : []),
  { label: 'Delivery', value: delivery === 0 ? 'Free' : formatPrice(delivery) },
  { label: totalLabel, value: formatPrice(total), total: true },
  ...gstRows(gst),
];
