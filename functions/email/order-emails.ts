/** The emails about an order: what has happened, what comes next, and what was ordered. */
import { promisedDays } from '#features/delivery/promise-text.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import { formatPrice } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { type Block, button, type Draft, type EmailContext, paragraph, quote } from './draft.ts';
import {
  afterDelivery,
  arrival,
  paymentDue,
  refundSent,
  refundStep,
  trackingDetails,
} from './order-steps.ts';
import { inPaise, orderSummary } from './order-summary.ts';
import type { DataOf, OrderEmailData } from './render.ts';
import { sanitize } from './sanitize.ts';

/** The part before the order summary. */
type Opening = Pick<Draft, 'subject' | 'preheader' | 'heading' | 'blocks'>;

const nameOf = (order: ApiOrder): string => sanitize(order.shippingAddress.firstName, 40);
const referenceOf = (order: ApiOrder) => ({ strong: order.reference });
const packingNote = 'We are already picking your products off the shelf.';

/** The reason for a cancellation or return; a shopper may have typed it. */
const reasonOf = (reason: string | null): Block[] =>
  reason?.trim() ? [paragraph('The reason given:'), quote(sanitize(reason, 500, 'lines'))] : [];

/** The text that an inbox shows after the subject. */
function arrivalPreheader(order: ApiOrder): string {
  const days = promisedDays(order);
  return days ? `Estimated delivery: ${days}.` : packingNote;
}

const placed = (order: ApiOrder): Opening => ({
  subject: `Order ${order.reference} is placed`,
  preheader: arrivalPreheader(order),
  heading: `Thank you, ${nameOf(order)}`,
  blocks: [
    paragraph('Your order ', referenceOf(order), ` is placed. ${packingNote}`),
    ...paymentDue(order),
    ...arrival(order),
  ],
});

const paid = (order: ApiOrder): Opening => ({
  subject: `Payment received for order ${order.reference}`,
  preheader: arrivalPreheader(order),
  heading: `Thank you, ${nameOf(order)}`,
  blocks: [
    paragraph(
      'Your payment of ',
      { strong: formatPrice(inPaise(order.amount)) },
      ' for order ',
      referenceOf(order),
      ` has reached us. ${packingNote}`,
    ),
    ...arrival(order),
  ],
});

/** The attached invoice, and its page, which also prints names that the file cannot. */
const invoiceNote = ({ invoice }: DataOf<'order_shipped'>): Block[] =>
  invoice
    ? [
        paragraph(
          `Your invoice ${invoice.number} is attached.`,
          ...(invoice.url ? [' ', { link: 'View or print it', to: invoice.url }] : []),
        ),
      ]
    : [];

const shipped = (data: DataOf<'order_shipped'>, { order } = data): Opening => ({
  subject: `Order ${order.reference} is on its way`,
  preheader: 'It has left us. Here is how to track it.',
  heading: 'On its way to you',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, order `, referenceOf(order), ' has left us and is with the courier.'),
    ...trackingDetails(order),
    ...arrival(order),
    ...paymentDue(order),
    ...invoiceNote(data),
  ],
});

const delivered = (order: ApiOrder, context: EmailContext): Opening => ({
  subject: `Order ${order.reference} is delivered`,
  preheader: 'We hope that it suits you.',
  heading: 'It has arrived',
  blocks: [
    paragraph(
      `Hello ${nameOf(order)}, order `,
      referenceOf(order),
      ' was delivered. We hope that you like what was inside.',
    ),
    afterDelivery(context),
  ],
});

const cancelled = ({ order, reason, refund }: DataOf<'order_cancelled'>, context: EmailContext): Opening => ({
  subject: `Order ${order.reference} is cancelled`,
  preheader: refund ? 'We will refund your payment.' : 'It will not be sent.',
  heading: 'Your order is cancelled',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, order `, referenceOf(order), ' is cancelled and will not be sent.'),
    ...reasonOf(reason),
    ...refundStep(order, refund, context),
  ],
});

const returned = ({ order, reason, refund }: DataOf<'order_returned'>, context: EmailContext): Opening => ({
  subject: `Your return of order ${order.reference}`,
  preheader: refund ? 'We will refund your payment.' : 'It has come back to us.',
  heading: 'Your return is with us',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, order `, referenceOf(order), ' has come back to us.'),
    ...reasonOf(reason),
    ...refundStep(order, refund, context),
  ],
});

const refunded = ({ order, amount, reason }: DataOf<'order_refunded'>, context: EmailContext): Opening => ({
  subject: `Your refund of ${formatPrice(amount)} for order ${order.reference}`,
  preheader: 'It is on its way back to you.',
  heading: 'Your refund is on its way',
  blocks: refundSent(order, amount, reasonOf(reason), context),
});

function openingOf(data: OrderEmailData, context: EmailContext): Opening {
  switch (data.kind) {
    case 'order_placed':
      return placed(data.order);
    case 'order_paid':
      return paid(data.order);
    case 'order_shipped':
      return shipped(data);
    case 'order_delivered':
      return delivered(data.order, context);
    case 'order_cancelled':
      return cancelled(data, context);
    case 'order_returned':
      return returned(data, context);
    case 'order_refunded':
      return refunded(data, context);
  }
}

/** The draft of any email about an order. */
export function orderEmail(data: OrderEmailData, context: EmailContext): Draft {
  const opening = openingOf(data, context);
  const label = data.link ? 'See your order' : 'See it in My Orders';
  const to = data.link ?? `${context.url}${paths.orders}`;
  return {
    ...opening,
    blocks: [
      ...opening.blocks,
      ...orderSummary(data.order),
      // One button per email: if the opening has one, this is a link.
      opening.blocks.some(({ type }) => type === 'button')
        ? paragraph({ link: label, to })
        : button(label, to),
    ],
    reason: `you ordered from ${context.store.name} with this address`,
  };
}
