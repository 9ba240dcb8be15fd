import { useRef, useState } from 'react';
import { type Attempt, attemptFor, randomKey } from '#features/checkout/attempt.ts';
import { api, send } from '#lib/api.ts';
import { TextField } from '#ui/TextField.tsx';
import { type ChosenReason, changeOf, chosenReasons, signed, stockReasons } from '../stock.ts';
import { Ask } from '../ui/Ask.tsx';
import { Choice } from '../ui/Choice.tsx';

export type StockedProduct = { _id: string; name: string; stock: number };

type Props = {
  product: StockedProduct;
  onClose: () => void;
  /** The stock has changed, by this or by somebody else. */
  onChanged: () => void;
};

const options = Object.fromEntries(chosenReasons.map((reason) => [reason, stockReasons[reason]])) as Record<
  ChosenReason,
  string
>;

/** Pieces that came or went, or how many were counted. Sent again after a lost connection, it counts once. */
export function AdjustStock({ product, onClose, onChanged }: Props) {
  const { _id, name, stock } = product;
  const [reason, setReason] = useState<ChosenReason>('received');
  const [pieces, setPieces] = useState('');
  const [note, setNote] = useState('');
  const attempt = useRef<Attempt>(undefined);

  const adjust = () => {
    const json = { reason, pieces: pieces.trim() ? Number(pieces) : Number.NaN, seen: stock, note };
    attempt.current = attemptFor(attempt.current, JSON.stringify(json), randomKey);
    const { key } = attempt.current;
    return send(api.desk.stock[':productId'].$post({ param: { productId: _id }, json: { ...json, key } }));
  };

  return (
    <Ask
      title={`Stock of ${name}`}
      action="Save"
      onSubmit={adjust}
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      {(errors) => (
        <>
          <Choice
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
          <TextField
            label="Note (optional)"
            name="note"
            maxLength={200}
            autoComplete="off"
            value={note}
            onChange={setNote}
            error={errors.note}
          />
        </>
      )}
    </Ask>
  );
}

/** What it will come to: `100 now, +12 makes 112`. */
function preview(reason: ChosenReason, typed: string, stock: number): string {
  if (!/^\s*\d+\s*$/.test(typed)) return `${stock} now`;
  const change = changeOf(reason, Number(typed), stock);
  return `${stock} now, ${signed(change)} makes ${stock + change}`;
}
