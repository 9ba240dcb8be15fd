/**
 * Several orders at once. Each order is changed in a batch of its own, so that one that cannot be changed stops no other.
 */
import { isUnavailable } from '#db/client.ts';
import type { BulkMove } from '#domain/orders/bulk-constants.ts';
import { type CashProof, proveCash, provenCash } from '../accounts/prove-operator.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import type { DeskCall } from '../lib/call.ts';
import { logError } from '../lib/log.ts';
import { type Refusal, refuses, unavailable } from '../lib/refusal.ts';
import { type Remittance, recordCash } from '../orders/cash.ts';
import type { Changed } from '../orders/change-order.ts';
import { attachTracking, moveOrder } from '../orders/move.ts';
import { undoMove } from '../orders/undo.ts';
import { type Reported, recordReported } from './courier-statuses.ts';

/**
 * Changes orders one after the other. An order for which the database does not answer, or whose change fails
 * unexpectedly, is reported like one that is refused: the answer names what was changed before it, and those after it
 * are changed too.
 */
export async function changeEach<Order extends { orderId: string }, Result>(
  orders: readonly Order[],
  change: (order: Order) => Promise<Result>,
): Promise<{ orderId: string; done: Result | ReturnType<typeof unavailable> }[]> {
  const results = [];
  for (const order of orders) {
    const done = await change(order).catch((error: Error) => {
      if (!isUnavailable(error)) logError(error, { order: order.orderId });
      return unavailable();
    });
    results.push({ orderId: order.orderId, done });
  }
  return results;
}

/** @property orders those of a part, each as the operator saw it */
type Selected<More = unknown> = { orders: readonly ({ orderId: string; seen: number } & More)[] };

type Password = { password?: string | undefined };

type Result = Awaited<ReturnType<typeof changeEach<never, Changed | Refusal>>>[number];

/** An order's new state, or the reason why it stays. */
function serializeResult({ orderId, done }: Result) {
  if (done.ok) return { ok: true as const, orderId, status: done.status, seen: done.seen };
  // Of an order that has changed.
  const { seen } = done.extra as { seen?: number };
  return { ok: false as const, orderId, message: done.message, ...(seen !== undefined && { seen }) };
}

/** @property undoUntil until when those that were moved can be moved back */
const serializeMoves = (results: readonly Result[], { now, undoTime }: DeskCall) => ({
  results: results.map(serializeResult),
  undoUntil: now + undoTime,
});

/** Moves orders to another status. @throws Refusal as {@link proveCash} */
export async function moveOrders(
  call: DeskCall,
  { orders, status: to, ...cash }: Selected & { status: BulkMove } & CashProof,
) {
  const collected = await proveCash(call, cash);
  const results = await changeEach(orders, (order) =>
    moveOrder(call, { ...order, to, collected, mustMove: true }),
  );
  return serializeMoves(results, call);
}
refuses(moveOrders, sessionCode);

/** Ships orders. */
export async function shipOrders(
  call: DeskCall,
  { orders, courierPartner }: Selected<{ trackingId: string }> & { courierPartner: string },
) {
  const results = await changeEach(orders, (order) => attachTracking(call, { ...order, courierPartner }));
  return serializeMoves(results, call);
}

/** Records what the courier says of orders. @throws Refusal as {@link proveCash} */
export async function recordReports(
  call: DeskCall,
  { orders, restock, ...cash }: { orders: readonly Reported[]; restock: boolean } & CashProof,
) {
  const answers = { collected: await proveCash(call, cash), restock };
  const results = await changeEach(orders, (order) => recordReported(call, order, answers));
  return serializeMoves(results, call);
}
refuses(recordReports, sessionCode);

/** Records that the cash of orders was collected. @throws Refusal as {@link provenCash} */
export async function collectCash(call: DeskCall, { orders, password }: Selected & Password) {
  const proven = await provenCash(call, password);
  const results = await changeEach(orders, (order) => recordCash(call, { ...order, proven }));
  return { results: results.map(serializeResult) };
}
refuses(collectCash, sessionCode);

/** Records what the courier has transferred for orders. @throws Refusal as {@link provenCash} */
export async function recordRemittances(
  call: DeskCall,
  { orders, password }: Selected<Remittance> & Password,
) {
  const proven = await provenCash(call, password);
  const results = await changeEach(orders, ({ orderId, seen, ...remittance }) =>
    recordCash(call, { orderId, seen, remittance, proven }),
  );
  return { results: results.map(serializeResult) };
}
refuses(recordRemittances, sessionCode);

/** Undoes the last move of orders. */
export async function undoMoves(call: DeskCall, { orders }: Selected) {
  const results = await changeEach(orders, (order) => undoMove(call, order));
  return { results: results.map(serializeResult) };
}
