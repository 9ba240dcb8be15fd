import { useId, useRef, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.ts';
import { moveOf } from './moves.ts';
import type { ApiOrder } from './order.ts';

type Props = {
  order: ApiOrder;
  /** After the order has changed, by this cancelling or by somebody else meanwhile. */
  onChanged: () => void;
};

/** Cancels while the parcel has not left: a card is one line, so the question says that all of them go. */
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
    // A token that is refused is spoken of elsewhere already.
    else if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    if (answer.ok || answer.status === 409) onChanged();
  };

  return (
    <>
      <button type="button" className="button plain small" onClick={() => dialog.current?.showModal()}>
        Cancel Order
      </button>
      <dialog ref={dialog} className="order-cancel" aria-labelledby={title}>
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

/** What goes, and what becomes of money: nothing has been taken unless the order is paid. */
function sentence({ reference, items, payment, status }: ApiOrder): string {
  const what =
    items.length === 1
      ? `This cancels order ${reference}`
      : `This cancels order ${reference} with all ${items.length} products in it`;
  if (payment) return `${what}, and cannot be undone. We send back what you have paid.`;
  return status === 'Payment Pending'
    ? `${what}, and cannot be undone. Should a payment of yours arrive all the same, we send it back.`
    : `${what}, and cannot be undone. You have paid nothing for it.`;
}
