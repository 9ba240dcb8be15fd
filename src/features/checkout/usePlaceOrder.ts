import { useEffect, useRef, useState } from 'react';
import type { DeliveryAddress } from '#domain/addresses/address.ts';
import type { Cart } from '#domain/cart/cart.ts';
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import { type ApiQuote, readQuote } from '#domain/pricing/quote.ts';
import type { Business } from '#domain/tax/business.ts';
import { markPendingOrder, rememberPendingOrder } from '#features/cart/pending-orders.dom.ts';
import { leavePayment } from '#features/payments/leave-payment.api.ts';
import { alreadyPaid, type LeaveOutcome, type PaymentOutcome } from '#features/payments/outcome.ts';
import { redirectAfterPayment } from '#features/payments/redirect.dom.ts';
import type { StartedPayment } from '#features/payments/started.ts';
import { widgetIsOpen } from '#features/payments/widget-open.dom.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import { loadPart, MissingPart, type optional } from '#lib/load-part.dom.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { $token } from '#lib/token.store.ts';
import { toast } from '#ui/toast.dom.ts';
import type { OrderProblem } from './problem.ts';

/** Loads what sends an order: the form is shown without it. */
export const loadSending = (options?: typeof optional) =>
  loadPart(() => import('./send-order.api.ts'), options);

/** The lines of a cart as the API takes them. */
export const requestedLines = (cart: Cart) =>
  Object.entries(cart).map(([_id, quantity]) => ({ _id, quantity }));

/** After this time the button works again, if the payment page has not opened, ms. */
const redirectTimeout = 10_000;

const notOpened =
  'The payment page could not be opened, and nothing was charged. Please choose another way to pay.';

type Options = {
  /** The name that the payment window shows. */
  shop: string;
  /** Email of the account or guest that the page was opened with; empty without one. */
  email: string;
  /** Why the payment was not made from which the shopper returns. */
  unpaid: string | undefined;
  /** Called with the email of the guest that the order belongs to. */
  onGuest: (email: string) => void;
  onPlaced: () => void;
};

/**
 * Places an order and continues with its payment. One at a time: a second tap during a request does nothing, and a
 * request that is repeated because the response was lost carries the same idempotency key.
 */
export function usePlaceOrder({ shop, email, unpaid, onGuest, onPlaced }: Options) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<OrderProblem | undefined>(
    unpaid ? { kind: 'unpaid', message: unpaid } : undefined,
  );
  const running = useRef(false);

  const idle = () => {
    running.current = false;
    setBusy(undefined);
  };
  useEffect(() => {
    // Back from the payment page: the button must not stay busy.
    return onRestore(() => {
      if (widgetIsOpen()) return;
      running.current = false;
      setBusy(undefined);
    });
  }, []);

  const fail = (failure: OrderProblem): OrderProblem => {
    idle();
    setProblem(failure);
    return failure;
  };

  const redirect = (outcome: PaymentOutcome, orderId: string) => {
    if (outcome.kind === 'placed') onPlaced();
    redirectAfterPayment(outcome, orderId);
  };

  /**
   * Stays with everything that was typed when nothing was paid, or when nobody could be asked: another payment method is
   * one tap away.
   */
  const stayUnlessPaid = (outcome: LeaveOutcome, orderId: string) => {
    if (outcome.kind === 'offline') return fail({ kind: 'unpaid', message: outcome.message });
    if (outcome.kind !== 'unpaid' && outcome.kind !== 'refused') {
      redirect(outcome, orderId);
      return undefined;
    }
    if (outcome.kind === 'unpaid') markPendingOrder(orderId, 'left');
    return fail({ kind: 'unpaid', message: outcome.message });
  };

  /** The payment page could not be opened, so nothing can have been paid. */
  const stayUnopened = (orderId: string) => stayUnlessPaid({ kind: 'unpaid', message: notOpened }, orderId);

  /** Continues with the payment. @returns the problem, or undefined when the page is being left */
  const continuePayment = async (started: StartedPayment): Promise<OrderProblem | undefined> => {
    const { orderId } = started;
    switch (started.kind) {
      case 'placed':
        redirect(started, orderId);
        return undefined;
      case 'card':
        setBusy('Taking you to the payment page…');
        location.assign(started.page.href);
        setTimeout(idle, redirectTimeout);
        return undefined;
      case 'url_refused':
        return stayUnopened(orderId);
      case 'widget': {
        const paying = await loadPart(() => import('#features/payments/pay.api.ts')).catch(() => undefined);
        const result = await paying?.payInWidget(started, shop, setBusy);
        if (!result || (result.kind === 'dismissed' && !result.opened)) return stayUnopened(orderId);
        if (result.kind !== 'dismissed') return stayUnlessPaid(result, orderId);
        setBusy('One moment…');
        return stayUnlessPaid(await leavePayment(orderId, result.reason), orderId);
      }
    }
  };

  /** @returns the problem, or undefined when the order is placed or its payment has started */
  const place = async (
    method: PaymentMethod,
    { address, business }: { address: DeliveryAddress; business?: Business | undefined },
    cart: Cart,
    quote: ApiQuote,
  ): Promise<OrderProblem | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    // The shopper has read that the products are not kept, and presses once more.
    const unreserved = problem?.kind === 'unreserved' && method !== 'cod';
    setBusy(method === 'cod' ? 'Placing your order…' : 'Starting your payment…');
    setProblem(undefined);
    const couponCode = quote.coupon?.code;
    const body = {
      address,
      items: requestedLines(cart),
      amount: quote.amount,
      ...(couponCode && { couponCode }),
      ...(business && { business }),
      ...(unreserved && { unreserved }),
    };
    const sending = await loadSending().catch((missing: MissingPart) => missing);
    // The script could not be loaded: nothing was sent.
    if (sending instanceof MissingPart) return fail({ kind: 'refused', message: sending.message });
    const response = await sending.sendOrder(method, body, email);
    if (!$token.get() && $guestToken.get()) onGuest(address.email);
    if (response.ok) {
      rememberPendingOrder(response.data.orderId, cart);
      return continuePayment(response.data);
    }
    const paid = alreadyPaid(response);
    if (paid?.kind === 'placed') {
      redirect(paid, paid.orderId);
      return undefined;
    }
    const failure = sending.orderProblem(response, readQuote(quote).total);
    // For an expired session the page itself asks to sign in; a toast would cover the button of a line.
    if (response.status !== 401 && failure.kind !== 'unreserved')
      toast({ message: response.message, kind: 'error' });
    return fail(failure);
  };
  return { place, busy, problem, setProblem };
}
