/** Returns of delivered orders, from the request to the check, and what My Orders says of them. */
import { expect } from 'vitest';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { ApiReturn } from '#domain/returns/return.ts';
import type { Client } from './client.ts';

/** An account that money can be sent to. */
export const upi = { kind: 'upi', upiId: 'asha@okhdfcbank' };

export const listOrders = async (client: Client) => (await client.post('/api/order/userorders')).body.orders;

/** An order as its shopper sees it. */
export async function readOrder(client: Client, orderId: string): Promise<ApiOrder> {
  const order = (await listOrders(client)).find(({ _id }) => _id === orderId);
  if (!order) throw new Error('no such order');
  return order;
}

/** The newest return of an order, as its shopper sees it. */
export async function lastReturn(client: Client, orderId: string): Promise<ApiReturn> {
  const one = (await readOrder(client, orderId)).returns.at(-1);
  if (!one) throw new Error('no return');
  return one;
}

/** Pieces of a line to return. @param more such as the product that they are exchanged for */
export const returning = (_id: string, quantity = 1, reason = 'does_not_suit', more: object = {}) => ({
  _id,
  quantity,
  reason,
  ...more,
});

export const requestReturn = (client: Client, orderId: string, lines: object[], more: object = {}) =>
  client.post('/api/order/returns/request', { orderId, lines, method: 'post', ...more });

/** @param answer what the shopper reads */
export const moveReturn = (
  operator: Client,
  returnId: string,
  seen: string,
  to: string,
  answer = 'By post.',
) => operator.post('/api/desk/returns/move', { returnId, seen, to, answer });

/** Pieces of a line that an operator accepts. */
export const accepting = (position: number, accepted: number, more: object = {}) => ({
  position,
  accepted,
  restock: true,
  ...more,
});

export const checkReturn = (operator: Client, returnId: string, lines: object[], seen = 'Approved') =>
  operator.post('/api/desk/returns/check', { returnId, seen, lines });

/** A return that its shopper has asked for and an operator has approved. @returns its id */
export async function approvedReturn(
  operator: Client,
  client: Client,
  orderId: string,
  lines: object[],
  more: object = {},
): Promise<string> {
  const asked = await requestReturn(client, orderId, lines, more);
  expect(asked.status, asked.body.message).toBe(200);
  const { _id } = await lastReturn(client, orderId);
  expect((await moveReturn(operator, _id, 'Requested', 'Approved')).status).toBe(200);
  return _id;
}
