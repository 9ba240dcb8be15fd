import { useEffect, useRef } from 'react';
import { begunOrders, findOrdered, forgetOrdered } from '#features/payments/ordered.ts';
import { takeOrdered } from '#features/payments/redirect.ts';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.ts';
import type { ApiOrder } from './order.ts';
import { isWaiting } from './payment.ts';

/** Before each quiet look, ms: a payment mostly arrives in seconds, or it takes its time. */
const pauses = [4_000, 8_000, 16_000, 32_000, 60_000] as const;

const syncCart = () =>
  import('#features/cart/cart.sync.ts').then(
    (sync) => sync.syncCart(),
    () => {},
  );

/**
 * While an order waits for its payment the list looks again by itself, a few times and whenever somebody
 * comes back to the page, so that the order turns in front of their eyes. Failures are not told: the list
 * stands, and the Refresh button says more.
 * @param orders undefined until they are known
 * @param onFresh given the newer list
 */
export function useOrderRefresh(
  orders: readonly ApiOrder[] | undefined,
  onFresh: (answer: { success: true; orders: ApiOrder[] }) => void,
): void {
  const waiting = orders?.some(isWaiting) ?? false;
  useArrivals(orders);

  useEffect(() => {
    if (!waiting) return;
    let current = true;
    let asking = false;
    let looks = 0;
    let clock: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      // Nobody sees it: the next look is when they come back.
      if (asking || document.visibilityState !== 'visible') return;
      asking = true;
      const answer = await send(api.order.userorders.$post({ json: {} }));
      asking = false;
      if (!current) return;
      if (answer.ok) onFresh(answer.data);
      soon();
    };
    const soon = () => {
      clearTimeout(clock);
      const pause = pauses[looks];
      looks += 1;
      if (pause !== undefined) clock = setTimeout(look, pause);
    };
    const back = () => {
      looks = 0;
      void look();
    };
    soon();
    addEventListener('focus', back);
    addEventListener('pageshow', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      current = false;
      clearTimeout(clock);
      removeEventListener('focus', back);
      removeEventListener('pageshow', back);
      document.removeEventListener('visibilitychange', back);
    };
  }, [waiting, onFresh]);
}

const notMade = 'The payment was not made, and nothing was charged. Your cart is as you left it.';

/**
 * What became of a payment that was waited for is told. One that has arrived takes what was ordered out of
 * the cart; one that will not come leaves it whole.
 */
function useArrivals(orders: readonly ApiOrder[] | undefined): void {
  const waited = useRef(new Set<string>());
  useEffect(() => {
    if (!orders) return;
    const failed = orders.some(({ _id, status }) => status === 'Cancelled' && findOrdered(_id)?.confirming);
    if (failed) toast({ message: notMade, kind: 'error' });
    for (const { orderId } of begunOrders()) {
      const order = orders.find(({ _id }) => _id === orderId);
      if (order?.payment) takeOrdered(orderId);
      else if (order?.status === 'Cancelled') forgetOrdered(orderId);
    }
    const arrived = orders.filter(({ _id, payment }) => payment && waited.current.has(_id));
    waited.current = new Set(orders.filter(isWaiting).map(({ _id }) => _id));
    if (!arrived.length) return;
    toast({ message: 'Your payment has arrived: your order is placed.' });
    void syncCart();
  }, [orders]);
}
