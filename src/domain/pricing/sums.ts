import type { IncludedTax } from '#domain/tax/split.ts';
import { formatPrice } from '#lib/money.ts';
import type { Quote } from './quote.ts';

export type QuoteRow = { label: string; value: string; total?: boolean };

/** @property code of the discount @property gst within the total */
type Named = Quote & { code?: string | null | undefined; gst?: IncludedTax | undefined };

/** The row of the tax within a total: until the place of supply is known, it may differ by paise. */
export const gstRows = (gst: IncludedTax | undefined): QuoteRow[] =>
  gst ? [{ label: gst.exact ? 'Includes GST' : 'Includes GST, about', value: formatPrice(gst.amount) }] : [];

/** The rows of a quote: a discount only if there is one, with its code (without one it is a rounding); free delivery as a word; below the total the tax within it. */
export const quoteRows = (
  { subtotal, discount, delivery, total, code, gst }: Named,
  totalLabel = 'Total',
): QuoteRow[] => [
  { label: 'Subtotal', value: formatPrice(subtotal) },
  ...(discount > 0
    ? [{ label: code ? `Discount (${code})` : 'Rounding', value: `−${formatPrice(discount)}` }]
    : []),
  { label: 'Delivery', value: delivery === 0 ? 'Free' : formatPrice(delivery) },
  { label: totalLabel, value: formatPrice(total), total: true },
  ...gstRows(gst),
];
