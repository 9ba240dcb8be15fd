/** Changes of several orders at once, in parts. */

import { type BulkMove, partSize, type ReportedState } from '#domain/orders/bulk-constants.ts';
import type { ChargeName } from '#domain/shipping/remittance-file.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';
import type { OrderVersion } from './orders.api.ts';

/** The state of an order after a change, or why it stays as it was. */
export type BulkResult = ResponseOf<typeof api.desk.bulk.undo.$post>['results'][number];

type Done = BulkResult & { ok: true };

/** The orders that were changed, as they are now. */
export const versionsOf = (results: readonly BulkResult[]): OrderVersion[] =>
  results.filter((one): one is Done => one.ok).map(({ orderId, seen }) => ({ orderId, seen }));

/**
 * @property undoUntil of the part that was moved first, UTC ms; null if nothing can be undone
 * @property refused the operator's password was wrong or missing, so nothing was changed
 */
export type BulkOutcome = { results: BulkResult[]; undoUntil: number | null; refused?: Failure };

export type Matching = ResponseOf<typeof api.desk.bulk.$get>;

/** The orders that match a filter of the list, at most 500. */
export const matchingOrders = (query: Parameters<typeof api.desk.bulk.$get>[0]['query']) =>
  send(api.desk.bulk.$get({ query }));

type Part = { results: BulkResult[]; undoUntil?: number };

/**
 * Sends the orders part by part. A part that fails stops the rest: its orders, and those after it, are answered with the reason.
 * @param onProgress gets the number of orders that are done
 */
async function inParts<T extends OrderVersion>(
  orders: readonly T[],
  sendPart: (part: T[]) => Promise<{ ok: true; data: Part } | Failure>,
  onProgress: (done: number) => void,
): Promise<BulkOutcome> {
  const results: BulkResult[] = [];
  let undoUntil: number | null = null;
  for (let at = 0; at < orders.length; at += partSize) {
    onProgress(at);
    const answer = await sendPart(orders.slice(at, at + partSize));
    if (!answer.ok) {
      if (at === 0 && answer.fields.password) return { results, undoUntil, refused: answer };
      const { message } = answer;
      results.push(...orders.slice(at).map(({ orderId }) => ({ ok: false as const, orderId, message })));
      break;
    }
    results.push(...answer.data.results);
    undoUntil ??= answer.data.undoUntil ?? null;
  }
  return { results, undoUntil };
}

/** Changes of several orders, each by itself, in requests of at most 50. */
export const changeOrders = {
  /** @param cash marks the cash of those that owe it as collected */
  move: (
    orders: readonly OrderVersion[],
    status: BulkMove,
    cash: RecordedCash | undefined,
    onProgress: Progress,
  ) =>
    inParts(
      orders,
      (part) => send(api.desk.bulk.move.$post({ json: { orders: part, status, ...cash } })),
      onProgress,
    ),
  /** Attaches tracking numbers. */
  ship: (
    orders: readonly (OrderVersion & { trackingId: string })[],
    courierPartner: string,
    onProgress: Progress,
  ) =>
    inParts(
      orders,
      (part) => send(api.desk.bulk.ship.$post({ json: { orders: part, courierPartner } })),
      onProgress,
    ),
  /** Records what a courier's file says. */
  report: (
    orders: readonly (OrderVersion & { state: ReportedState; note: string })[],
    answers: { collected: boolean; restock: boolean; password?: string },
    onProgress: Progress,
  ) =>
    inParts(
      orders,
      (part) => send(api.desk.bulk.reported.$post({ json: { orders: part, ...answers } })),
      onProgress,
    ),
  /** Records that their cash was collected. */
  collected: (orders: readonly OrderVersion[], password: string, onProgress: Progress) =>
    inParts(
      orders,
      (part) => send(api.desk.bulk.collected.$post({ json: { orders: part, password } })),
      onProgress,
    ),
  /** Records what a courier's file of remittances says. */
  remitted: (
    orders: readonly (OrderVersion & {
      amount: number;
      charges: Record<ChargeName, number>;
      day: string | null;
      utr: string;
      accepted: boolean;
    })[],
    password: string,
    onProgress: Progress,
  ) =>
    inParts(
      orders,
      (part) => send(api.desk.bulk.remitted.$post({ json: { orders: part, password } })),
      onProgress,
    ),
  /** Undoes the last move of each. */
  undo: (orders: readonly OrderVersion[], onProgress: Progress) =>
    inParts(orders, (part) => send(api.desk.bulk.undo.$post({ json: { orders: part } })), onProgress),
};

type Progress = (done: number) => void;

/** Cash that was collected. @property password the operator's, asked for once and sent with each part */
export type RecordedCash = { collected: true; password: string };
