import { useState } from 'react';
import { unshipped } from '#domain/orders/order.ts';
import { type ApiQuote, readQuote } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { ChooseUnits, type Chosen, chosenCount, countOf, keptOf } from '#shared/order/ChooseUnits.tsx';
import { Sums } from '#ui/Sums.tsx';
import { formatRupees } from '../format-rupees.ts';
import { textOf } from '../ui/DialogField.tsx';
import { type DialogProps, LongText, OrderDialog } from './OrderDialogs.tsx';
import { changeOrder, type Detail } from './orders.api.ts';

type Props = DialogProps & { order: Pick<Detail['order'], 'items'> };

/** Cancels an order, or some of its units. */
export function CancelDialog({ order, ...dialog }: Props) {
  const { items, status, reference } = order;
  const pieces = countOf(items);
  /** undefined while the whole order is to be cancelled. */
  const [chosen, setChosen] = useState<Chosen>();
  /** What the rest costs, when it loses its code or its free delivery: the next press agrees. */
  const [rest, setRest] = useState<{ message: string; quote: ApiQuote }>();
  const choose = (next: Chosen | undefined) => {
    setChosen(next);
    setRest(undefined);
  };
  const count = chosen ? chosenCount(chosen) : pieces;
  const isWhole = count === pieces;
  return (
    <OrderDialog
      {...dialog}
      order={order}
      title={isWhole ? `Cancel ${reference}?` : `Cancel a part of ${reference}?`}
      action={
        isWhole ? 'Cancel the order' : `${rest ? 'Agree and cancel' : 'Cancel'} ${count} of ${pieces} pieces`
      }
      disabled={count === 0}
      submit={async (version, form) => {
        const lines = chosen && !isWhole ? keptOf(items, chosen) : undefined;
        const part = lines && {
          lines,
          keepTerms: form.has('keepTerms'),
          ...(rest && { amount: rest.quote.amount }),
        };
        const answer = await changeOrder.cancel(version, textOf(form, 'reason'), part);
        if (!answer.ok && answer.code === 'amount_changed') {
          setRest({ message: answer.message, quote: answer.body.quote as ApiQuote });
          return undefined;
        }
        if (!answer.ok || !isWhole) return answer;
        const { undoUntil } = answer.data;
        return { ok: true, data: { message: `${reference} is cancelled.`, undoUntil } };
      }}
    >
      {pieces > 1 && unshipped.includes(status) && (
        <label className="tick">
          <input
            type="checkbox"
            checked={chosen !== undefined}
            onChange={({ target }) => choose(target.checked ? {} : undefined)}
          />{' '}
          Only a part of it
        </label>
      )}
      {chosen && <ChooseUnits items={items} chosen={chosen} onChange={choose} />}
      {chosen && (
        <label className="tick">
          <input type="checkbox" name="keepTerms" onChange={() => setRest(undefined)} /> We cannot deliver it:
          the rest keeps its code and free delivery
        </label>
      )}
      {rest && (
        <div className="notice" role="status">
          <p>{rest.message}</p>
          <Sums rows={quoteRows(readQuote(rest.quote), 'The rest of the order')} />
        </div>
      )}
      <p>
        The pieces go back into stock.{' '}
        {order.payment &&
          (isWhole
            ? `${formatRupees(order.amount)} must be refunded: the refund will wait under Refunds.`
            : 'Their value must be refunded, without the delivery: the refund will wait under Refunds.')}
        {status === 'Payment Pending' &&
          'The shop checks with the payment provider first. If the order has been paid by then, the money is refunded.'}
      </p>
      <LongText label="Reason" hint="The shopper sees it too." />
    </OrderDialog>
  );
}
