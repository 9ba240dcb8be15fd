/** The part that all letters about an order share: what was ordered, what it costs, where it goes. */

import { type ApiAddress, type ApiOrder, paymentMethodNames } from '#features/orders/order.ts';
import { quoteRows } from '#features/pricing/sums.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';
import { clean } from './clean.ts';
import { type Block, title } from './draft.ts';

/** Rupees of the API, which come from whole paise, back to paise. */
export const inPaise = (rupees: number): Paise => toPaise(rupees) ?? 0;

/** As an envelope has it. Its lines are the shopper's own words. */
const addressLines = (to: ApiAddress): string =>
  [`${to.firstName} ${to.lastName}`, to.address, `${to.city}, ${to.state} ${to.zipcode}`, to.phone]
    .map((line) => clean(line, 200))
    .join('\n');

function paymentLine({ payment, paymentMethod, status }: ApiOrder): string {
  const ended = status === 'Cancelled' || status === 'Returned';
  const unpaid = paymentMethod === 'cod' && !ended ? 'to be paid at the door' : 'not paid';
  return `${paymentMethodNames[paymentMethod]}, ${payment ? 'paid' : unpaid}`;
}

/** Lines with quantity and total, the sums, payment and delivery address. */
export function summaryOf(order: ApiOrder): Block[] {
  const goods = order.items.map(({ name, price, quantity }) => ({
    name: clean(name, 200),
    count: `${quantity} × ${formatPrice(inPaise(price))}`,
    total: formatPrice(inPaise(price) * quantity),
  }));
  const sums = quoteRows({
    subtotal: inPaise(order.subtotal),
    discount: inPaise(order.discount),
    delivery: inPaise(order.delivery),
    total: inPaise(order.amount),
    code: order.couponCode,
  }).map((row) => ({ ...row, label: String(row.label) }));
  return [
    title(`Order ${order.reference}`),
    { is: 'goods', goods, sums },
    {
      is: 'facts',
      rows: [
        ['Ordered', formatOrderDate(order.date)],
        ['Payment', paymentLine(order)],
        ['Delivery to', addressLines(order.shippingAddress)],
      ],
    },
  ];
}
