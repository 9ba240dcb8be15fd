import { useState } from 'react';
import { eventLabel } from '#domain/orders/order-rules.ts';
import { toast } from '#ui/toast.dom.ts';
import { movedToast } from './moved-toast.dom.ts';
import { changeOrder, changesSince, type ListedOrder } from './orders.api.ts';

/** Gets an order's new state; an empty one when it has to be read again. */
export type OnMoved = (id: string, state: Partial<Pick<ListedOrder, 'status' | 'seen'>>) => void;

/** Moves an order to Packing, and offers Undo. @returns the id of the order that is being moved, and the action */
export function usePacking(onMoved: OnMoved) {
  const [packing, setPacking] = useState<string>();

  const pack = async ({ _id: orderId, seen, reference }: ListedOrder) => {
    setPacking(orderId);
    const answer = await changeOrder.move({ orderId, seen }, { status: 'Packing' });
    setPacking(undefined);
    if (answer.ok) {
      onMoved(orderId, answer.data);
      movedToast(`${reference} is being packed.`, { orderId, ...answer.data }, (now) =>
        onMoved(orderId, now ?? {}),
      );
      return;
    }
    const meanwhile = changesSince(answer);
    if (meanwhile) onMoved(orderId, meanwhile);
    const last = meanwhile?.changes.at(-1);
    toast({ message: last ? `${answer.message} ${eventLabel(last)}.` : answer.message, kind: 'error' });
  };

  return { packing, pack };
}
