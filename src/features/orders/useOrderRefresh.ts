import { useEffect, useRef } from 'react';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { isPaymentPending } from '#domain/orders/payment.ts';
import { findPendingOrder, forgetPendingOrder, pendingOrders } from '#features/cart/pending-orders.dom.ts';
import { removeOrderFromCart } from '#features/cart/remove-order.dom.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { toast } from '#ui/toast.dom.ts';
import { listOrders } from './list-orders.api.ts';

/** Pauses before the automatic refreshes, ms: most payments arrive within seconds. */
const pauses = [4_000, 8_000, 16_000, 32_000, 60_000] as const;

const syncCart = () =>
  loadPart(() => import('#shared/cart/cart.api.ts'), optional).then(
    (sync) => sync.syncCart(),
    () => {},
  );

/**
 * While an order waits for its payment, refreshes the list a few times and whenever the shopper returns to the page; while one
 * waits to be confirmed, which the link of an email may do, only then.
 * Failures are silent: the list stays, and the Refresh button reports them.
 * @param orders undefined until they are known
 * @param onFresh called with the newer list
 */
export function useOrderRefresh(
  orders: readonly ApiOrder[] | undefined,
  onFresh: (response: { success: true; orders: ApiOrder[] }) => void,
): void {
  const pending = orders?.some(isPaymentPending) ?? false;
  const waiting = pending || Boolean(orders?.some(openConfirmation));
  usePaymentResults(orders);

  useEffect(() => {
    if (!waiting) return;
    let current = true;
    let asking = false;
    let refreshes = 0;
    let clock: ReturnType<typeof setTimeout> | undefined;
    const refresh = async () => {
      // The page is hidden: the next refresh is when the shopper returns.
      if (asking || document.visibilityState !== 'visible') return;
      asking = true;
      const response = await listOrders();
      asking = false;
      if (!current) return;
      if (response.ok) onFresh(response.data);
      schedule();
    };
    const schedule = () => {
      clearTimeout(clock);
      const pause = pending ? pauses[refreshes] : undefined;
      refreshes += 1;
      if (pause !== undefined) clock = setTimeout(refresh, pause);
    };
    const onReturn = () => {
      refreshes = 0;
      void refresh();
    };
    schedule();
    addEventListener('focus', onReturn);
    addEventListener('pageshow', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      current = false;
      clearTimeout(clock);
      removeEventListener('focus', onReturn);
      removeEventListener('pageshow', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [waiting, pending, onFresh]);
}

const notMade = 'The payment was not made, and nothing was charged. Your cart is as you left it.';

/**
 * Reports the result of a pending payment. After a success the lines of the order leave the cart; after a failure the
 * cart stays.
 */
function usePaymentResults(orders: readonly ApiOrder[] | undefined): void {
  const waited = useRef(new Set<string>());
  useEffect(() => {
    if (!orders) return;
    const failed = orders.some(
      ({ _id, status }) => status === 'Cancelled' && findPendingOrder(_id)?.confirming,
    );
    if (failed) toast({ message: notMade, kind: 'error' });
    for (const { orderId } of pendingOrders()) {
      const order = orders.find(({ _id }) => _id === orderId);
      if (order?.payment) removeOrderFromCart(orderId);
      else if (order?.status === 'Cancelled') forgetPendingOrder(orderId);
    }
    const arrived = orders.filter(({ _id, payment }) => payment && waited.current.has(_id));
    waited.current = new Set(orders.filter(isPaymentPending).map(({ _id }) => _id));
    if (!arrived.length) return;
    toast({ message: 'Your payment has arrived: your order is placed.' });
    void syncCart();
  }, [orders]);
}
