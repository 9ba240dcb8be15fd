/** What the rooms refuse, in words for a shopper. */
import { formatTime } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import type { Cancelled } from '../checkout/cancel.ts';
import type { Placed } from '../checkout/new-order.ts';
import { missingMessage } from '../checkout/price.ts';
import type { TooMuch } from '../checkout/too-many.ts';
import { notFound, Refusal, signedOut, tooMany } from '../http/refusal.ts';
import { store } from '../lib/store.ts';
import type { Changed } from '../orders/history.ts';
import type { Verified } from '../payments/verify.ts';

const minute = 60 * 1000;

type CodeOf<T> = T extends { ok: false; code: infer Code } ? Code : never;

/** Why an order was not placed. */
export function orderRefusal(placed: Placed & { ok: false }): Refusal {
  switch (placed.code) {
    case 'signed_out':
      return signedOut();
    case 'not_sold':
    case 'out_of_stock':
      return new Refusal(409, placed.code, missingMessage(placed.code, placed.items), {
        items: placed.items,
      });
    case 'amount_changed':
      return new Refusal(409, placed.code, 'The total has changed. Please look at it again.', {
        quote: placed.quote,
      });
    case 'key_reused':
      return new Refusal(409, placed.code, 'This key was used for another order already.');
    case 'coupon':
      return new Refusal(409, placed.code, placed.quote.couponMessage ?? 'This code does not apply.', {
        quote: placed.quote,
      });
    case 'too_many':
      return tooMany(
        placed.seconds,
        'Many codes were tried from here. Please try again in an hour, or order without a code.',
      );
    case 'too_large_for_cod': {
      const most = formatPrice(store.cashOnDelivery.maxOrder);
      return new Refusal(409, 'cod_limit', `Cash on delivery is possible up to ${most}.`);
    }
    case 'too_many_open': {
      const { maxOpenOrders } = store.cashOnDelivery;
      const message = `You have ${maxOpenOrders} cash on delivery orders on their way to the courier. Please wait until one is shipped.`;
      return new Refusal(409, 'cod_limit', message);
    }
    case 'too_many_orders':
      return tooMany(
        placed.seconds,
        'Many orders were placed from this account. Please try again in a while, or call us.',
      );
    case 'too_many_at_once':
      return new Refusal(422, placed.code, tooManyAtOnce(placed), { items: placed.items });
    case 'unpaid_holds':
      return new Refusal(
        429,
        placed.code,
        unpaidHolds(placed.until),
        {},
        { 'Retry-After': String(placed.seconds) },
      );
    case 'method_closed':
      return new Refusal(409, placed.code, 'This way to pay is not available. Please choose another one.');
    case 'already_paid':
      return new Refusal(409, placed.code, 'The payment for your earlier order has arrived. Here it is.', {
        orderId: placed.orderId,
      });
  }
}

/** How much may be ordered, and how to order more. */
function tooManyAtOnce({ items, total }: TooMuch): string {
  const { care } = store;
  const lines = items.map(({ name, most }) => (most ? `at most ${most} of ${name}` : `no more of ${name}`));
  const says = [
    ...(lines.length ? [`For now you can order ${lines.join(' and ')}.`] : []),
    ...(total === undefined ? [] : [`Your unpaid orders can come to ${formatPrice(total)} together.`]),
  ];
  return `${says.join(' ')} To order more, please write to ${care.email} or call ${care.phone}.`;
}

/** @param until UTC ms */
function unpaidHolds(until: number): string {
  const { count, withinMinutes } = store.limits.unpaidHolds;
  const most = formatPrice(store.cashOnDelivery.maxOrder);
  return `${count} online orders from your account or network ended unpaid within ${withinMinutes} minutes. You can pay online again at ${formatTime(Math.ceil(until / minute) * minute)}. Cash on delivery works now, up to ${most}.`;
}

/** Why an order was not cancelled. */
export function cancelRefusal(cancelled: Cancelled & { ok: false }): Refusal {
  switch (cancelled.code) {
    case 'signed_out':
      return signedOut();
    case 'not_found':
      return notFound('This order');
    case 'too_late':
      return new Refusal(409, cancelled.code, 'This order is on its way and cannot be cancelled any more.');
    case 'under_way':
      return new Refusal(
        409,
        'payment_pending',
        'A payment for this order is under way. Please look again in a few minutes.',
      );
    case 'silent':
      return providerSilent();
    case 'changed':
      return orderChanged(cancelled);
  }
}

/** Another operator, the shopper or the provider was quicker: with what has happened since. */
export const orderChanged = ({ status, seen, changes }: Changed): Refusal =>
  new Refusal(409, 'changed', 'This order has changed since you opened it. Nothing was done.', {
    status,
    seen,
    changes,
  });

/** Nobody knows whether it was done; asking again is safe. */
export const providerSilent = (): Refusal =>
  new Refusal(
    503,
    'provider_silent',
    'The payment service does not answer at the moment. Please try again in a minute.',
    {},
    { 'Retry-After': '10' },
  );

/** Why a payment was not begun. */
export function payRefusal(
  code: 'signed_out' | 'not_found' | 'not_pending' | 'silent' | 'refused' | 'ended',
): Refusal {
  switch (code) {
    case 'signed_out':
      return signedOut();
    case 'not_found':
      return notFound('This order');
    case 'silent':
      return providerSilent();
    case 'refused':
      return new Refusal(
        409,
        'payment_refused',
        'The payment could not be started, and nothing was charged. Please choose another way to pay.',
      );
    case 'not_pending':
    case 'ended':
      return new Refusal(409, 'not_pending', 'This order does not wait for a payment any more.');
  }
}

/** Why a payment is not confirmed. */
export function verifyRefusal(code: CodeOf<Verified>): Refusal {
  switch (code) {
    case 'signed_out':
      return signedOut();
    case 'not_found':
      return notFound('This order');
    case 'forged':
      return new Refusal(409, 'payment_unconfirmed', 'We could not confirm this payment.');
    case 'pending':
      return new Refusal(409, 'payment_pending', 'We are confirming your payment.');
    case 'failed':
      return new Refusal(
        409,
        'payment_failed',
        'The payment was not made, and nothing was charged. Your cart is as you left it.',
      );
  }
}
