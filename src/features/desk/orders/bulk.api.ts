/** Changes of several orders at once, in parts. */
import { api, type ResponseOf, send } from '#lib/api.ts';
import { type BulkMove, partSize } from './bulk-constants.ts';
import type { OrderVersion } from './orders.api.ts';

/** The state of an order after a change, or why it stays as it was. */
export type BulkResult = ResponseOf<typeof api.desk.bulk.undo.$post>['results'][number];

/** @property undoUntil of the part that was moved first, ISO 8601; null if nothing can be undone */
export type BulkOutcome = { results: BulkResult[]; undoUntil: string | null };

/** The orders that match a filter of the list, at most 500. */
export const matchingOrders = (query: Parameters<typeof api.desk.bulk.$get>[0]['query']) =>
  send(api.desk.bulk.$get({ query }));

type Part = { results: BulkResult[]; undoUntil?: string };

/**
 * Sends the orders part by part. A part that fails stops the rest: its orders, and those after it, are answered with the reason.
 * @param onProgress gets the number of orders that are done
 */
async function inParts(
  orders: readonly OrderVersion[],
  sendPart: (part: OrderVersion[]) => Promise<{ ok: true; data: Part } | { ok: false; message: string }>,
  onProgress: (done: number) => void,
): Promise<BulkOutcome> {
  const results: BulkResult[] = [];
  let undoUntil: string | null = null;
  for (let at = 0; at < orders.length; at += partSize) {
    onProgress(at);
    const answer = await sendPart(orders.slice(at, at + partSize));
    if (!answer.ok) {
      const { message } = answer;
      results.push(...orders.slice(at).map(({ orderId }) => ({ ok: false as const, orderId, message })));
      break;
    }
    results.push(...answer.data.results);
    undoUntil ??= answer.data.undoUntil ?? null;
  }
  return { results, undoUntil };
}

/** Moves orders, each by itself. @param collected marks the cash of those that owe it as collected */
export const moveOrders = (
  orders: readonly OrderVersion[],
  status: BulkMove,
  collected: boolean,
  onProgress: (done: number) => void,
) =>
  inParts(
    orders,
    (part) => send(api.desk.bulk.move.$post({ json: { orders: part, status, collected } })),
    onProgress,
  );

/** Undoes the last move of orders, each by itself. */
export const undoOrders = (orders: readonly OrderVersion[], onProgress: (done: number) => void) =>
  inParts(orders, (part) => send(api.desk.bulk.undo.$post({ json: { orders: part } })), onProgress);
