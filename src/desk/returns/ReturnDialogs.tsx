import { useState } from 'react';
import { returnReasons } from '#domain/returns/return.ts';
import { type ReturnAction, returnActions } from '#domain/returns/return-labels.ts';
import { api, send } from '#lib/api.ts';
import { formatPrice } from '#lib/money.ts';
import { returnQuoteRows } from '#shared/order/return-quote.ts';
import { QuantityStepper } from '#ui/QuantityStepper.tsx';
import { Sums } from '#ui/Sums.tsx';
import { useLoad } from '#ui/useLoad.ts';
import type { DeskReturn } from '../answers.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import type { DialogEnds } from '../ui/DeskList.tsx';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ReturnUnits } from './ReturnUnits.tsx';

type Props = DialogEnds & { one: DeskReturn };

/** The status as it is stored: one whose money was sent is Checked. */
export const statusOf = ({ status }: DeskReturn) => (status === 'Refunded' ? 'Checked' : status);

/** What the shopper reads about a step. */
const answerOf = {
  Approved: {
    label: 'How it comes to you',
    hint: 'The shopper reads it in the email: when the courier comes, or where to send it.',
    optional: true,
  },
  'In Transit': undefined,
  Declined: { label: 'Why', hint: 'The shopper reads it.' },
  Cancelled: { label: 'Why', hint: 'The shopper reads it.' },
} as const;

/** A step of a return that moves no money. */
export function MoveReturn({ one, to, ...ends }: Props & { to: Exclude<ReturnAction, 'Checked'> }) {
  const answer = answerOf[to];
  return (
    <ActionDialog
      {...ends}
      title={`${returnActions[to]}: ${one.reference}`}
      action={returnActions[to]}
      call={api.desk.returns.move.$post}
      input={{ json: { returnId: one.id, seen: statusOf(one), to } }}
      fields={answer && { answer: { ...answer, rows: 3, maxLength: 1000 } }}
    >
      <ReturnUnits lines={one.lines} />
    </ActionDialog>
  );
}

/** Refunds what the shopper has paid to send it. */
export const RefundPostage = ({ one, ...ends }: Props) => (
  <ActionDialog
    {...ends}
    title={`Refund the postage of ${one.reference}`}
    action="Refund postage"
    call={api.desk.returns.postage.$post}
    input={{ json: { returnId: one.id, seen: statusOf(one) } }}
    fields={{ amount: { kind: 'amount', label: 'Postage in rupees' } }}
  >
    <p>
      What the shopper has paid to send the parcel, as on the receipt. It is refunded once, without a credit
      note, and waits under Refunds.
    </p>
  </ActionDialog>
);

type Checked = Readonly<Record<number, { accepted: number; restock: boolean; exchange: boolean }>>;

/** What has come, and whether it can be sold again: stock, credit note and refund follow. */
export function CheckReturn({ one, ...ends }: Props) {
  const { lines, reference } = one;
  const [checked, setChecked] = useState<Checked>(
    Object.fromEntries(
      lines.map(({ position, quantity }) => [
        position,
        { accepted: quantity, restock: false, exchange: true },
      ]),
    ),
  );
  const accepted = Object.values(checked).reduce((sum, line) => sum + line.accepted, 0);
  const json = {
    returnId: one.id,
    seen: statusOf(one),
    lines: lines.map(({ position, exchange: wanted }) => ({
      position,
      accepted: checked[position]?.accepted ?? 0,
      restock: checked[position]?.restock ?? false,
      exchange: wanted !== null && (checked[position]?.exchange ?? false),
    })),
  };
  const { load } = useLoad(accepted ? JSON.stringify(json) : undefined, () =>
    send(api.desk.returns.quote.$post({ json })),
  );
  return (
    <FormDialog
      title={`Check ${reference}`}
      action={`Accept ${accepted} ${accepted === 1 ? 'piece' : 'pieces'}`}
      disabled={accepted === 0}
      {...ends}
      onSubmit={(form) => {
        const answer = textOf(form, 'answer');
        return send(api.desk.returns.check.$post({ json: { ...json, ...(answer && { answer }) } }));
      }}
    >
      {(errors) => (
        <>
          <p>
            How many pieces meet the condition? They are refunded, with a credit note. What is exchanged pays
            for a new order.
          </p>
          <ul className="desk-refund-lines">
            {lines.map(({ position, name, quantity, reason, exchange }) => {
              const line = checked[position] ?? { accepted: 0, restock: false, exchange: false };
              const set = (change: Partial<typeof line>) =>
                setChecked({ ...checked, [position]: { ...line, ...change } });
              return (
                <li className="split" key={position}>
                  <span>
                    {name}
                    <span className="desk-second">{returnReasons[reason].label}</span>
                  </span>
                  <QuantityStepper
                    label={name}
                    value={line.accepted}
                    min={0}
                    max={quantity}
                    onChange={(count) => set({ accepted: count })}
                  />
                  {line.accepted > 0 && (
                    <div className="desk-refund-units cluster">
                      <label className="tick">
                        <input
                          type="checkbox"
                          checked={line.restock}
                          onChange={({ target }) => set({ restock: target.checked })}
                        />{' '}
                        Can be sold again
                      </label>
                      {exchange && (
                        <label className="tick">
                          <input
                            type="checkbox"
                            checked={line.exchange}
                            onChange={({ target }) => set({ exchange: target.checked })}
                          />{' '}
                          Send {exchange} in exchange
                        </label>
                      )}
                    </div>
                  )}
                </li>
              );
            })}
          </ul>
          {accepted > 0 && load.state === 'ready' && (
            <Sums rows={returnQuoteRows(load.data.quote, formatPrice)} />
          )}
          {accepted > 0 && load.state === 'failed' && <p className="notice small">{load.failure.message}</p>}
          <DialogField
            label="What the shopper reads (optional)"
            name="answer"
            rows={2}
            maxLength={1000}
            errors={errors}
          />
        </>
      )}
    </FormDialog>
  );
}
