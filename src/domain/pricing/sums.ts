import { formatPrice } from '#lib/money.ts';
import type { Quote } from './quote.ts';

export type QuoteRow = { label: string; value: string; total?: boolean };

/** @property code of the discount */
type Named = Quote & { code?: string | null | undefined };

/** The rows of a quote: a discount only if there is one, with its code (without one it is a rounding); free delivery as a word. */
export const quoteRows = (
  { subtotal, discount, delivery, total, code }: Named,
  totalLabel = 'Total',
): QuoteRow[] => [
  { label: 'Subtotal', value: formatPrice(subtotal) },
  ...(discount > 0
    ? [{ label: code ? `Discount (${code})` : 'Rounding', value: `−${formatPrice(discount)}` }]
    : []),
  { label: 'Delivery', value: delivery === 0 ? 'Free' : formatPrice(delivery) },
  { label: totalLabel, value: formatPrice(total), total: true },
];
