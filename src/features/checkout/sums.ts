import { formatPrice } from '#lib/money.ts';
import type { Sum } from '#ui/Sums.tsx';
import type { Quote } from './quote.ts';

/** A quote as rows: a discount only where there is one, free delivery in words. */
export const quoteRows = ({ subtotal, discount, delivery, total }: Quote, totalLabel = 'Total'): Sum[] => [
  { label: 'Subtotal', value: formatPrice(subtotal) },
  ...(discount > 0 ? [{ label: 'Discount', value: `−${formatPrice(discount)}` }] : []),
  { label: 'Delivery', value: delivery === 0 ? 'Free' : formatPrice(delivery) },
  { label: totalLabel, value: formatPrice(total), total: true },
];
