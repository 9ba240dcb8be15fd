import { useEffect, useRef, useState } from 'react';
import type { DeliveryAddress } from '#features/addresses/address.ts';
import type { Cart } from '#features/cart/cart.ts';
import type { PaymentMethod } from '#features/orders/order.ts';
import { beginOrder } from '#features/payments/create-payment.ts';
import { forgetOrdered, rememberOrdered } from '#features/payments/ordered.ts';
import { alreadyPaid, type Ending } from '#features/payments/outcome.ts';
import { giveUp, payInWidget } from '#features/payments/pay.ts';
import { leaveFor } from '#features/payments/redirect.ts';
import type { Begun } from '#features/payments/started.ts';
import { widgetIsOpen } from '#features/payments/widget.ts';
import type { ApiQuote } from '#features/pricing/quote.ts';
import { readQuote } from '#features/pricing/quote.ts';
import { toast } from '#ui/toast.ts';
import { beginAttempt, endAttempt } from './attempt.ts';
import { isUnanswered, type OrderProblem, orderProblem } from './problem.ts';

/** Lines as the API takes them: nothing but what and how many. */
export const wanted = (cart: Cart) => Object.entries(cart).map(([_id, quantity]) => ({ _id, quantity }));

/** A page that has not come by then may be asked for once more, ms. */
const leavingTakes = 10_000;

const notOpened =
  'The payment page could not be opened, and nothing was charged. Please choose another way to pay.';

/**
 * Places an order and leads on to paying it. One at a time: a second tap while one is under way does
 * nothing, and whatever is sent again for lack of an answer carries the same key.
 * @param shop its name, for the payment window
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
    // Back from the payment page, out of the browser's memory: the button waits for nothing any more.
    const back = (event: PageTransitionEvent) => {
      if (!event.persisted || widgetIsOpen()) return;
      running.current = false;
      setBusy(undefined);
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  const fail = (wrong: OrderProblem): OrderProblem => {
    idle();
    setProblem(wrong);
    return wrong;
  };

  const leave = (ending: Ending, orderId: string) => {
    if (ending.kind === 'placed') onPlaced();
    leaveFor(ending, orderId);
  };

  /** Nothing was paid, or not in a way that counts: the form stays, with the reason. */
  const stay = (message: string) => {
    toast({ message, kind: 'error' });
    return fail({ kind: 'refused', message });
  };

  /** There was nothing to pay at: the order is ended, and the form stays for another way. */
  const notBegun = async (orderId: string): Promise<OrderProblem | undefined> => {
    const ending = await giveUp(orderId);
    if (ending.kind !== 'unpaid') {
      leave(ending, orderId);
      return undefined;
    }
    forgetOrdered(orderId);
    return stay(notOpened);
  };

  /** To where the order is paid. @returns what went wrong; nothing when the page is being left */
  const carryOn = async (begun: Begun): Promise<OrderProblem | undefined> => {
    const { orderId } = begun;
    switch (begun.kind) {
      case 'placed':
        leave(begun, orderId);
        return undefined;
      case 'card':
        setBusy('Taking you to the payment page…');
        location.assign(begun.page.href);
        setTimeout(idle, leavingTakes);
        return undefined;
      case 'astray':
        return notBegun(orderId);
      case 'widget': {
        const result = await payInWidget(begun, shop, setBusy);
        if (result.kind === 'unpaid') forgetOrdered(orderId);
        if (result.kind === 'unpaid' || result.kind === 'refused') return stay(result.message);
        if (result.kind === 'left' && !result.opened) return notBegun(orderId);
        if (result.kind === 'left') setBusy('One moment…');
        leave(result.kind === 'left' ? await giveUp(orderId, result.reason) : result, orderId);
        return undefined;
      }
    }
  };

  /** @returns what went wrong; nothing when the order is placed, or led on to be paid */
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
    const body = { address, items: wanted(cart), amount: quote.amount, ...(couponCode && { couponCode }) };
    const { key } = beginAttempt({ method, ...body });
    const answer = await beginOrder(method, body, key);
    if (answer.ok || !isUnanswered(answer)) endAttempt();
    if (answer.ok) {
      rememberOrdered(answer.data.orderId, cart);
      return carryOn(answer.data);
    }
    const paid = alreadyPaid(answer);
    if (paid?.kind === 'placed') {
      leave(paid, paid.orderId);
      return undefined;
    }
    const wrong = orderProblem(answer, readQuote(quote).total);
    // A dead session is told of by the page itself, which asks to sign in again; a toast would cover a line's button.
    if (answer.status !== 401 && wrong.kind !== 'limit') toast({ message: answer.message, kind: 'error' });
    return fail(wrong);
  };
  return { place, busy, problem, setProblem };
}
