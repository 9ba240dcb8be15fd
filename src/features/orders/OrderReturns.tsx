import { Suspense, useState } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import { type ApiReturn, returnSteps, returnTargets } from '#domain/returns/return.ts';
import { api, send } from '#lib/api.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';

const PhotoList = lazyComponent(() => import('#shared/photos/PhotoList.tsx'));

type Props = { order: ApiOrder; onChanged: () => void };

/** The button that asks for a return, while anything of the order can be returned. */
export function ReturnButton({ order, onChanged }: Props) {
  const { Dialog, open, close } = useLazyDialog(() => import('./ReturnDialog.tsx'));
  const { returnable } = order;
  if (!returnable) return null;
  return (
    <>
      <button type="button" className="button quiet small" onClick={open}>
        Return
      </button>
      {Dialog && <Dialog {...{ order, returnable, onChanged }} onClose={close} />}
    </>
  );
}

/** @property onChanged undefined for an order that can only be read */
type ListProps = { order: ApiOrder; onChanged: (() => void) | undefined };

/** The returns of an order, with their steps. */
export const OrderReturns = ({ order: { returns = [] }, onChanged }: ListProps) =>
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
                  {at ? (
                    <time dateTime={at}>{formatOrderDate(at)}</time>
                  ) : (
                    <span className="soft">to come</span>
                  )}
                  <strong>{label}</strong>
                </li>
              ))}
            </ol>
            {one.photos.length > 0 && (
              <Suspense>
                <PhotoList photos={one.photos} label={`Return ${one.reference}`} />
              </Suspense>
            )}
            {one.amount !== null && <p>Refund: {formatPrice(toPaise(one.amount) ?? 0)}</p>}
            {one.answer && <p className="notice">{one.answer}</p>}
            {onChanged && <CancelReturn one={one} onChanged={onChanged} />}
          </li>
        ))}
      </ul>
    </section>
  );

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
