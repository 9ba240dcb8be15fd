import type { DeliveryAddress } from '#domain/addresses/address.ts';
import type { Cart } from '#domain/cart/cart.ts';
import { isPaidOnline, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { type ApiQuote, readQuote } from '#domain/pricing/quote.ts';
import type { Business } from '#domain/tax/business.ts';
import { rememberPendingOrder } from '#features/cart/pending-orders.dom.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import { loadPart, MissingPart, type optional } from '#lib/load-part.dom.ts';
import { $token } from '#lib/token.store.ts';
import { toast } from '#ui/toast.dom.ts';
import type { OrderProblem } from './problem.ts';
import { useOrderProgress } from './useOrderProgress.ts';

/** Loads what sends an order: the form is shown without it. */
export const loadSending = (options?: typeof optional) =>
  loadPart(() => import('./send-order.api.ts'), options);

/** The lines of a cart as the API takes them. */
export const requestedLines = (cart: Cart) =>
  Object.entries(cart).map(([_id, quantity]) => ({ _id, quantity }));

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
  const { busy, problem, setProblem, running, setBusy, idle, fail } = useOrderProgress(unpaid);

  /** @returns the problem, or undefined when the order is placed or its payment has started */
  const place = async (
    method: PaymentMethod,
    { address, business }: { address: DeliveryAddress; business?: Business | undefined },
    cart: Cart,
    quote: ApiQuote,
  ): Promise<OrderProblem | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    // The shopper has read that they have just ordered this, and presses once more.
    const again = problem?.kind === 'repeated';
    setBusy(isPaidOnline(method) ? 'Starting your payment…' : 'Placing your order…');
    setProblem(undefined);
    const couponCode = quote.coupon?.code;
    const body = {
      address,
      items: requestedLines(cart),
      amount: quote.amount,
      ...(couponCode && { couponCode }),
      ...(business && { business }),
      ...(again && { again }),
    };
    const sending = await loadSending().catch((missing: MissingPart) => missing);
    // The script could not be loaded: nothing was sent.
    if (sending instanceof MissingPart) return fail({ kind: 'refused', message: sending.message });
    const steps = sending.paymentSteps({ shop, onPlaced, fail, idle, setBusy });
    const response = await sending.sendOrder(method, body, email);
    if (!$token.get() && $guestToken.get()) onGuest(address.email);
    if (response.ok) {
      rememberPendingOrder(response.data.orderId, cart);
      return steps.continuePayment(response.data);
    }
    const paid = sending.alreadyPaid(response);
    if (paid?.kind === 'placed') return steps.redirect(paid, paid.orderId);
    const failure = sending.orderProblem(response, readQuote(quote).total, method);
    // For an expired session the page itself asks to sign in; a toast would cover the button of a line.
    if (response.status !== 401 && failure.kind !== 'repeated')
      toast({ message: response.message, kind: 'error' });
    return fail(failure);
  };
  return { place, busy, problem, setProblem };
}
