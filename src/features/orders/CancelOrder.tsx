import { useId, useRef, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.dom.ts';
import { moveOf } from './moves.ts';
import type { ApiOrder } from './order.ts';

type Props = {
  order: ApiOrder;
  /** Called after the order has changed, also when somebody else has changed it. */
  onChanged: () => void;
};

/** Cancels an order before it is shipped. A card shows one line, so the dialog names all lines of the order. */
export function CancelOrder({ order, onChanged }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const title = useId();
  if (!moveOf(order.status, 'Cancelled', 'shopper')) return null;

  const cancel = async () => {
    setBusy(true);
    const answer = await send(api.order.cancel.$post({ json: { orderId: order._id } }));
    setBusy(false);
    dialog.current?.close();
    if (answer.ok) toast({ message: answer.data.message });
    // cart.api.ts reports a refused token.
    else if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    if (answer.ok || answer.status === 409) onChanged();
  };

  return (
    <>
      <button type="button" className="button plain small" onClick={() => dialog.current?.showModal()}>
        Cancel Order
      </button>
      <dialog ref={dialog} className="dialog order-cancel" aria-labelledby={title}>
        <h3 id={title}>Cancel the whole order?</h3>
        <p>{sentence(order)}</p>
        <ul>
          {order.items.map(({ _id, name, quantity }) => (
            <li key={_id}>
              {quantity} × {name}
            </li>
          ))}
        </ul>
        <div className="actions">
          <button
            type="button"
            className="button quiet"
            disabled={busy}
            onClick={() => dialog.current?.close()}
          >
            Keep Order
          </button>
          <button type="button" className="button" aria-busy={busy} disabled={busy} onClick={cancel}>
            Cancel Whole Order
          </button>
        </div>
      </dialog>
    </>
  );
}

/** What is cancelled, and what happens to the money. */
function sentence({ reference, items, payment, status }: ApiOrder): string {
  const what =
    items.length === 1
      ? `This cancels order ${reference}`
      : `This cancels order ${reference} with all ${items.length} products in it`;
  if (payment) return `${what}, and cannot be undone. We send back what you have paid.`;
  return status === 'Payment Pending'
    ? `${what}, and cannot be undone. If a payment still arrives, we send it back.`
    : `${what}, and cannot be undone. You have paid nothing for it.`;
}
