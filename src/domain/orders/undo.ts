/** Undoing an operator's move of an order, until its email is sent (docs/behaviour.md, "Undo"). */

import type { Mover } from './moves.ts';
import type { OrderEventKind, OrderStatus } from './order.ts';

/** A row of an order's history. @property at UTC ms */
type HistoryRow = {
  id: string;
  at: number;
  actor: Mover;
  kind: OrderEventKind;
  fromStatus: OrderStatus | null;
  toStatus: OrderStatus | null;
};

/** A move that can be undone. @property cashId row of the cash that was collected with it @property until UTC ms */
export type UndoableMove = {
  id: string;
  at: number;
  from: OrderStatus;
  to: OrderStatus;
  cashId: string | undefined;
  until: number;
};

/**
 * Id of the row that undoes another row of the history.
 * @param unique each try has its own, so that a try knows whether it was the one that succeeded
 */
export const undoId = (id: string, unique: string): string => `${undoPrefix}${id}:${unique}`;
const undoPrefix = 'undo:';

/** Whether a row of the history undoes another one. @param id its id */
export const isUndoId = (id: string): boolean => id.startsWith(undoPrefix);

/** Reason of the row that undoes a move; the shopper sees it. */
export const undoReason = (to: OrderStatus): string => `Marked as ${to} by mistake.`;

/**
 * The order's last move, if it can still be undone: an operator made it, and nothing but its cash was recorded since. Not a
 * return, whose credit note stands, nor the end of an order that waited for its payment.
 * @param history oldest first
 * @param undoTime ms
 * @param now UTC ms
 */
export function undoableMove(
  history: readonly HistoryRow[],
  undoTime: number,
  now: number,
): UndoableMove | undefined {
  const move = history.findLast(({ kind }) => kind === 'status');
  if (move?.actor !== 'operator' || isUndoId(move.id)) return undefined;
  const { id, at, fromStatus: from, toStatus: to } = move;
  const since = history.slice(history.indexOf(move) + 1);
  const isOnlyCash = since.every((row) => row.kind === 'payment' && row.at === at);
  const isUndoable = from !== null && from !== 'Payment Pending' && to !== null && to !== 'Returned';
  if (!isOnlyCash || !isUndoable || at + undoTime <= now) return undefined;
  return { id, at, from, to, cashId: since[0]?.id, until: at + undoTime };
}
