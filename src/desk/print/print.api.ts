/** Loads what the desk prints. */

import type { Paper } from '#domain/documents/papers.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { matchingOrders } from '../orders/bulk.api.ts';

export type Papers = ResponseOf<typeof api.desk.orders.print.papers.$post>;
export type Parcel = Papers['parcels'][number];
export type Sender = Papers['from'];

/**
 * @param orderIds at most 500; undefined for the orders that wait to be packed or sent
 * @returns undefined if no order waits
 */
export async function loadPapers(
  orderIds: readonly string[] | undefined,
  papers: readonly Paper[],
): Promise<Outcome<Papers | undefined>> {
  let ids = orderIds;
  if (!ids) {
    const waiting = await matchingOrders({ status: 'unshipped' });
    if (!waiting.ok) return waiting;
    ids = waiting.data.rows.map(({ id }) => id);
    if (!ids.length) return { ok: true, data: undefined };
  }
  return send(api.desk.orders.print.papers.$post({ json: { orderIds: [...ids], papers: [...papers] } }));
}
