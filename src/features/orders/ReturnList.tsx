import { useState } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import { type ApiReturn, returnSteps, returnTargets } from '#domain/returns/return.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import PhotoList from '#shared/photos/PhotoList.tsx';
import { toast } from '#ui/toast.dom.ts';

/** @property onChanged undefined for an order that can only be read */
export type ReturnListProps = { order: ApiOrder; onChanged: (() => void) | undefined };

/** The returns of an order, with their steps. */
const ReturnList = ({ order: { returns = [] }, onChanged }: ReturnListProps) =>
  returns.length > 0 && (
    <section className="order-returns">
      <h3>Returns</h3>
      <ul className="stack gap-5">
        {returns.map((one) => (
          <li key={one._id} className="stack gap-3">
            <p>
              <strong>{one.reference}</strong>{' '}
              <span className="soft">
                {one.items
                  .map(({ name, quantity, exchange }) =>
                    exchange ? `${quantity} × ${name}, for ${exchange}` : `${quantity} × ${name}`,
                  )
                  .join(', ')}
              </span>
            </p>
            <ol className="order-timeline">
              {returnSteps(one).map(({ label, at }) => (
                <li key={label} data-coming={at ? undefined : true}>
                  {at ? <time dateTime={at}>{formatDay(at)}</time> : <span className="soft">to come</span>}
                  <strong>{label}</strong>
                </li>
              ))}
            </ol>
            {one.photos.length > 0 && <PhotoList photos={one.photos} label={`Return ${one.reference}`} />}
            {one.amount !== null && <p>Refund: {formatPrice(toPaise(one.amount) ?? 0)}</p>}
            {one.postage ? <p>Postage: {formatPrice(toPaise(one.postage) ?? 0)}</p> : null}
            {one.answer && <p className="notice">{one.answer}</p>}
            {onChanged && <CancelReturn one={one} onChanged={onChanged} />}
          </li>
        ))}
      </ul>
    </section>
  );

export default ReturnList;

/** Cancels a return that has not been sent. */
function CancelReturn({ one: { _id, status }, onChanged }: { one: ApiReturn; onChanged: () => void }) {
  const [busy, setBusy] = useState(false);
  if (status === 'Refunded' || !returnTargets(status, 'shopper').includes('Cancelled')) return null;
  const cancel = async () => {
    if (busy) return;
    setBusy(true);
    const answer = await send(api.order.returns.cancel.$post({ json: { returnId: _id, seen: status } }));
    setBusy(false);
    if (answer.ok) toast({ message: answer.data.message });
    else if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    if (answer.ok || answer.status === 409) onChanged();
  };
  return (
    <div>
      <button type="button" className="button plain small flush" aria-busy={busy} onClick={cancel}>
        Cancel this return
      </button>
    </div>
  );
}
