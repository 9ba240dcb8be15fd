import { useRef, useState } from 'react';
import { removeOrderedLines } from '#features/cart/cart.store.ts';
import type { Cart } from '#features/cart/cart.ts';
import { api, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#ui/toast.ts';
import type { DeliveryAddress } from './address.ts';
import { beginAttempt, endAttempt } from './attempt.ts';
import { dropDraft } from './draft.ts';
import { isUnanswered, type OrderProblem, orderProblem, readQuote } from './problem.ts';
import type { ApiQuote } from './quote.ts';

/** Lines as the API takes them: nothing but what and how many. */
export const wanted = (cart: Cart) => Object.entries(cart).map(([_id, quantity]) => ({ _id, quantity }));

/**
 * Places a cash-on-delivery order. One at a time: a second tap while one is under way does nothing, and
 * whatever is sent again for lack of an answer carries the same key.
 */
export function usePlaceOrder(onPlaced: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<OrderProblem>();
  const running = useRef(false);

  /** @returns what went wrong; nothing when the order is placed and the page is being left */
  const place = async (
    address: DeliveryAddress,
    cart: Cart,
    quote: ApiQuote,
  ): Promise<OrderProblem | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    const body = { address, items: wanted(cart), amount: quote.amount };
    const { key } = beginAttempt(body);
    const answer = await send(api.order.place.$post({ json: body }, { headers: { 'Idempotency-Key': key } }));
    if (answer.ok) {
      onPlaced();
      endAttempt();
      dropDraft();
      removeOrderedLines(cart);
      location.replace(paths.orderPlaced(answer.data.order._id));
      return undefined;
    }
    running.current = false;
    setBusy(false);
    if (!isUnanswered(answer)) endAttempt();
    const wrong = orderProblem(answer, readQuote(quote).total);
    setProblem(wrong);
    // A dead session is told of by the page itself, which asks to sign in again.
    if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    return wrong;
  };
  return { place, busy, problem, setProblem };
}
