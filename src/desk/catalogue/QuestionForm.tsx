import { useState } from 'react';
import type { Answers, ImportedCatalogue } from 'shop-import/read-catalogue';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';

const stocks = {
  none: 'Not known: 0 pieces',
  pieces: 'Pieces of each size and shade',
  uncounted: 'Not counted',
};
type Stock = keyof typeof stocks;

type Props = {
  questions: ImportedCatalogue['questions'];
  answers: Answers;
  onAnswer: (answers: Pick<Answers, 'rate' | 'stock'>) => void;
};

const isAmount = (text: string) => Number.isFinite(Number(text)) && Number(text) > 0;

/** What only the owner knows of a file: the rate of its currency, and the stock that it does not say. */
export function QuestionForm({ questions: { currencies, uncounted }, answers, onAnswer }: Props) {
  const [rate, setRate] = useState(answers.rate === undefined ? '' : String(answers.rate));
  const [stock, setStock] = useState<Stock>(
    answers.stock === undefined ? 'none' : typeof answers.stock === 'number' ? 'pieces' : 'uncounted',
  );
  const [pieces, setPieces] = useState(typeof answers.stock === 'number' ? String(answers.stock) : '');
  const [isChecked, setChecked] = useState(false);
  const wrongRate = rate !== '' && !isAmount(rate);
  const wrongPieces = stock === 'pieces' && !/^\d{1,6}$/.test(pieces);
  return (
    <form
      className="desk-import-questions"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (wrongRate || wrongPieces) return;
        const counted = stock === 'pieces' ? Number(pieces) : ('not counted' as const);
        onAnswer({ rate: rate ? Number(rate) : undefined, stock: stock === 'none' ? undefined : counted });
      }}
    >
      {currencies.length > 0 && (
        <TextField
          label={`Rupees for 1 ${currencies.join(' or ')}`}
          name="rate"
          inputMode="decimal"
          value={rate}
          onChange={setRate}
          error={isChecked && wrongRate ? 'Please enter a number above 0, such as 83.2.' : undefined}
        />
      )}
      {uncounted > 0 && (
        <SelectField
          label={`Stock of ${uncounted === 1 ? '1 product' : `${uncounted} products`} without a number`}
          name="stock"
          value={stock}
          options={stocks}
          onChange={setStock}
        />
      )}
      {uncounted > 0 && stock === 'pieces' && (
        <TextField
          label="Pieces"
          name="pieces"
          inputMode="numeric"
          value={pieces}
          onChange={setPieces}
          error={isChecked && wrongPieces ? 'Please enter a whole number.' : undefined}
        />
      )}
      <button type="submit" className="button quiet">
        Read again
      </button>
    </form>
  );
}
