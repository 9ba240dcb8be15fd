import type { ApiOrder } from './order.ts';

/**
 * The order that `?placed={id}` celebrates: one of this account, and one that is on its way. Anything
 * else, such as a link with an invented id, is not congratulated for.
 */
export function placedOrder(orders: readonly ApiOrder[], params: URLSearchParams): ApiOrder | undefined {
  const order = orders.find(({ _id }) => _id === params.get('placed'));
  const ended = ['Payment Pending', 'Cancelled', 'Returned'];
  return order && !ended.includes(order.status) ? order : undefined;
}
