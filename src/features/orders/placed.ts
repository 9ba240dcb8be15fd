import type { ApiOrder } from '#domain/orders/order.ts';

/**
 * The order that `?placed={id}` confirms. It has to be an active order of this account; other ids, such as an invented
 * one, show nothing.
 */
export function placedOrder(orders: readonly ApiOrder[], params: URLSearchParams): ApiOrder | undefined {
  const order = orders.find(({ _id }) => _id === params.get('placed'));
  const ended = ['Payment Pending', 'Cancelled', 'Returned'];
  return order && (order.transfer || !ended.includes(order.status)) ? order : undefined;
}
