import { useEffect, useRef, useState } from 'react';
import type { DeliveryAddress } from '#features/addresses/address.ts';
import type { Cart } from '#features/cart/cart.ts';
import type { PaymentMethod } from '#features/orders/order.ts';
import { createPayment } from '#features/payments/create-payment.api.ts';
import { alreadyPaid, type PaymentOutcome } from '#features/payments/outcome.ts';
import { cancelUnlessPaid, payInWidget } from '#features/payments/pay.api.ts';
import { forgetPendingOrder, rememberPendingOrder } from '#features/payments/pending-orders.dom.ts';
import { redirectAfterPayment } from '#features/payments/redirect.dom.ts';
import type { StartedPayment } from '#features/payments/started.ts';
import { widgetIsOpen } from '#features/payments/widget.dom.ts';
import { type ApiQuote, readQuote } from '#features/pricing/quote.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import { toast } from '#ui/toast.dom.ts';
import { endAttempt, startAttempt } from './attempt.dom.ts';
import { isUnanswered, type OrderProblem, orderProblem } from './problem.ts';

/** The lines of a cart as the API takes them. */
export const requestedLines = (cart: Cart) =>
  Object.entries(cart).map(([_id, quantity]) => ({ _id, quantity }));

/** After this time the button works again, if the payment page has not opened, ms. */
const redirectTimeout = 10_000;

const notOpened =
  'The payment page could not be opened, and nothing was charged. Please choose another way to pay.';

/**
 * Places an order and continues with its payment. One at a time: a second tap during a request does nothing, and a
 * request that is repeated because the response was lost carries the same idempotency key.
 * @param shop the name that the payment window shows
 */
export function usePlaceOrder(shop: string, onPlaced: () => void) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<OrderProblem>();
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

  /** Nothing was paid, or the payment was not accepted: the form stays, with the reason. */
  const stay = (message: string) => {
    toast({ message, kind: 'error' });
    return fail({ kind: 'refused', message });
  };

  /** The payment page could not be opened: cancels the order; the form stays, for another payment method. */
  const cancelUnopened = async (orderId: string): Promise<OrderProblem | undefined> => {
    const outcome = await cancelUnlessPaid(orderId);
    if (outcome.kind !== 'unpaid') {
      redirect(outcome, orderId);
      return undefined;
    }
    forgetPendingOrder(orderId);
    return stay(notOpened);
  };

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
        return cancelUnopened(orderId);
      case 'widget': {
        const result = await payInWidget(started, shop, setBusy);
        if (result.kind === 'unpaid') forgetPendingOrder(orderId);
        if (result.kind === 'unpaid' || result.kind === 'refused') return stay(result.message);
        if (result.kind === 'dismissed' && !result.opened) return cancelUnopened(orderId);
        if (result.kind === 'dismissed') setBusy('One moment…');
        redirect(
          result.kind === 'dismissed' ? await cancelUnlessPaid(orderId, result.reason) : result,
          orderId,
        );
        return undefined;
      }
    }
  };

  /** @returns the problem, or undefined when the order is placed or its payment has started */
  const place = async (
    method: PaymentMethod,
    address: DeliveryAddress,
    cart: Cart,
    quote: ApiQuote,
  ): Promise<OrderProblem | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(method === 'cod' ? 'Placing your order…' : 'Starting your payment…');
    setProblem(undefined);
    const couponCode = quote.coupon?.code;
    const body = {
      address,
      items: requestedLines(cart),
      amount: quote.amount,
      ...(couponCode && { couponCode }),
    };
    const { key } = startAttempt({ method, ...body });
    const response = await createPayment(method, body, key);
    if (response.ok || !isUnanswered(response)) endAttempt();
    if (response.ok) {
      rememberPendingOrder(response.data.orderId, cart);
      return continuePayment(response.data);
    }
    const paid = alreadyPaid(response);
    if (paid?.kind === 'placed') {
      redirect(paid, paid.orderId);
      return undefined;
    }
    const failure = orderProblem(response, readQuote(quote).total);
    // For an expired session the page itself asks to sign in; a toast would cover the button of a line.
    if (response.status !== 401 && failure.kind !== 'limit')
      toast({ message: response.message, kind: 'error' });
    return fail(failure);
  };
  return { place, busy, problem, setProblem };
}
