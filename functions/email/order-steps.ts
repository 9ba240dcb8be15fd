/** Parts of the emails about an order: arrival, payment, tracking, reviews and refunds. */
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { paths, policyPath } from '#lib/paths.ts';
import {
  type Block,
  button,
  careEmail,
  carePhone,
  type Draft,
  type EmailContext,
  highlight,
  paragraph,
  small,
} from './draft.ts';
import { inPaise } from './order-summary.ts';
import { sanitize } from './sanitize.ts';

/** The part of an email about an order before the order's summary. */
export type Opening = Pick<Draft, 'subject' | 'preheader' | 'heading' | 'blocks'>;

/** The buyer's first name, for a greeting. */
export const nameOf = (order: ApiOrder): string => sanitize(order.shippingAddress.firstName, 40);
export const referenceOf = (order: ApiOrder) => ({ strong: order.reference });

/** The page of the order. @param link opens that of a guest */
export const orderPage = (link: string | undefined, { url }: EmailContext): string =>
  link ?? `${url}${paths.orders}`;

/** The promised days of arrival; empty for an older order, which has none, and for one whose days count from its confirmation. */
export function arrival(order: ApiOrder): Block[] {
  if (openConfirmation(order)) return [];
  const days = promisedDays(order);
  return days ? [highlight('Estimated delivery', days)] : [];
}

/** The amount that is still to be paid, and how; empty for a paid order. */
export function paymentDue({ payment, paymentMethod, amount, transfer }: ApiOrder): Block[] {
  if (payment) return [];
  if (transfer)
    return [
      paragraph(
        'Your bank transfer of ',
        { strong: formatPrice(inPaise(transfer.left)) },
        ' has not reached us yet. My Orders shows our account.',
      ),
    ];
  const due = formatPrice(inPaise(amount));
  return isPaidOnDelivery(paymentMethod)
    ? [
        paragraph(
          'Please have ',
          { strong: due },
          ' ready when the parcel comes, since couriers often carry little change.',
        ),
      ]
    : [
        paragraph(
          'Your payment of ',
          { strong: due },
          ' has not reached us yet. You can pay from My Orders.',
        ),
      ];
}

/** Courier, tracking number and tracking link; empty without a number. */
export function trackingDetails({ trackingId, trackingUrl, courierPartner }: ApiOrder): Block[] {
  if (!trackingId) return [];
  const courier = sanitize(courierPartner ?? '', 60);
  return [
    highlight(courier ? `Tracking number, ${courier}` : 'Tracking number', sanitize(trackingId, 60)),
    ...(trackingUrl ? [button('Track your parcel', trackingUrl)] : []),
  ];
}

/** What to do if something is wrong with a delivered order. */
export function afterDelivery(context: EmailContext): Block {
  const { returns } = context.store;
  return paragraph(
    'Is something broken, leaking or wrong? Write to ',
    careEmail(context),
    ' or call ',
    carePhone(context),
    `, with a photo if you can. And if a product does not suit you, you may return it within ${returns.days} days of delivery (${returns.condition}): `,
    { link: 'how to return', to: `${context.url}${policyPath('refund')}` },
    '.',
  );
}

const toPayment = 'to the card, UPI or bank account that you paid with';
const byTransfer = 'by UPI or bank transfer, to an account in your own name';

/** Where refunds go that were not sent yet: to the payment of the purchase as far as it reaches, the rest by transfer. */
function dueMethod({ refunds, refundByHand }: ApiOrder): string {
  const due = refunds.filter(({ status }) => status === 'due');
  if (!due.length) return refundByHand ? byTransfer : toPayment;
  if (due.every(({ byHand }) => byHand)) return byTransfer;
  return due.some(({ byHand }) => byHand)
    ? `${toPayment}, as far as that payment reaches, and the rest ${byTransfer}`
    : toPayment;
}

