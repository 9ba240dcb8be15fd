import { formatPrice } from '#lib/money.ts';
import type { Sum } from '#ui/Sums.tsx';
import type { Quote } from './quote.ts';

/** @property code what took the discount off */
type Named = Quote & { code?: string | null | undefined };

/** A quote as rows: a discount only where there is one, named by its code; free delivery in words. */
export const quoteRows = (
  { subtotal, discount, delivery, total, code }: Named,
  totalLabel = 'Total',
): Sum[] => [
  { label: 'Subtotal', value: formatPrice(subtotal) },
  ...(discount > 0
    ? [{ label: code ? `Discount (${code})` : 'Discount', value: `−${formatPrice(discount)}` }]
    : []),
  { label: 'Delivery', value: delivery === 0 ? 'Free' : formatPrice(delivery) },
  { label: totalLabel, value: formatPrice(total), total: true },
];
