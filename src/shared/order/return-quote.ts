import type { QuoteRow } from '#domain/pricing/sums.ts';
import type { api, ResponseOf } from '#lib/api.ts';

/** In rupees for shoppers, in paise at the desk. */
type ReturnQuote = ResponseOf<
  typeof api.order.returns.quote.$post | typeof api.desk.returns.quote.$post
>['quote'];

/**
 * What goes back, and what is taken off it, before the return is asked for, and before it is checked.
 * @param shown formats its amounts
 */
export const returnQuoteRows = (
  { lines, delivery, withoutCode, exchange, creditNote, amount }: ReturnQuote,
  shown: (amount: number) => string,
): QuoteRow[] => [
  ...lines.map((line) => ({ label: `${line.quantity} × ${line.name}`, value: shown(line.amount) })),
  ...(delivery ? [{ label: 'Delivery', value: shown(delivery) }] : []),
  { label: 'Value of the credit note', value: shown(creditNote) },
  ...withoutCode.map((line) => ({
    label: `Without the code, ${line.name} costs more`,
    value: `−${shown(line.amount)}`,
  })),
  ...(exchange ? [{ label: 'What we send instead', value: `−${shown(exchange)}` }] : []),
  { label: 'Refund', value: shown(amount), total: true },
];
