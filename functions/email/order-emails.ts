/** The emails about an order: what has happened, what comes next, and what was ordered. */
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { documentNames } from '#domain/documents/document.ts';
import { shopReasons } from '#domain/orders/confirmation.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { isSale } from '#domain/payments/is-sale.ts';
import { transferRows } from '#domain/payments/transfer-rows.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { asSentence } from '#lib/sentence.ts';
import { draftConfirmReminder, draftConfirmRequest } from './confirm-emails.ts';
import {
  type Block,
  button,
  careEmail,
  carePhone,
  type Draft,
  type EmailContext,
  paragraph,
  quote,
} from './draft.ts';
import type { DataOf, OrderEmailData } from './email-data.ts';
import {
  afterDelivery,
  arrival,
  nameOf,
  type Opening,
  orderPage,
  partRefundStep,
  paymentDue,
  referenceOf,
  refundSent,
  refundStep,
  trackingDetails,
} from './order-steps.ts';
import { inPaise, orderSummary } from './order-summary.ts';
import { returnOpening } from './return-emails.ts';
import { sanitize } from './sanitize.ts';

const packingNote = 'We have started to prepare your order.';

/** The reason for a cancellation or return; a shopper may have typed it. */
const reasonOf = (reason: string | null): Block[] =>
  reason?.trim() ? [paragraph('The reason given:'), quote(sanitize(reason, 500, 'lines'))] : [];

/** The text that an inbox shows after the subject. */
function arrivalPreheader(order: ApiOrder): string {
  const days = promisedDays(order);
  return days ? `Estimated delivery: ${days}.` : packingNote;
}

const placed = (data: OrderEmailData, context: EmailContext): Opening => {
  const asked = openConfirmation(data.order);
  return asked ? draftConfirmRequest(data, asked, context) : placedOpening(data.order);
};

const placedOpening = (order: ApiOrder): Opening => ({
  subject: `Order ${order.reference} is placed`,
  preheader: arrivalPreheader(order),
  heading: `Thank you, ${nameOf(order)}`,
  blocks: [
    isSale(order.paymentMethod)
      ? paragraph('Your order ', referenceOf(order), ` is placed. ${packingNote}`)
      : paragraph(
          'Your exchange is order ',
          referenceOf(order),
          '. What came back has paid for it. ',
          packingNote,
        ),
    ...paymentDue(order),
    ...arrival(order),
  ],
});

/** An order that waits for a bank transfer: where it goes. Once it has ended, the email about that says more. */
const transferOpening = (order: ApiOrder): Opening => ({
  subject: `One step left for order ${order.reference}`,
  preheader: 'Send the money to our account: then we pack.',
  heading: `One step left, ${nameOf(order)}`,
  blocks: order.transfer
    ? [
        paragraph(
          'Please send ',
          { strong: formatPrice(inPaise(order.transfer.left)) },
          ` to our account until ${formatDay(order.transfer.until)}. We keep your products until then, and pack when the money has arrived.`,
        ),
        {
          type: 'details',
          rows: transferRows(order.reference, order.transfer).map(
            ({ label, value }) => [label, value] as const,
          ),
        },
      ]
    : [paragraph('Order ', referenceOf(order), ' no longer waits for a bank transfer.')],
});

