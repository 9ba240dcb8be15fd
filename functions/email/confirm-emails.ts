/** The emails that ask the buyer of an order on delivery to confirm it (docs/behaviour.md, "Confirming a cash order"). */
import { confirmSentences } from '#domain/orders/confirmation.ts';
import { type ApiConfirmation, confirmState } from '#domain/orders/open-confirmation.ts';
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
    ' will be ready when the parcel comes. Then we pack it, and email you the days of delivery: they count from when you confirm.',
  ),
  button('Confirm your order', orderPage(link, context)),
  paragraph(
    'We keep your products until ',
    { strong: formatDayTime(until) },
    '. If we do not hear from you by then, the order is cancelled, and you owe nothing.',
  ),
];

/** The first email about the order: it is not placed before it is confirmed. */
export const draftConfirmRequest = (
  data: OrderEmailData,
  asked: ApiConfirmation,
  context: EmailContext,
): Opening => ({
  subject: `${confirmState} ${data.order.reference}`,
  preheader: 'We pack it as soon as you have confirmed it.',
  heading: confirmState,
  blocks: [
    paragraph(
      `Thank you, ${nameOf(data.order)}. We have your order `,
      referenceOf(data.order),
      ', to be paid on delivery.',
    ),
    ...request(data, asked, context),
  ],
});

export const draftConfirmReminder = (
  data: OrderEmailData,
  asked: ApiConfirmation,
  context: EmailContext,
): Opening => ({
  subject: `Reminder. ${confirmState} ${data.order.reference}`,
  preheader: 'We pack it as soon as you have confirmed it.',
  heading: confirmState,
  blocks: [
    paragraph(`Hello ${nameOf(data.order)}, order `, referenceOf(data.order), ' still waits for you.'),
    ...request(data, asked, context),
  ],
});
