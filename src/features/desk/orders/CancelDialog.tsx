import { useState } from 'react';
import { ChooseUnits, type Chosen, chosenCount, countOf, keptOf } from '#features/orders/ChooseUnits.tsx';
import { unshipped } from '#features/orders/order.ts';
import type { ApiQuote } from '#features/pricing/quote.ts';
import { formatRupees } from '../format-rupees.ts';
import { textOf } from '../ui/DialogField.tsx';
import { type DialogProps, LongText, OrderDialog } from './OrderDialogs.tsx';
import { changeOrder, type Detail } from './orders.api.ts';

type Props = DialogProps & { order: Pick<Detail['order'], 'items'> };

/** Cancels an order, or some of its units. */
export function CancelDialog({ order, ...rest }: Props) {
  const { items, status, reference } = order;
  const pieces = countOf(items);
  /** undefined while the whole order is to be cancelled. */
  const [chosen, setChosen] = useState<Chosen>();
  /** The total of the rest, which the next press agrees to: the shop has said what the rest loses. */
  const [amount, setAmount] = useState<number>();
  const choose = (next: Chosen | undefined) => {
    setChosen(next);
    setAmount(undefined);
  };
  const count = chosen ? chosenCount(chosen) : pieces;
  const isWhole = count === pieces;
  return (
    <OrderDialog
      {...rest}
      order={order}
      title={isWhole ? `Cancel ${reference}?` : `Cancel a part of ${reference}?`}
      action={isWhole ? 'Cancel the order' : `Cancel ${count} of ${pieces} pieces`}
      disabled={count === 0}
      submit={async (version, form) => {
        const lines = chosen && !isWhole ? keptOf(items, chosen) : undefined;
        const part = lines && {
          lines,
          keepTerms: form.has('keepTerms'),
          ...(amount !== undefined && { amount }),
        };
        const answer = await changeOrder.cancel(version, textOf(form, 'reason'), part);
        if (!answer.ok && answer.code === 'amount_changed') setAmount((answer.body.quote as ApiQuote).amount);
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
          <input type="checkbox" name="keepTerms" /> We cannot deliver it: the rest keeps its code and free
          delivery
        </label>
      )}
      <p>
        The pieces go back into stock.{' '}
        {order.payment &&
          (isWhole
            ? `${formatRupees(order.amount)} must be refunded: the refund will wait under Refunds.`
            : 'Their value must be refunded, without the delivery: the refund will wait under Refunds.')}
        {status === 'Payment Pending' &&
          'The shop asks the payment service first. If the order has been paid meanwhile, the money is refunded.'}
      </p>
      <LongText label="Reason" hint="The shopper sees it too." />
    </OrderDialog>
  );
}
