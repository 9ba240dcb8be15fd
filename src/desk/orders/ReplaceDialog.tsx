import { useState } from 'react';
import { type ReturnReason, returnReasons, shopFaults } from '#domain/returns/return.ts';
import { ChooseUnits, type Chosen, chosenCount } from '#shared/order/ChooseUnits.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import { changeOrder, type Detail, unitsOf } from './orders.api.ts';

/** Faults of the shop. */
const labels = Object.fromEntries(shopFaults.map((one) => [one, returnReasons[one].label])) as Record<
  ReturnReason,
  string
>;

type Props = DialogProps & { order: Pick<Detail['order'], 'items'> };

/** Sends the same products again for a fault of the shop, without waiting for what is wrong with them. */
export function ReplaceDialog({ order, ...dialog }: Props) {
  const { items, reference } = order;
  const only = items.length === 1 && items[0]?.quantity === 1 ? items[0] : undefined;
  const [chosen, setChosen] = useState<Chosen>(only ? { [only.id]: 1 } : {});
  const [reason, setReason] = useState<ReturnReason>('damaged');
  const count = chosenCount(chosen);
  return (
    <OrderDialog
      {...dialog}
      order={order}
      title={`Replace products of ${reference}`}
      action={`Send ${count === 1 ? '1 piece' : `${count} pieces`} again, free`}
      disabled={count === 0}
      fields={{ note: { label: 'What the shopper reads (optional)', maxLength: 200, optional: true } }}
      submit={async (version, { note }) => {
        const lines = items.flatMap(({ id }) => (chosen[id] ? [{ id, quantity: chosen[id] }] : []));
        const answer = await changeOrder.replace(version, { reason, lines, ...(note && { note }) });
        return answer.ok ? { ok: true, data: { message: answer.data.message } } : answer;
      }}
      intro={
        <>
          <p>
            The same products are sent at once, as an order that is paid. It is an exchange: a credit note for
            what is wrong, an invoice for what is sent. Nothing goes back into stock.
          </p>
          <ChooseUnits items={unitsOf(order)} chosen={chosen} onChange={setChosen} />
          <SelectField
            label="What is wrong?"
            name="reason"
            value={reason}
            options={labels}
            onChange={setReason}
          />
        </>
      }
    />
  );
}
