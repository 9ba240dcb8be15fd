/** The desk's API calls about orders. */
import type { KeptUnits } from '#domain/orders/cancellation.ts';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';

/** A row of the list. */
export type ListedOrder = ResponseOf<typeof api.desk.orders.$get>['rows'][number];
/** One order with all its details. */
export type Detail = ResponseOf<(typeof api.desk.orders)[':id']['$get']>;

/** The order to change. @property seen number of history rows that the operator has seen */
export type OrderVersion = { orderId: string; seen: number };

type Moving = Parameters<typeof api.order.move.$post>[0]['json'];

type Replacing = Parameters<(typeof api.desk.orders)[':id']['replace']['$post']>[0]['json'];

type Transferring = Parameters<(typeof api.desk.orders)[':id']['transfer']['$post']>[0]['json'];

type Refunding = Parameters<(typeof api.desk.orders)[':id']['refund']['$post']>[0]['json'];

/** The units of an order for what shoppers and the desk share (src/shared/order). */
export const unitsOf = ({ items }: Pick<Detail['order'], 'items'>) =>
  items.map(({ id: _id, name, quantity }) => ({ _id, name, quantity }));

/** Changes of an order. Each is refused when its history has more rows than `seen`. */
export const changeOrder = {
  move: (version: OrderVersion, move: Omit<Moving, keyof OrderVersion>) =>
    send(api.order.move.$post({ json: { ...version, ...move } })),
  /** Undoes the last move. @property seen undefined for no check */
  undo: (version: { orderId: string; seen?: number | undefined }) =>
    send(api.order.undo.$post({ json: version })),
  track: (version: OrderVersion, trackingId: string, courierPartner: string) =>
    send(api.order['update-tracking'].$post({ json: { ...version, trackingId, courierPartner } }), {
      otherwise: 'Failed to update tracking',
    }),
  /** @param lines what stays, to cancel a part of the order */
  cancel: (version: OrderVersion, reason: string, lines?: KeptUnits[]) =>
    send(api.order.cancel.$post({ json: { ...version, reason, ...(lines && { lines }) } })),
  refund: ({ orderId: id, seen }: OrderVersion, refund: Omit<Refunding, 'seen'>) =>
    send(api.desk.orders[':id'].refund.$post({ param: { id }, json: { seen, ...refund } })),
  replace: ({ orderId: id, seen }: OrderVersion, replacement: Omit<Replacing, 'seen'>) =>
    send(api.desk.orders[':id'].replace.$post({ param: { id }, json: { seen, ...replacement } })),
  transfer: ({ orderId: id, seen }: OrderVersion, transfer: Omit<Transferring, 'seen'>) =>
    send(api.desk.orders[':id'].transfer.$post({ param: { id }, json: { seen, ...transfer } })),
  /** The buyer of a cash order has confirmed it by phone. */
  confirm: ({ orderId: id, seen }: OrderVersion) =>
    send(api.desk.orders[':id'].confirm.$post({ param: { id }, json: { seen } })),
  note: ({ orderId: id, seen }: OrderVersion, note: string) =>
    send(api.desk.orders[':id'].note.$post({ param: { id }, json: { seen, note } })),
  /** @param ewayBill null takes the number off */
  ewayBill: ({ orderId: id, seen }: OrderVersion, ewayBill: string | null) =>
    send(api.desk.orders[':id']['eway-bill'].$post({ param: { id }, json: { seen, ewayBill } })),
  email: ({ orderId: id, seen }: OrderVersion, email: string) =>
    send(api.desk.orders[':id'].email.$post({ param: { id }, json: { seen, email } })),
  withdrawLinks: ({ orderId: id, seen }: OrderVersion) =>
    send(api.desk.orders[':id']['withdraw-links'].$post({ param: { id }, json: { seen } })),
  tags: ({ orderId: id, seen }: OrderVersion, tags: string[]) =>
    send(api.desk.orders[':id'].tags.$post({ param: { id }, json: { seen, tags } })),
};

/** The order's state and the unseen events that a 409 `changed` carries. */
export function changesSince({ code, body }: Failure) {
  if (code !== 'changed') return undefined;
  return body as { status: ListedOrder['status']; seen: number; changes: DeskEvent[] };
}
