import { useMemo, useState } from 'react';
import { csvFile } from 'shop-import/csv';
import { describeProblem, ImportRefused } from 'shop-import/problem';
import { type ListedItem, type ProductsOfBuild, readProductList } from '#domain/catalogue/product-list.ts';
import { productCells, productTitles } from '#domain/exports/lists.ts';
import { finderOf } from '#domain/stock/items.ts';
import { api, send } from '#lib/api.ts';
import { dayOf } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { Table } from '../ui/Table.tsx';
import { tableText } from '../ui/table-text.ts';
import { ListInput } from './ListInput.tsx';
import { ListProblems } from './ListProblems.tsx';
import { PercentForm, type Preview } from './PercentForm.tsx';

const amountText = (amount: Paise | null): string => (amount === null ? '–' : formatPrice(amount));

/** `₹599.00 → ₹539.00`, or only one where nothing changes. */
const fromTo = (before: string, after: string): string => (before === after ? after : `${before} → ${after}`);

/** Saves a list for spreadsheets, which this page and `npm run products` read back. */
function saveList(items: readonly ListedItem[]): void {
  const text = csvFile([productTitles, ...items.map(productCells)]);
  saveFile(`products-${dayOf(Date.now())}.csv`, text, 'text/csv;charset=utf-8');
}

/** Loads the products of the build, drafts too, and checks lists of changes of them. */
export function ProductsForm() {
  const loading = useLoad('products', () => send(api.desk.catalogue.products.$get()));
  return <LoadState of={loading}>{(products) => <Form {...products} />}</LoadState>;
}

/**
 * Makes a file of new prices, statuses and categories. It changes no product: they are content, and a server that takes
 * them from here would be overruled by the next deployment (docs/editing.md, "Change many products").
 */
function Form({ items, categories }: ProductsOfBuild) {
  const [preview, setPreview] = useState<Preview>();
  const find = useMemo(() => finderOf(items), [items]);

  const read = async (from: string | File) => {
    try {
      const { problems, ...list } = readProductList(await tableText(from), find, categories);
      setPreview({ ...list, problems: problems.map(describeProblem) });
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      setPreview({ changes: [], problems: [error.message], same: 0 });
    }
  };

  return (
    <>
      <p className="desk-text">
        Prices, statuses and categories are part of the shop’s content. This page checks a list of changes and
        saves it as a file. <code>npm run products</code> shows the same preview, and writes the changes into
        the content. They are published together, and one revert undoes them.
      </p>
      <div className="desk-tools">
        <button type="button" className="button quiet small" onClick={() => saveList(items)}>
          Save all products as a file
        </button>
      </div>
      <PercentForm items={items} onChange={setPreview} />
      <ListInput
        label="Or paste a table"
        hint="With headings: ID, SKU or Barcode; and Price, MRP, Status or Category. The file of all products has them."
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

function PreviewTable({ changes, problems, same }: Preview) {
  if (!changes.length) return <p className="soft">{problems.length ? '' : 'No product would change.'}</p>;
  return (
    <>
      <p>
        {changes.length === 1 ? '1 product changes' : `${changes.length} products change`}
        {same > 0 && `, ${same} stay`}.
      </p>
      <Table
        rows={changes}
        keyOf={({ item }) => item.id}
        columns={[
          ['Product', ({ item }) => item.name],
          [
            'Price',
            ({ item, price, isLarge }) => (
              <>
                {isLarge && <StatusBadge tone="ended">More than half</StatusBadge>}{' '}
                {fromTo(amountText(item.price), amountText(price))}
              </>
            ),
            'number',
          ],
          [
            'MRP',
            ({ item, originalPrice }) => fromTo(amountText(item.originalPrice), amountText(originalPrice)),
            'number',
          ],
          ['Status', ({ item, status }) => fromTo(item.status, status)],
          ['Category', ({ item, category }) => fromTo(item.category, category)],
        ]}
      />
      <div className="desk-end cluster">
        <button
          type="button"
          className="button"
          disabled={problems.length > 0}
          onClick={() => saveList(changes.map(({ item, isLarge: _, ...values }) => ({ ...item, ...values })))}
        >
          Save the changes as a file
        </button>
      </div>
    </>
  );
}