/** Where a refund has gone that was sent. */
function sentMethod({ refunds, refundByHand }: ApiOrder, amount: Paise): string {
  const sent = refunds.findLast((one) => one.status === 'done' && inPaise(one.amount) === amount);
  return (sent ? sent.byHand : refundByHand) ? byTransfer : toPayment;
}

const noSecrets = small(
  'We never ask for a PIN, a password or an OTP. Please do not share them with anybody.',
);

/** Asks where to send money that no online payment takes back. */
const askAccount = ({ refunds }: ApiOrder, context: EmailContext): Block[] =>
  refunds.some(({ needsAccount }) => needsAccount)
    ? [
        paragraph(
          'Please tell us on the page of your order to which UPI ID or account we should send it, or write to ',
          careEmail(context),
          '.',
        ),
      ]
    : [];

/** Whether and how the customer gets a refund, before it is sent. @param refund whether a payment is refunded */
export function refundStep(order: ApiOrder, refund: boolean, context: EmailContext): Block[] {
  const { payment, paymentMethod, amount, refunds } = order;
  if (refund && isTooSmall(order)) return [tooSmall(order)];
  // A part of it has come by bank transfer before it ended.
  const partIsDue = !payment && refunds.some(({ status }) => status === 'due');
  if (refund || partIsDue)
    return [
      paragraph(
        `We will refund your payment ${dueMethod(order)}, within ${context.store.refunds.businessDays} business days, and write to you when it is sent.`,
      ),
      ...askAccount(order, context),
      noSecrets,
    ];
  if (payment)
    return [
      paragraph(
        'There is no refund for it. If you think that this is a mistake, write to ',
        careEmail(context),
        '.',
      ),
    ];
  if (isPaidOnDelivery(paymentMethod))
    return [paragraph('You had not paid for it, so there is nothing to refund.')];
  const sum = formatPrice(inPaise(amount));
  return [
    paragraph(`We have taken no payment for it. If your ${sum} still reaches us, we will refund all of it.`),
  ];
}

/** Whether what is left to refund is below the smallest refund. */
const isTooSmall = ({ refunds }: ApiOrder): boolean =>
  refunds.some(({ status }) => status === 'too_small') && !refunds.some(({ status }) => status === 'due');

/** What happens with a refund that is below the smallest one. */
const tooSmall = ({ refunds }: ApiOrder): Block => {
  const amount = refunds.find(({ status }) => status === 'too_small')?.amount ?? 0;
  return paragraph(
    { strong: formatPrice(inPaise(amount)) },
    ' of your payment is left to refund. That is below the smallest refund that the payment provider can send, so it is sent together with the next refund of this order.',
  );
};

/** The refund of a part of a paid order, before it is sent. */
export const partRefundStep = (order: ApiOrder, amount: Paise, context: EmailContext): Block[] =>
  isTooSmall(order) ? [tooSmall(order)] : plannedRefund(order, amount, context);

const plannedRefund = (order: ApiOrder, amount: Paise, context: EmailContext): Block[] => [
  paragraph(
    'We will refund ',
    { strong: formatPrice(amount) },
    ` ${dueMethod(order)}, within ${context.store.refunds.businessDays} business days, and write to you when it is sent. Questions? Write to `,
    careEmail(context),
    '.',
  ),
  ...askAccount(order, context),
  noSecrets,
];

/** A refund that was sent. @param reason why, if an operator has said so */
export function refundSent(
  order: ApiOrder,
  amount: Paise,
  reason: readonly Block[],
  context: EmailContext,
): Block[] {
  return [
    paragraph(
      'We have sent your refund for order ',
      { strong: order.reference },
      ` ${sentMethod(order, amount)}.`,
    ),
    highlight('Refund', formatPrice(amount)),
    ...reason,
    paragraph(
      `Most banks show it within ${context.store.refunds.bankDays} business days. If it is not there by then, write to `,
      careEmail(context),
      ' or call ',
      carePhone(context),
      ' with the order number. We will look into it.',
    ),
    noSecrets,
  ];
}
