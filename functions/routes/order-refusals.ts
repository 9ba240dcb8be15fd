/** Turns the results of orders and payments into refusals with messages for shoppers. */
import { notServedText } from '#domain/delivery/promise-text.ts';
import { maxCorrections } from '#domain/orders/correction.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import type { PlaceOrderResult } from '../checkout/new-order.ts';
import { unavailableMessage } from '../checkout/price.ts';
import type { RefusalCode } from '../http/describe-route.ts';
import { notFound, Refusal, signedOut, tooMany, wrongFields } from '../http/refusal.ts';
import { store } from '../lib/store.ts';
import type { CancelLinesResult } from '../orders/cancel-lines.ts';
import type { CorrectionResult } from '../orders/correct.ts';
import type { ChangedOrder } from '../orders/history.ts';
import type { VerifyResult } from '../payments/verify.ts';

/** Refusals of a quote. */
export const quoteRefusals = [
  '409 not_sold',
  '409 paused',
  '409 out_of_stock',
  '422 not_served',
] as const satisfies RefusalCode[];

/** Refusals of an order; {@link orderRefusal} has the messages. */
export const placeRefusals = [
  ...quoteRefusals,
  '409 amount_changed',
  '409 key_reused',
  '409 coupon',
  '409 cod_limit',
  '409 pay_online',
  '409 not_reserved',
  '409 method_closed',
  '409 already_paid',
  '422 no_cod_here',
] as const satisfies RefusalCode[];

/** Refusals of {@link payRefusal}. */
export const payRefusals = [
  '409 payment_refused',
  '409 not_pending',
  '503 provider_silent',
] as const satisfies RefusalCode[];

type CodeOf<T> = T extends { ok: false; code: infer Code } ? Code : never;

/**
 * Why an order was refused.
 * @param mailedTo for a cash order that may not be held: the email to which a link was sent that confirms it
 */
export function orderRefusal(refused: PlaceOrderResult & { ok: false }, mailedTo?: string): Refusal {
  switch (refused.code) {
    case 'signed_out':
      return signedOut();
    case 'not_sold':
    case 'paused':
    case 'out_of_stock':
      return new Refusal(409, refused.code, unavailableMessage(refused.code, refused.items), {
        items: refused.items,
      });
    case 'amount_changed':
      return new Refusal(409, refused.code, 'The total has changed. Please look at it again.', {
        quote: refused.quote,
      });
    case 'key_reused':
      return new Refusal(409, refused.code, 'This key was used for another order already.');
    case 'coupon':
      return new Refusal(409, refused.code, refused.quote.couponMessage ?? 'This code does not apply.', {
        quote: refused.quote,
      });
    case 'too_many':
      return tooMany(
        refused.seconds,
        'Too many codes were tried from your network. Please try again in an hour, or order without a code.',
      );
    case 'too_large_for_cod':
      return codLimit();
    case 'too_many_orders':
      return tooMany(
        refused.seconds,
        'Many orders were placed from this account. Please try again in a while, or call us.',
      );
    case 'pay_online':
      return new Refusal(409, refused.code, payOnlineMessage(mailedTo));
    case 'not_reserved':
      return new Refusal(
        409,
        refused.code,
        'Many of these products are in orders that are not paid yet, so we cannot keep them for you while you pay. If they sell out before your payment arrives, we refund all of it at once. Press again to pay.',
      );
    case 'other_email':
      return wrongFields({ 'address.email': 'Please use the email address that you entered first.' });
    case 'not_served':
      return notServed('address.zipcode', refused.pincode, refused.reason);
    case 'no_cod_here':
      return new Refusal(
        422,
        refused.code,
        `Cash on delivery is not possible at ${refused.pincode}. Please choose another way to pay.`,
      );
    case 'method_closed':
      return new Refusal(409, refused.code, 'This way to pay is not available. Please choose another one.');
    case 'already_paid':
      return new Refusal(409, refused.code, 'The payment for your earlier order has arrived. Here it is.', {
        orderId: refused.orderId,
      });
  }
}

/** @param field of the request that names the pincode @param reason part of a sentence */
export function notServed(field: string, pincode: string, reason: string): Refusal {
  const message = notServedText(pincode, reason, store.care.phone);
  return new Refusal(422, 'not_served', message, { fields: { [field]: message } });
}

/** @param mailedTo the email to which the link was sent */
function payOnlineMessage(mailedTo: string | undefined): string {
  const reason = 'We can keep only a limited number of products for orders that are not paid yet.';
  return mailedTo
    ? `${reason} Please pay online, or confirm by the link that we have sent to ${mailedTo} and place the order again.`
    : `${reason} Please pay online, and your order is placed at once.`;
}

