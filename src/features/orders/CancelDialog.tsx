import { useEffect, useId, useRef, useState } from 'react';
import { type ApiOrder, unshipped } from '#domain/orders/order.ts';
import { type ApiQuote, readQuote } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { api, send, withToken } from '#lib/api.ts';
import { ChooseUnits, type Chosen, chosenCount, countOf, keptOf } from '#shared/order/ChooseUnits.tsx';
import { Sums } from '#ui/Sums.tsx';
import { toast } from '#ui/toast.dom.ts';

/** @property message why the rest costs something else, and what goes back */
type Rest = { message: string; quote: ApiQuote };

type Props = {
  order: ApiOrder;
  /** The session of a guest that the order is read with; the session's own by default. */
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
  /** What the rest costs, when it loses its code or its free delivery: the next press agrees. */
  const [rest, setRest] = useState<Rest>();
  const choose = (next: Chosen) => {
    setChosen(next);
    setRest(undefined);
  };
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);

  const { items, status } = order;
  const pieces = countOf(items);
  const count = chosen ? chosenCount(chosen) : pieces;
  const lines = chosen && count < pieces ? keptOf(items, chosen) : undefined;

  const cancel = async () => {
    setBusy(true);
    const json = {
      orderId: order._id,
      ...(lines && { lines }),
      ...(lines && rest && { amount: rest.quote.amount }),
    };
    const answer = await send(api.order.cancel.$post({ json }, withToken(readWith)), { token: readWith });
    setBusy(false);
    if (!answer.ok && answer.code === 'amount_changed')
      return setRest({ message: answer.message, quote: answer.body.quote as ApiQuote });
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
          <ChooseUnits items={items} chosen={chosen} onChange={choose} />
          {rest && (
            <div className="notice" role="status">
              <p>{rest.message}</p>
              <Sums rows={quoteRows(readQuote(rest.quote), 'The rest of the order')} />
            </div>
          )}
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
            <button type="button" className="button plain small flush" onClick={() => choose({})}>
              Cancel only a part of it
            </button>
          )}
        </>
      )}
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
          {chosen && count < pieces ? partLabel(count, rest !== undefined) : 'Cancel Whole Order'}
        </button>
      </div>
    </dialog>
  );
}

/** @param agrees the press agrees to what the rest costs */
const partLabel = (count: number, agrees: boolean): string =>
  count === 0
    ? 'Choose what to cancel'
    : `${agrees ? 'Agree and cancel' : 'Cancel'} ${count} ${count === 1 ? 'piece' : 'pieces'}`;

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
    ...(couponCode
      ? ['Your code stays if the rest is enough for it. If not, we show you the new total first.']
      : []),
    ...(delivery ? ['The delivery fee stays.'] : []),
  ].join(' ');
