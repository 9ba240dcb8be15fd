import { moveOf } from '#domain/orders/moves.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';

type CancelProps = { order: ApiOrder; onChanged: () => void };

/** The button that cancels an order, or some units of it, before it is shipped. */
export function CancelOrder({ order, onChanged }: CancelProps) {
  const { Dialog, open, close } = useLazyDialog(() => import('./CancelDialog.tsx'));
  if (!moveOf(order.status, 'Cancelled', 'shopper')) return null;
  return (
    <>
      <button type="button" className="button plain small" onClick={open}>
        Cancel Order
      </button>
      {Dialog && <Dialog order={order} onClose={close} onChanged={onChanged} />}
    </>
  );
}
