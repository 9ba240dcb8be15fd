import { useEffect, useId, useRef, useState } from 'react';
import { type ApiOrder, unshipped } from '#domain/orders/order.ts';
import { api, send, withToken } from '#lib/api.ts';
import { CancelQuote } from '#shared/order/CancelQuote.tsx';
import { ChooseUnits, type Chosen, chosenCount, countOf, keptOf } from '#shared/order/ChooseUnits.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';
import { noAccount, Payout, payoutOf, type Transfer } from './Payout.tsx';

type Props = {
  order: ApiOrder;
  /** The token of the link that the order is read with; the session's own by default. */
  readWith?: string | undefined;
  onClose: () => void;
  /** Called after the order has changed, also when somebody else has changed it. */
  onChanged: () => void;
};

/**
 * The dialog in which a shopper cancels an order, or some units of it. A card shows one line, so the dialog names all lines
 * of the order. It opens when it is rendered.
 */
export default function CancelDialog({ order, readWith, onClose, onChanged }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  /** undefined while the whole order is to be cancelled. */
  const [chosen, setChosen] = useState<Chosen>();
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);

  const { items, status } = order;
  const pieces = countOf(items);
  const count = chosen ? chosenCount(chosen) : pieces;
  const lines = chosen && count < pieces ? keptOf(items, chosen) : undefined;

  const form = useForm({ initial: noAccount });
  const [transfer, setTransfer] = useState<Transfer>('upi');
  const byHand = order.refundByHand === true;

  const cancel = async () => {
    setBusy(true);
    const payout = byHand ? payoutOf(transfer, form.values) : undefined;
    const json = { orderId: order._id, ...(lines && { lines }), ...(payout && { payout }) };
    const answer = await send(api.order.cancel.$post({ json }, withToken(readWith)), { token: readWith });
    setBusy(false);
    if (!answer.ok && answer.status === 400) return form.refuse({ ...answer, message: '' });
    dialog.current?.close();
    if (answer.ok) toast({ message: answer.data.message });
    // cart.api.ts reports a refused token.
    else if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    if (answer.ok || answer.status === 409) onChanged();
  };

  return (
    <dialog ref={dialog} className="dialog order-cancel" aria-labelledby={title} onClose={onClose}>
      <h3 id={title}>{chosen ? 'What would you like to cancel?' : 'Cancel the whole order?'}</h3>
      {chosen ? (
        <>
          <p>{partSentence(order)}</p>
          <ChooseUnits items={items} chosen={chosen} onChange={setChosen} />
        </>
      ) : (
        <>
          <p>{sentence(order)}</p>
          <ul>
            {items.map(({ _id, name, quantity }) => (
              <li key={_id}>
                {quantity} × {name}
              </li>
            ))}
          </ul>
          {pieces > 1 && unshipped.includes(status) && (
            <button type="button" className="button plain small flush" onClick={() => setChosen({})}>
              Cancel only a part of it
            </button>
          )}
        </>
      )}
      {count > 0 && <CancelQuote order={order} lines={lines} readWith={readWith} />}
      {byHand && <Payout form={form} transfer={transfer} onTransfer={setTransfer} />}
      <div className="actions">
        <button
          type="button"
          className="button quiet"
          disabled={busy}
          onClick={() => dialog.current?.close()}
        >
          Keep Order
        </button>
        <button
          type="button"
          className="button"
          aria-busy={busy}
          disabled={busy || count === 0}
          onClick={cancel}
        >
          {chosen && count < pieces ? partLabel(count) : 'Cancel Whole Order'}
        </button>
      </div>
    </dialog>
  );
}

const partLabel = (count: number): string =>
  count === 0 ? 'Choose what to cancel' : `Cancel ${count} ${count === 1 ? 'piece' : 'pieces'}`;

/** What is cancelled, and what happens to the money. */
function sentence({ reference, items, payment, status }: ApiOrder): string {
  const what =
    items.length === 1
      ? `This cancels order ${reference}`
      : `This cancels order ${reference} with all ${items.length} products in it`;
  if (payment) return `${what}, and cannot be undone. We will refund what you have paid.`;
  return status === 'Payment Pending'
    ? `${what}, and cannot be undone. If a payment still arrives, we send it back.`
    : `${what}, and cannot be undone. You have paid nothing for it.`;
}

const partSentence = ({ reference, payment, delivery, couponCode }: ApiOrder): string =>
  [
    `The rest of order ${reference} stays. This cannot be undone.`,
    payment ? 'We will refund what you have paid for these pieces.' : 'You then pay less on delivery.',
    ...(couponCode ? ['The rest keeps your code.'] : []),
    delivery ? 'The delivery fee stays.' : 'Delivery stays free.',
  ].join(' ');
