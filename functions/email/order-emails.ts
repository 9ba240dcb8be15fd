/** The letters about an order: what has happened, what comes next, what was ordered. */
import type { ApiOrder } from '#features/orders/order.ts';
import { formatPrice } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { clean } from './clean.ts';
import { type Block, button, type Draft, key, quote, type Shop, words } from './draft.ts';
import type { DataOf, OrderData } from './email.ts';
import { arrives, refundSent, refundStep, reviewing, toPay, tracking } from './order-steps.ts';
import { inPaise, summaryOf } from './order-summary.ts';

/** What stands before the order itself. */
type Opening = Pick<Draft, 'subject' | 'preheader' | 'heading' | 'blocks'>;

const nameOf = (order: ApiOrder): string => clean(order.shippingAddress.firstName, 40);
const referenceOf = (order: ApiOrder) => ({ strong: order.reference });
const shelf = 'We are already picking your products off the shelf.';

/** Why it was cancelled or came back; the words may be a shopper's. */
const reasonOf = (reason: string | null): Block[] =>
  reason?.trim() ? [words('The reason given:'), quote(clean(reason, 500, 'lines'))] : [];

const arrival = (order: ApiOrder, shop: Shop): Block => key('Estimated delivery', arrives(order, shop));

const placed = (order: ApiOrder, shop: Shop): Opening => ({
  subject: `Order ${order.reference} is placed`,
  preheader: `Estimated delivery: ${arrives(order, shop)}.`,
  heading: `Thank you, ${nameOf(order)}`,
  blocks: [
    words('Your order ', referenceOf(order), ` is placed. ${shelf}`),
    ...toPay(order),
    arrival(order, shop),
  ],
});

const paid = (order: ApiOrder, shop: Shop): Opening => ({
  subject: `Payment received for order ${order.reference}`,
  preheader: `Estimated delivery: ${arrives(order, shop)}.`,
  heading: `Thank you, ${nameOf(order)}`,
  blocks: [
    words(
      'Your payment of ',
      { strong: formatPrice(inPaise(order.amount)) },
      ' for order ',
      referenceOf(order),
      ` has reached us. ${shelf}`,
    ),
    arrival(order, shop),
  ],
});

const shipped = (order: ApiOrder): Opening => ({
  subject: `Order ${order.reference} is on its way`,
  preheader: 'It has left us. Here is how to follow it.',
  heading: 'On its way to you',
  blocks: [
    words(`Hello ${nameOf(order)}, order `, referenceOf(order), ' has left us and is with the courier.'),
    ...tracking(order),
    ...toPay(order),
  ],
});

const delivered = (order: ApiOrder, shop: Shop): Opening => ({
  subject: `Order ${order.reference} is delivered`,
  preheader: 'We hope that it suits you. Tell us how it is.',
  heading: 'It has arrived',
  blocks: [
    words(
      `Hello ${nameOf(order)}, order `,
      referenceOf(order),
      ' was delivered. We hope that you like what was inside.',
    ),
    ...reviewing(order, shop),
  ],
});

const cancelled = ({ order, reason, refund }: DataOf<'order_cancelled'>, shop: Shop): Opening => ({
  subject: `Order ${order.reference} is cancelled`,
  preheader: refund ? 'What you paid goes back to you.' : 'Nothing of it will be sent.',
  heading: 'Your order is cancelled',
  blocks: [
    words(
      `Hello ${nameOf(order)}, order `,
      referenceOf(order),
      ' is cancelled, and nothing of it will be sent.',
    ),
    ...reasonOf(reason),
    ...refundStep(order, refund, shop),
  ],
});

const returned = ({ order, reason, refund }: DataOf<'order_returned'>, shop: Shop): Opening => ({
  subject: `Your return of order ${order.reference}`,
  preheader: refund ? 'What you paid goes back to you.' : 'It has come back to us.',
  heading: 'Your return is with us',
  blocks: [
    words(`Hello ${nameOf(order)}, order `, referenceOf(order), ' has come back to us.'),
    ...reasonOf(reason),
    ...refundStep(order, refund, shop),
  ],
});

const refunded = ({ order, amount }: DataOf<'order_refunded'>, shop: Shop): Opening => ({
  subject: `Your refund of ${formatPrice(amount)} for order ${order.reference}`,
  preheader: 'It is on its way back to you.',
  heading: 'Your refund is on its way',
  blocks: refundSent(order, amount, shop),
});

function openingOf(data: OrderData, shop: Shop): Opening {
  switch (data.kind) {
    case 'order_placed':
      return placed(data.order, shop);
    case 'order_paid':
      return paid(data.order, shop);
    case 'order_shipped':
      return shipped(data.order);
    case 'order_delivered':
      return delivered(data.order, shop);
    case 'order_cancelled':
      return cancelled(data, shop);
    case 'order_returned':
      return returned(data, shop);
    case 'order_refunded':
      return refunded(data, shop);
  }
}

/** Any letter about an order. */
export function orderLetter(data: OrderData, shop: Shop): Draft {
  const opening = openingOf(data, shop);
  const label = 'See it in My Orders';
  const to = `${shop.url}${paths.orders}`;
  return {
    ...opening,
    blocks: [
      ...opening.blocks,
      ...summaryOf(data.order),
      // One button a letter: where there is another thing to do, this one is a link.
      opening.blocks.some(({ is }) => is === 'button') ? words({ link: label, to }) : button(label, to),
    ],
    why: `you ordered from ${shop.store.name} with this address`,
  };
}
