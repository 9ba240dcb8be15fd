import { useRef, useState } from 'react';
import { type ChosenReason, changeOf, chosenReasons, signed, stockReasons } from '#domain/stock/changes.ts';
import { api, send } from '#lib/api.ts';
import { type Attempt, attemptFor, randomKey } from '#lib/attempt.dom.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

export type StockedProduct = { id: string; name: string; stock: number };

type Props = {
  product: StockedProduct;
  onClose: () => void;
  /** Called when the stock has changed, by this operator or another one. */
  onChanged: () => void;
};

const options = Object.fromEntries(chosenReasons.map((reason) => [reason, stockReasons[reason]])) as Record<
  ChosenReason,
  string
>;

/** Adds or removes pieces, or sets a counted number. A repeated request has the same key and counts once. */
export function AdjustStockDialog({ product, onClose, onChanged }: Props) {
  const { id, name, stock } = product;
  const [reason, setReason] = useState<ChosenReason>('received');
  const [pieces, setPieces] = useState('');
  const attempt = useRef<Attempt>(undefined);

  const adjust = (form: FormData) => {
    const note = textOf(form, 'note');
    const json = { reason, pieces: pieces.trim() ? Number(pieces) : Number.NaN, seen: stock, note };
    attempt.current = attemptFor(attempt.current, JSON.stringify(json), randomKey);
    const { key } = attempt.current;
    return send(api.desk.stock[':productId'].$post({ param: { productId: id }, json: { ...json, key } }));
  };

  return (
    <FormDialog
      title={`Stock of ${name}`}
      action="Save"
      onSubmit={adjust}
      onClose={onClose}
      onChanged={onChanged}
    >
      {(errors) => (
        <>
          <SelectField
            label="Why"
            name="reason"
            value={reason}
            options={options}
            onChange={setReason}
            error={errors.reason}
          />
          <TextField
            label={reason === 'counted' ? 'Pieces on the shelf' : 'Pieces'}
            name="pieces"
            inputMode="numeric"
            autoComplete="off"
            required
            value={pieces}
            onChange={setPieces}
            error={errors.pieces}
            hint={preview(reason, pieces, stock)}
          />
          <DialogField label="Note (optional)" name="note" maxLength={200} errors={errors} />
        </>
      )}
    </FormDialog>
  );
}

/** The resulting stock: `100 now, +12 makes 112`. */
function preview(reason: ChosenReason, typed: string, stock: number): string {
  if (!/^\s*\d+\s*$/.test(typed)) return `${stock} now`;
  const change = changeOf(reason, Number(typed), stock);
  return `${stock} now, ${signed(change)} makes ${stock + change}`;
}
