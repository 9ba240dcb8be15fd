/** Orders that operators move, and the call that moves them. */
import type { OrderStatus } from '#domain/orders/order.ts';
import type { Client } from './client.ts';
import { orderOf, placeOrder, serum } from './orders.ts';
import { setStatus } from './rows.ts';
import type { TestShop } from './shop.ts';

/** For the top of a file. */
export function useMoves(shop: TestShop, person: Client, operator: Client) {
  /** An order by cash on delivery, put into a state. @returns its id */
  async function order(status: OrderStatus = 'Order Placed', pieces = 1) {
    const { body } = await placeOrder(person, await orderOf(person, { [serum]: pieces }));
    if (status !== 'Order Placed') await setStatus(shop.db, body.order._id, status);
    return body.order._id;
  }

  const move = (orderId: string, status: string, more: object = {}, by: Client = operator) =>
    by.post('/api/order/move', {
      orderId,
      status,
      ...(status === 'Returned' && { reason: 'It broke', restock: false }),
      ...more,
    });

  return { order, move };
}
