/** Changes of several orders, each by itself: one that cannot be changed stops no other. */
import { isUnavailable } from '#db/client.ts';
import { logError } from '../lib/log.ts';
import { unavailable } from '../lib/refusal.ts';

/**
 * Changes orders one after the other. An order for which the database does not answer, or whose change fails
 * unexpectedly, is reported like one that is refused: the answer names what was changed before it, and those after it
 * are changed too.
 */
export async function changeEach<Order extends { orderId: string }, Result>(
  orders: readonly Order[],
  change: (order: Order) => Promise<Result>,
): Promise<{ orderId: string; done: Result | ReturnType<typeof unavailable> }[]> {
  const results = [];
  for (const order of orders) {
    const done = await change(order).catch((error: Error) => {
      if (!isUnavailable(error)) logError(error, { order: order.orderId });
      return unavailable();
    });
    results.push({ orderId: order.orderId, done });
  }
  return results;
}
