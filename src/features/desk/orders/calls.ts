/** What the desk asks of the API about orders, and what comes back. */
import { type AnswerOf, api, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';
import type { DeskEvent } from '../orders.ts';

/** A row of the list. */
export type Listed = AnswerOf<typeof api.desk.orders.$get>['orders'][number];
/** One order with all that is known of it. */
export type Detail = AnswerOf<(typeof api.desk.orders)[':id']['$get']>;
/** Slips to print, and who sends the parcels. */
export type SlipPage = AnswerOf<typeof api.desk.orders.slips.$get>;

/** Which order a change is about, and how much of its past its writer has seen. */
export type Subject = { orderId: string; seen: number };

type Moving = Parameters<typeof api.order.move.$post>[0]['json'];

/** Every change says what its writer had seen, and is refused when more has happened. */
export const change = {
  move: (subject: Subject, move: Omit<Moving, keyof Subject>) =>
    send(api.order.move.$post({ json: { ...subject, ...move } })),
  track: (subject: Subject, trackingId: string, courierPartner: string) =>
    send(api.order['update-tracking'].$post({ json: { ...subject, trackingId, courierPartner } })),
  cancel: (subject: Subject, reason: string) =>
    send(api.order.cancel.$post({ json: { ...subject, reason } })),
  note: ({ orderId: id, seen }: Subject, note: string) =>
    send(api.desk.orders[':id'].note.$post({ param: { id }, json: { seen, note } })),
};

/** What a refused change brings along: how the order stands, and what its writer had not seen. */
export function changesOf({ code, body }: Failure) {
  if (code !== 'changed') return undefined;
  return body as { status: Listed['status']; seen: number; changes: DeskEvent[] };
}