/** Why an order, or a part of it, was not cancelled. */
export function cancelRefusal(cancelled: CancelLinesResult & { ok: false }): Refusal {
  switch (cancelled.code) {
    case 'signed_out':
      return signedOut();
    case 'not_found':
      return notFound('This order');
    case 'too_late':
      return new Refusal(409, cancelled.code, 'This order is on its way and cannot be cancelled any more.');
    case 'invoiced':
      return invoicedRefusal();
    case 'under_way':
      return new Refusal(
        409,
        'payment_pending',
        'A payment for this order is in progress. Please check again in a few minutes.',
      );
    case 'unreachable':
      return providerUnreachable();
    case 'not_paid_yet':
      return new Refusal(
        409,
        'payment_pending',
        'A part of an order can be cancelled once it is paid. Until then you can cancel the whole order.',
      );
    case 'amount_changed':
      return new Refusal(409, cancelled.code, lostMessage(cancelled), {
        quote: cancelled.quote,
        refund: toRupees(cancelled.refund),
      });
    case 'costs_more':
      return new Refusal(
        409,
        cancelled.code,
        `The rest of the order would cost ${formatPrice(cancelled.rest)}, more than the ${formatPrice(cancelled.paid)} that was paid. Please cancel the whole order, or fewer products.`,
      );
    case 'too_large_for_cod':
      return codLimit();
    case 'not_in_order':
      return new Refusal(
        409,
        cancelled.code,
        cancelled.left
          ? `The order has only ${cancelled.left} of ${cancelled.name}.`
          : `${cancelled.name} is not in this order.`,
      );
    case 'changed':
      return changedRefusal(cancelled);
  }
}

/** Why the rest of an order costs something else, and what will be refunded. */
function lostMessage({ lost, rest, refund }: Extract<CancelLinesResult, { code: 'amount_changed' }>): string {
  const what = [
    ...(lost.code ? ['the code no longer applies'] : []),
    ...(lost.freeDelivery ? ['delivery is no longer free'] : []),
  ];
  return [
    `With less in the order, ${new Intl.ListFormat('en').format(what)}.`,
    `The rest of the order costs ${formatPrice(rest)}.`,
    ...(refund ? [`${formatPrice(refund)} will be refunded.`] : []),
  ].join(' ');
}

/** Cash for more than the courier may take. */
function codLimit(): Refusal {
  const most = formatPrice(store.cashOnDelivery.maxOrder);
  return new Refusal(409, 'cod_limit', `Cash on delivery is possible up to ${most}.`);
}

/** Its move to Shipped was undone after its invoice was issued. */
const invoicedRefusal = (): Refusal =>
  new Refusal(
    409,
    'invoiced',
    'This order already has its invoice and is about to be shipped. You can return it later, but you can no longer change it.',
  );

/** Why an order was not corrected. */
export function correctionRefusal(refused: CorrectionResult & { ok: false }): Refusal {
  switch (refused.code) {
    case 'not_correctable':
      return new Refusal(409, refused.code, notCorrectable(refused.status));
    case 'too_often':
      return new Refusal(
        409,
        refused.code,
        `This order was corrected ${maxCorrections} times. Please call us: ${store.care.phone}.`,
      );
    case 'invoiced':
      return invoicedRefusal();
    case 'changed':
      return changedRefusal(refused);
    case 'signed_out':
      return signedOut();
    case 'not_found':
      return notFound('This order');
    case 'no_cod_here':
      return new Refusal(
        422,
        refused.code,
        `Cash on delivery is not possible at ${refused.pincode}, and this order is cash on delivery.`,
      );
    default:
      return orderRefusal(refused);
  }
}

const notCorrectable = (status: OrderStatus): string => {
  if (status === 'Payment Pending') return 'This can be corrected once the order is paid.';
  return status === 'Packing'
    ? `This order is being packed. Please call us: ${store.care.phone}.`
    : `An order that is ${status} cannot be corrected any more.`;
};

/** The order has changed since the operator read it. Contains the new rows of its history. */
export const changedRefusal = ({ status, seen, changes }: ChangedOrder): Refusal =>
  new Refusal(409, 'changed', 'This order has changed since you opened it. Nothing was done.', {
    status,
    seen,
    changes,
  });

/** The request may have been carried out. Repeating it is safe. */
export const providerUnreachable = (): Refusal =>
  new Refusal(
    503,
    'provider_silent',
    'The payment provider does not answer at the moment. Please try again in a minute.',
    {},
    { 'Retry-After': '10' },
  );

/** Why a payment was not started. */
export function payRefusal(
  code: 'signed_out' | 'not_found' | 'not_pending' | 'unreachable' | 'refused' | 'ended',
): Refusal {
  switch (code) {
    case 'signed_out':
      return signedOut();
    case 'not_found':
      return notFound('This order');
    case 'unreachable':
      return providerUnreachable();
    case 'refused':
      return new Refusal(
        409,
        'payment_refused',
        'The payment could not be started, and nothing was charged. Please choose another way to pay.',
      );
    case 'not_pending':
    case 'ended':
      return new Refusal(409, 'not_pending', 'This order no longer waits for a payment.');
  }
}

/** Why a payment is not confirmed. */
export function verifyRefusal(code: CodeOf<VerifyResult>): Refusal {
  switch (code) {
    case 'signed_out':
      return signedOut();
    case 'not_found':
      return notFound('This order');
    case 'forged':
      return new Refusal(409, 'payment_unconfirmed', 'We could not confirm this payment.');
    case 'pending':
      return new Refusal(409, 'payment_pending', 'We are confirming your payment.');
    case 'sold_out':
      return new Refusal(
        409,
        'sold_out',
        'The last pieces were sold before your payment arrived. We refund all of it in the way that you paid.',
      );
    case 'failed':
      return new Refusal(
        409,
        'payment_failed',
        'The payment was not made, and nothing was charged. Your cart is as you left it.',
      );
  }
}
