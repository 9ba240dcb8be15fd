/** The part that all emails about an order share: items, amounts, payment and delivery address. */
import type { ApiAddress, ApiOrder } from '#domain/orders/order.ts';
import { isPaidOnDelivery, paymentRules } from '#domain/payments/payment-methods.ts';
import { gstOf } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { formatDay } from '#lib/dates.ts';
import { fullName } from '#lib/full-name.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';
import { type Block, title } from './draft.ts';
import { sanitize } from './sanitize.ts';

/** Rupees of the API in paise. They were made from whole paise, so nothing is lost. */
export const inPaise = (rupees: number): Paise => toPaise(rupees) ?? 0;

/** The address in lines, as on an envelope. The shopper typed it. */
const addressLines = (to: ApiAddress): string =>
  [fullName(to), to.address, `${to.city}, ${to.state} ${to.zipcode}`, to.phone]
    .map((line) => sanitize(line, 200))
    .join('\n');

function paymentLine({ payment, paymentMethod, status }: ApiOrder): string {
  const ended = status === 'Cancelled' || status === 'Returned';
  const method = paymentRules[paymentMethod].name;
  if (payment) return `${method}, paid`;
  // A parcel on delivery is paid for when it is handed over, even if the shop has not recorded the cash yet.
  if (isPaidOnDelivery(paymentMethod) && status === 'Delivered') return method;
  return `${method}, ${isPaidOnDelivery(paymentMethod) && !ended ? 'to be paid on delivery' : 'not paid'}`;
}

/** Items with quantity and total, amounts, payment and delivery address. */
export function orderSummary(order: ApiOrder): Block[] {
  const items = order.items.map(({ name, price, quantity }) => ({
    name: sanitize(name, 200),
    count: `${quantity} × ${formatPrice(inPaise(price))}`,
    total: formatPrice(inPaise(price) * quantity),
  }));
  const amounts = quoteRows({
    subtotal: inPaise(order.subtotal),
    discount: inPaise(order.discount),
    delivery: inPaise(order.delivery),
    total: inPaise(order.amount),
    code: order.couponCode,
    gst: gstOf(order),
    paymentMethod: order.paymentMethod,
  }).map((row) => ({ ...row, label: String(row.label) }));
  return [
    title(`Order ${order.reference}`),
    { type: 'orderItems', items, amounts },
    {
      type: 'details',
      rows: [
        ['Ordered', formatDay(order.date)],
        ['Payment', paymentLine(order)],
        ['Delivery to', addressLines(order.shippingAddress)],
      ],
    },
  ];
}