/** A cash order that its buyer, or an operator, has confirmed: its days count from then. */
const confirmed = (order: ApiOrder): Opening => ({
  subject: `Order ${order.reference} is confirmed`,
  preheader: arrivalPreheader(order),
  heading: 'Your order is confirmed',
  blocks: [
    paragraph(`Thank you, ${nameOf(order)}. Order `, referenceOf(order), ` is confirmed. ${packingNote}`),
    ...arrival(order),
    ...paymentDue(order),
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

/** The attached document, and its page, which also prints names that the file cannot. */
const documentNote = ({ document }: OrderEmailData): Block[] =>
  document
    ? [
        paragraph(
          `Your ${documentNames[document.kind].toLowerCase()} ${document.number} is attached.`,
          ...(document.url ? [' ', { link: 'View or print it', to: document.url }] : []),
        ),
      ]
    : [];

const shipped = (data: OrderEmailData, { order } = data): Opening => ({
  subject: `Order ${order.reference} is on its way`,
  preheader: 'It is with the courier. Here is how to track it.',
  heading: 'On its way to you',
  blocks: [
    paragraph(
      `Hello ${nameOf(order)}, order `,
      referenceOf(order),
      ' has been shipped and is with the courier.',
    ),
    ...trackingDetails(order),
    ...arrival(order),
    ...paymentDue(order),
    ...documentNote(data),
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
    ...(reason && shopReasons.includes(reason) ? [paragraph(reason)] : reasonOf(reason)),
    ...refundStep(order, refund, context),
    ...(reason && shopReasons.includes(reason)
      ? [
          paragraph(
            'Would you still like to have it? ',
            { link: 'Order again', to: `${context.url}${paths.collection}` },
            ', or call ',
            carePhone(context),
            '.',
          ),
        ]
      : []),
  ],
});

const returned = (
  data: DataOf<'order_returned'>,
  context: EmailContext,
  { order, reason, refund } = data,
): Opening => ({
  subject: `Your return of order ${order.reference}`,
  preheader: refund ? 'We will refund your payment.' : 'It has come back to us.',
  heading: 'We have received your return',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, order `, referenceOf(order), ' has come back to us.'),
    ...reasonOf(reason),
    ...refundStep(order, refund, context),
    ...documentNote(data),
  ],
});

const undelivered = (
  data: DataOf<'order_undelivered'>,
  context: EmailContext,
  { order, reason, refund } = data,
): Opening => ({
  subject: `Order ${order.reference} could not be delivered`,
  preheader: refund ? 'We will refund your payment.' : 'It has come back to us.',
  heading: 'Your parcel has come back to us',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, order `, referenceOf(order), ' could not be delivered.'),
    ...(reason?.trim() ? [paragraph(sanitize(reason, 500))] : []),
    ...refundStep(order, refund, context),
    paragraph(
      'Would you still like to have it? Please order again, or call ',
      carePhone(context),
      ' so that we can check the address together.',
    ),
    ...documentNote(data),
  ],
});

const refunded = (
  data: DataOf<'order_refunded'>,
  context: EmailContext,
  { order, amount, reason } = data,
): Opening => ({
  subject: `Your refund of ${formatPrice(amount)} for order ${order.reference}`,
  preheader: 'It is on its way back to you.',
  heading: 'Your refund is on its way',
  blocks: [...refundSent(order, amount, reasonOf(reason), context), ...documentNote(data)],
});

const reduced = (
  { order, what, reason, amount }: DataOf<'order_reduced'>,
  context: EmailContext,
): Opening => ({
  subject: `A part of order ${order.reference} is cancelled`,
  preheader: 'The rest of it stays as it is.',
  heading: 'A part of your order is cancelled',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, this part of order `, referenceOf(order), ' will not be sent:'),
    quote(sanitize(what, 2000)),
    ...reasonOf(reason),
    paragraph('The rest of the order stays as it is.'),
    ...(amount ? partRefundStep(order, amount, context) : paymentDue(order)),
  ],
});

const corrected = (
  data: DataOf<'order_corrected'>,
  context: EmailContext,
  { order, what } = data,
): Opening => ({
  subject: `Order ${order.reference} is corrected`,
  preheader: 'Please check that it is right now.',
  heading: 'Your order is corrected',
  blocks: [
    paragraph(
      `Hello ${nameOf(order)}, this has changed in order `,
      referenceOf(order),
      `: ${asSentence(sanitize(what, 200))} Please check below that it is right now.`,
    ),
    ...(data.document
      ? [
          ...documentNote(data),
          paragraph('It replaces your first invoice. The credit note of that one is attached too.'),
        ]
      : [...arrival(order), ...paymentDue(order)]),
    paragraph(
      'Did you not ask for this? Then call ',
      carePhone(context),
      ' or write to ',
      careEmail(context),
      '.',
    ),
  ],
});

function openingOf(data: OrderEmailData, context: EmailContext): Opening {
  switch (data.kind) {
    case 'order_placed':
      return placed(data, context);
    case 'confirm_reminder': {
      const { confirmation } = data.order;
      return confirmation ? draftConfirmReminder(data, confirmation, context) : placedOpening(data.order);
    }
    case 'order_confirmed':
      return confirmed(data.order);
    case 'order_transfer':
      return transferOpening(data.order);
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
    case 'order_undelivered':
      return undelivered(data, context);
    case 'order_refunded':
      return refunded(data, context);
    case 'order_reduced':
      return reduced(data, context);
    case 'order_corrected':
      return corrected(data, context);
    default:
      return returnOpening(data, context);
  }
}

/** The draft of any email about an order. */
export function draftOrderEmail(data: OrderEmailData, context: EmailContext): Draft {
  const opening = openingOf(data, context);
  const label = data.link ? 'See your order' : 'See it in My Orders';
  const to = orderPage(data.link, context);
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
