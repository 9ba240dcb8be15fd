import { useMemo, useState } from 'react';
import { priceCells, priceTitles } from '#domain/exports/lists.ts';
import { describeProblem, ImportRefused } from '#domain/import/problem.ts';
import {
  changeByPercent,
  changeOfPrice,
  type PriceChange,
  type Rounding,
  readPriceList,
  roundings,
} from '#domain/pricing/price-list.ts';
import { finderOf } from '#domain/stock/items.ts';
import { csvFile } from '#lib/csv.ts';
import { dayOf } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Table } from '../ui/Table.tsx';
import { tableText } from '../ui/table-text.ts';
import { CategoryField } from './CategoryField.tsx';
import type { StockItem } from './items.api.ts';
import { ListInput } from './ListInput.tsx';
import { ListProblems } from './ListProblems.tsx';

type Change = PriceChange<StockItem>;
type Preview = { changes: readonly Change[]; problems: readonly string[]; same: number };

/** `₹599.00 → ₹539.00` */
const fromTo = (before: Paise | null, after: Paise | null): string => {
  const text = (amount: Paise | null) => (amount === null ? '–' : formatPrice(amount));
  return before === after ? text(after) : `${text(before)} → ${text(after)}`;
};

/**
 * Makes a file of new prices. It changes no price: prices are content, and a server that takes them from here would be
 * overruled by the next deployment (docs/editing.md, "Change many prices").
 */
export function PriceForm({ items }: { items: readonly StockItem[] }) {
  const [preview, setPreview] = useState<Preview>();
  const find = useMemo(() => finderOf(items), [items]);

  const read = async (from: string | File) => {
    try {
      const { problems, ...list } = readPriceList(await tableText(from), find);
      setPreview({ ...list, problems: problems.map(describeProblem) });
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      setPreview({ changes: [], problems: [error.message], same: 0 });
    }
  };

  return (
    <>
      <p className="desk-text">
        Prices are part of the shop’s content, so this page makes a file of new prices, and changes none.
        Whoever publishes content applies it with <code>npm run prices</code>, which shows the same preview;
        it can be undone like every published change.
      </p>
      <ByPercent items={items} onChange={setPreview} />
      <ListInput
        label="Or paste a table"
        hint="With headings: ID, SKU or Barcode; Price, MRP or both. Export → Current stock has them."
        onTable={(from) => void read(from)}
      />
      {preview && (
        <>
          <ListProblems problems={preview.problems} onDrop={() => setPreview({ ...preview, problems: [] })} />
          <PreviewTable {...preview} />
        </>
      )}
    </>
  );
}

type PercentProps = { items: readonly StockItem[]; onChange: (preview: Preview) => void };

function ByPercent({ items, onChange }: PercentProps) {
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
    const chosen = items.filter((item) => !category || item.category === category);
    const by = (amount: Paise) => changeByPercent(amount, percent, rounding);
    const results = chosen.map((item) => {
      const mrp = item.originalPrice;
      return [item, changeOfPrice(item, by(item.price), withMrp && mrp !== null ? by(mrp) : mrp)] as const;
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

function PreviewTable({ changes, problems, same }: Preview) {
  if (!changes.length) return <p className="soft">{problems.length ? '' : 'No price would change.'}</p>;
  const save = () => {
    const rows = changes.map(({ item, price, originalPrice }) =>
      priceCells({ ...item, price, originalPrice }),
    );
    const text = csvFile([priceTitles, ...rows]);
    saveFile(`prices-${dayOf(Date.now())}.csv`, text, 'text/csv;charset=utf-8');
  };
  return (
    <>
      <p>
        {changes.length === 1 ? '1 price changes' : `${changes.length} prices change`}
        {same > 0 && `, ${same} stay`}.
      </p>
      <Table
        rows={changes}
        keyOf={({ item }) => item._id}
        columns={[
          ['Product', ({ item }) => item.name],
          [
            'Price',
            ({ item, price, isLarge }) => (
              <>
                {isLarge && <StatusBadge tone="ended">More than half</StatusBadge>}{' '}
                {fromTo(item.price, price)}
              </>
            ),
            'number',
          ],
          ['MRP', ({ item, originalPrice }) => fromTo(item.originalPrice, originalPrice), 'number'],
        ]}
      />
      <div className="desk-end cluster">
        <button type="button" className="button" disabled={problems.length > 0} onClick={save}>
          Save the price file
        </button>
      </div>
    </>
  );
}
