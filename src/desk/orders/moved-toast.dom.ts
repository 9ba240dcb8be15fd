/** Undoing a move of an order, and the toast that offers it. */
import type { Failure } from '#lib/outcome.ts';
import { toast } from '#ui/toast.dom.ts';
import { undoToast } from '#ui/undo-toast.dom.ts';
import { changeOrder, type ListedOrder } from './orders.api.ts';
import { refusalText } from './refusal-text.api.ts';

/** @property seen undefined for no check */
type Version = { orderId: string; seen?: number | undefined };
type OrderState = Pick<ListedOrder, 'status' | 'seen'>;

/** Undoes an order's last move, and says so in a toast. @returns the order's state; undefined if it has to be read again */
export async function undoMove(version: Version): Promise<OrderState | undefined> {
  const answer = await changeOrder.undo(version);
  if (answer.ok) toast({ message: answer.data.message });
  else refusedToast(answer);
  return answer.ok ? answer.data : undefined;
}

/** The toast after a change that was refused. */
export const refusedToast = (failure: Failure): void =>
  toast({ message: refusalText(failure), kind: 'error' });

/** The toast after a move, with Undo as long as the move can be undone. @param onUndone gets what `undoMove` returns */
export function movedToast(
  message: string,
  { undoUntil, ...version }: Version & { undoUntil: number | null },
  onUndone: (now?: OrderState) => void,
): void {
  const undo = () => void undoMove(version).then(onUndone);
  if (undoUntil) undoToast({ message, stay: undoUntil - Date.now(), undo });
  else toast({ message });
}
