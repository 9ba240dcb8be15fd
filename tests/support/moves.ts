/** Orders that operators move, and the call that moves them. */
import type { BulkOutcome } from '#desk/orders/bulk.api.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { Client } from './client.ts';
import type { DeskRefusal } from './desk.ts';
import { placed, serum } from './orders.ts';
import { setStatus } from './rows.ts';
import type { TestShop } from './shop.ts';

/** An order of serums by cash on delivery, put into a state. @returns its id */
export async function orderAt({ db }: TestShop, person: Client, status: OrderStatus, pieces = 1) {
  const { _id } = await placed(person, { [serum]: pieces });
  if (status !== 'Order Placed') await setStatus(db, _id, status);
  return _id;
}

export const move = (by: Client, orderId: string, status: string, more: object = {}) =>
  by.post('/api/order/move', {
    orderId,
    status,
    ...(status === 'Returned' && { reason: 'It broke', restock: false }),
    ...more,
  });

export const undo = (by: Client, orderId: string, seen?: number) =>
  by.post('/api/order/undo', { orderId, seen });

/** Changes several orders. @param path below /api/desk/bulk */
export const changeSeveral = (by: Client, path: string, json: object) =>
  by.post<BulkOutcome & DeskRefusal>(`/api/desk/bulk/${path}`, json);
