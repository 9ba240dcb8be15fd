import type { QuoteRow } from '#domain/pricing/sums.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { formatPrice, toPaise } from '#lib/money.ts';

/** Amounts in rupees. */
type ReturnQuote = ResponseOf<typeof api.order.returns.quote.$post>['quote'];

const inPaise = (rupees: number) => toPaise(rupees) ?? 0;
const shown = (rupees: number) => formatPrice(inPaise(rupees));

/** What goes back, and what is taken off it, before the return is asked for, and before it is checked. */
export const returnQuoteRows = ({
  lines,
  delivery,
  withoutCode,
  exchange,
  creditNote,
  amount,
}: ReturnQuote): QuoteRow[] => [
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
