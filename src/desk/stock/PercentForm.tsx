import { useState } from 'react';
import {
  changeByPercent,
  changeOfProduct,
  type ListedItem,
  type ProductChange,
  type Rounding,
  roundings,
} from '#domain/catalogue/product-list.ts';
import type { Paise } from '#lib/money.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CategoryField } from './CategoryField.tsx';

/** Changes of products that are shown before they are saved. @property same how many stay as they are */
export type Preview = { changes: readonly ProductChange[]; problems: readonly string[]; same: number };

type Props = { items: readonly ListedItem[]; onChange: (preview: Preview) => void };

/** Changes the prices of a category, or of all products that are not retired, by a percentage. */
export function PercentForm({ items, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [category, setCategory] = useState('');
  const [rounding, setRounding] = useState<Rounding>('100');
  const [withMrp, setWithMrp] = useState(false);
  const [error, setError] = useState<string>();

  const show = () => {
    const percent = Number(typed.replace('−', '-').replace(/\s|%/g, '') || Number.NaN);
    if (!(percent >= -90 && percent <= 500 && percent !== 0)) {
      setError('Please enter a number from −90 to 500, such as 10 or −10.');
      return;
    }
    setError(undefined);
    const chosen = items.filter(
      (item) => item.status !== 'retired' && (!category || item.category === category),
    );
    const by = (amount: Paise) => changeByPercent(amount, percent, rounding);
    const results = chosen.map((item) => {
      const mrp = item.originalPrice;
      const originalPrice = withMrp && mrp !== null ? by(mrp) : mrp;
      return [item, changeOfProduct(item, { price: by(item.price), originalPrice })] as const;
    });
    const changes = results.flatMap(([, change]) => (typeof change === 'object' ? [change] : []));
    const problems = results.flatMap(([{ name }, change]) =>
      typeof change === 'string' ? [`${name}: ${change}`] : [],
    );
    onChange({ changes, problems, same: chosen.length - changes.length - problems.length });
  };

  return (
    <form
      className="desk-tools"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <TextField
        label="Change by (%)"
        name="percent"
        inputMode="text"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        error={error}
      />
      <CategoryField
        label="Of"
        categories={items.map((item) => item.category)}
        value={category}
        onChange={setCategory}
      />
      <SelectField
        label="Rounded to"
        name="rounding"
        value={rounding}
        options={roundings}
        onChange={setRounding}
      />
      <label className="tick">
        <input type="checkbox" checked={withMrp} onChange={({ target }) => setWithMrp(target.checked)} /> The
        MRP too
      </label>
      <button type="submit" className="button quiet small">
        Preview
      </button>
    </form>
  );
}
