/** The emails about a return: requested, approved, declined, checked. */
import { formatPrice } from '#lib/money.ts';
import { type Block, careEmail, carePhone, type EmailContext, paragraph, quote } from './draft.ts';
import type { DataOf } from './email-data.ts';
import { nameOf, type Opening, partRefundStep, referenceOf } from './order-steps.ts';
import { sanitize } from './sanitize.ts';

const unitsOf = (what: string): Block => quote(sanitize(what, 2000));
/** The shop's words. */
const answerOf = (reason: string | null): Block[] =>
  reason?.trim() ? [quote(sanitize(reason, 1000, 'lines'))] : [];

const requested = (
  { order, what }: DataOf<'return_requested'>,
  { store: { care } }: EmailContext,
): Opening => ({
  subject: `We have your return request for order ${order.reference}`,
  preheader: 'We have your request. Please send nothing yet.',
  heading: 'We have your return request',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, you would like to return this of order `, referenceOf(order), ':'),
    unitsOf(what),
    paragraph(
      `We look at it and write to you within ${care.replyHours} hours. Please send nothing before that, so that your parcel is not lost.`,
    ),
  ],
});

const approved = ({ order, what, reason }: DataOf<'return_approved'>, context: EmailContext): Opening => ({
  subject: `Your return of order ${order.reference} is approved`,
  preheader: 'Here is how it comes to us.',
  heading: 'Your return is approved',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, you can return this of order `, referenceOf(order), ':'),
    unitsOf(what),
    ...answerOf(reason),
    paragraph(
      'Please close each product well and pack it so that nothing can break or leak. You do not need the original box. Questions? Call ',
      carePhone(context),
      '.',
    ),
  ],
});

const declined = ({ order, what, reason }: DataOf<'return_declined'>, context: EmailContext): Opening => ({
  subject: `About your return of order ${order.reference}`,
  preheader: 'We cannot take it back. Here is why.',
  heading: 'We cannot take this back',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, we cannot take this of order `, referenceOf(order), ' back:'),
    unitsOf(what),
    ...answerOf(reason),
    paragraph(
      'Do you see it differently? Write to ',
      careEmail(context),
      ' or call ',
      carePhone(context),
      '. We will look at it again.',
    ),
  ],
});

const checked = (
  { order, what, reason, amount, exchange }: DataOf<'return_checked'>,
  context: EmailContext,
): Opening => ({
  subject: `Your return of order ${order.reference} has arrived`,
  preheader: exchange ? `Your exchange is order ${exchange}.` : `We will refund ${formatPrice(amount)}.`,
  heading: 'We have received your return',
  blocks: [
    paragraph(`Hello ${nameOf(order)}, we have received and checked this of order `, referenceOf(order), ':'),
    unitsOf(what),
    ...answerOf(reason),
    ...(exchange
      ? [
          paragraph(
            'Your exchange is order ',
            { strong: exchange },
            '. It is paid, and we write to you when it is on its way.',
          ),
        ]
      : []),
    ...(amount > 0 || !exchange ? partRefundStep(order, amount, context) : []),
  ],
});

/** The part of a return's email before the order summary. */
export function returnOpening(
  data: DataOf<'return_requested' | 'return_approved' | 'return_declined' | 'return_checked'>,
  context: EmailContext,
): Opening {
  switch (data.kind) {
    case 'return_requested':
      return requested(data, context);
    case 'return_approved':
      return approved(data, context);
    case 'return_declined':
      return declined(data, context);
    case 'return_checked':
      return checked(data, context);
  }
}
