import { useState } from 'react';
import { unshipped } from '#domain/orders/order.ts';
import { CancelQuote } from '#shared/order/CancelQuote.tsx';
import { ChooseUnits, type Chosen, chosenCount, countOf, keptOf } from '#shared/order/ChooseUnits.tsx';
import { type DialogProps, OrderDialog, reasonField } from './OrderDialogs.tsx';
import { changeOrder, type Detail, unitsOf } from './orders.api.ts';

type Props = DialogProps & { order: Pick<Detail['order'], 'id' | 'items'> };

/** Cancels an order, or some of its units. */
export function CancelDialog({ order, ...dialog }: Props) {
  const { status, reference } = order;
  const items = unitsOf(order);
  const pieces = countOf(items);
  /** undefined while the whole order is to be cancelled. */
  const [chosen, setChosen] = useState<Chosen>();
  const count = chosen ? chosenCount(chosen) : pieces;
  const isWhole = count === pieces;
  const lines = chosen && !isWhole ? keptOf(items, chosen) : undefined;
  return (
    <OrderDialog
      {...dialog}
      order={order}
      title={isWhole ? `Cancel ${reference}?` : `Cancel a part of ${reference}?`}
      action={isWhole ? 'Cancel the order' : `Cancel ${count} of ${pieces} pieces`}
      disabled={count === 0}
      fields={{ reason: reasonField('Reason', 'The shopper sees it too.') }}
      submit={async (version, { reason }) => {
        const answer = await changeOrder.cancel(version, reason, lines);
        if (!answer.ok || !isWhole) return answer;
        const { undoUntil } = answer.data;
        return { ok: true, data: { message: `${reference} is cancelled.`, undoUntil } };
      }}
      intro={
        <>
          {pieces > 1 && unshipped.includes(status) && (
            <label className="tick">
              <input
                type="checkbox"
                checked={chosen !== undefined}
                onChange={({ target }) => setChosen(target.checked ? {} : undefined)}
              />{' '}
              Only a part of it
            </label>
          )}
          {chosen && <ChooseUnits items={items} chosen={chosen} onChange={setChosen} />}
          <p>
            The pieces go back into stock.{' '}
            {order.paid &&
              (isWhole
                ? 'What was paid must be refunded: the refund will wait under Refunds.'
                : 'What was paid for them must be refunded, without the delivery. The rest keeps its code and its delivery. The refund will wait under Refunds.')}
            {status === 'Payment Pending' &&
              'The shop checks with the payment provider first. If the order has been paid by then, the money is refunded.'}
          </p>
          {count > 0 && (
            <CancelQuote order={{ ...order, _id: order.orderId, payment: order.paid }} lines={lines} />
          )}
        </>
      }
    />
  );
}
