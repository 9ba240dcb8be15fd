/** Undoing a move of an order, and the toast that offers it. */
import { toast } from '#ui/toast.dom.ts';
import { undoToast } from '../ui/undo-toast.dom.ts';
import { changeOrder, type ListedOrder, refusalText } from './orders.api.ts';

/** @property seen undefined for no check */
type Version = { orderId: string; seen?: number | undefined };
type OrderState = Pick<ListedOrder, 'status' | 'seen'>;

/** Undoes an order's last move, and says so in a toast. @returns the order's state; undefined if it has to be read again */
export async function undoMove(version: Version): Promise<OrderState | undefined> {
  const answer = await changeOrder.undo(version);
  if (answer.ok) toast({ message: answer.data.message });
  else toast({ message: refusalText(answer), kind: 'error' });
  return answer.ok ? answer.data : undefined;
}

/** The toast after a move, with Undo as long as the move can be undone. @param onUndone gets what `undoMove` returns */
export function movedToast(
  message: string,
  { undoUntil, ...version }: Version & { undoUntil: string | null },
  onUndone: (now?: OrderState) => void,
): void {
  const undo = () => void undoMove(version).then(onUndone);
  if (undoUntil) undoToast({ message, until: Date.parse(undoUntil), undo });
  else toast({ message });
}
