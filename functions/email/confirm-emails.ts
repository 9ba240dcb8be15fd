/** The emails that ask the buyer of an order on delivery to confirm it (docs/behaviour.md, "Confirming a cash order"). */
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { confirmSentences } from '#domain/orders/confirmation.ts';
import type { ApiConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { formatDayTime } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { type Block, button, type EmailContext, paragraph } from './draft.ts';
import type { OrderEmailData } from './email-data.ts';
import { nameOf, type Opening, orderPage, referenceOf } from './order-steps.ts';
import { inPaise } from './order-summary.ts';

/** What is asked, why, and until when. A mailbox may open the link by itself: it changes nothing, the button there does. */
const request = (
  { order, link }: OrderEmailData,
  { reason, until }: ApiConfirmation,
  context: EmailContext,
): Block[] => [
  paragraph(
    `${confirmSentences[reason]} So please tell us that you want it, and that `,
    { strong: formatPrice(inPaise(order.amount)) },
    ' will be ready when the parcel comes. Then we pack it.',
  ),
  ...estimate(order),
  button('Confirm your order', orderPage(link, context)),
  paragraph(
    'We keep your products until ',
    { strong: formatDayTime(until) },
    '. If we do not hear from you by then, the order is cancelled, and you owe nothing.',
  ),
];

/** The days that count if the buyer confirms at once; they are in the email about confirming too. */
function estimate(order: ApiOrder): Block[] {
  const days = promisedDays(order);
  return days
    ? [
        paragraph(
          'If you confirm it now, it arrives ',
          { strong: days },
          '. The days count from when you confirm.',
        ),
      ]
    : [];
}

/** Instead of the usual email about a placed order. */
export const draftConfirmRequest = (
  data: OrderEmailData,
  asked: ApiConfirmation,
  context: EmailContext,
): Opening => ({
  subject: `Order ${data.order.reference} is placed: please confirm it`,
  preheader: 'We pack it as soon as you have confirmed it.',
  heading: `Thank you, ${nameOf(data.order)}`,
  blocks: [
    paragraph('Your order ', referenceOf(data.order), ' is placed, to be paid on delivery.'),
    ...request(data, asked, context),
  ],
});

export const draftConfirmReminder = (
  data: OrderEmailData,
  asked: ApiConfirmation,
  context: EmailContext,
): Opening => ({
  subject: `Shall we pack order ${data.order.reference}?`,
  preheader: 'It waits for your confirmation.',
  heading: 'Shall we pack your order?',
  blocks: [
    paragraph(`Hello ${nameOf(data.order)}, order `, referenceOf(data.order), ' still waits for you.'),
    ...request(data, asked, context),
  ],
});
