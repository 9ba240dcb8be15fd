import { useState } from 'react';
import { hashOf, type Route, setFilters, viewOf } from '#domain/desk/route.ts';
import { stockLists, stockViews } from '#domain/stock/changes.ts';
import { codesOf } from '#domain/stock/items.ts';
import { api, send } from '#lib/api.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { TableList } from '../ui/List.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { RowButton } from '../ui/Table.tsx';
import { usePages } from '../ui/usePages.ts';
import { AdjustStockDialog, type StockedProduct } from './AdjustStockDialog.tsx';
import { CategoryField } from './CategoryField.tsx';

const emptyTexts = {
  sold: 'There are no products here.',
  low: 'Nothing is running out.',
  out: 'Nothing is sold out.',
  paused: 'No sale is paused.',
  retired: 'There are no products here.',
} as const;

/** Products with their stock, each with a button to adjust it. */
export function StockList({ params: { show, q = '', category = '' } }: Pick<Route, 'params'>) {
  const view = viewOf(stockViews, show);
  const [adjusted, setAdjusted] = useState<StockedProduct>();
  const pages = usePages(
    `stock ${view} ${category} ${q}`,
    (after) => send(api.desk.stock.$get({ query: { show: view, q, ...(category && { category }), after } })),
    ({ products }) => products,
  );
  // Only a first page has them.
  const [categories, setCategories] = useState<readonly string[]>([]);
  const listed = pages.answer?.categories;
  if (listed?.length && listed !== categories) setCategories(listed);
  return (
    <>
      <h1>Stock</h1>
      <div className="desk-tools">
        {Object.entries(stockLists).map(([list, label]) => (
          <a key={list} className="button quiet small" href={hashOf({ screen: 'stock', params: { list } })}>
            {label}
          </a>
        ))}
      </div>
      <div className="desk-tools">
        <SearchField
          key={q}
          label="Name, id, SKU or barcode"
          value={q}
          onSearch={(text) => setFilters('stock', { q: text })}
        />
        <SelectField
          label="Show"
          name="show"
          value={view}
          options={stockViews}
          onChange={(next) => setFilters('stock', { show: next })}
        />
        <CategoryField
          value={category}
          categories={categories}
          onChange={(next) => setFilters('stock', { category: next })}
        />
      </div>
      <TableList
        pages={pages}
        empty={q || category ? 'No product matches.' : emptyTexts[view]}
        keyOf={({ _id }) => _id}
        columns={[
          [
            'Product',
            ({ _id, name, sku, barcode, paused }) => (
              <>
                <a href={hashOf({ screen: 'stock', id: _id })}>{name}</a>{' '}
                {paused !== null && <StatusBadge tone="ended">Paused</StatusBadge>}
                {(sku || barcode) && <span className="desk-second">{codesOf({ sku, barcode })}</span>}
              </>
            ),
          ],
          [
            'In stock',
            ({ low, stock }) => (
              <>
                {low && <StatusBadge tone="ended">{stock ? 'Running out' : 'Sold out'}</StatusBadge>}{' '}
                <strong>{stock}</strong>
              </>
            ),
            'number',
          ],
          ['Sold in 30 days', ({ sold }) => sold, 'number'],
          ['Opening stock', ({ opening }) => opening, 'number'],
          [
            'Adjust',
            (product) => (
              <RowButton label={`Adjust ${product.name}`} onClick={() => setAdjusted(product)}>
                Adjust
              </RowButton>
            ),
            'action',
          ],
        ]}
      />
      {adjusted && (
        <AdjustStockDialog
          product={pages.rows.find(({ _id }) => _id === adjusted._id) ?? adjusted}
          onClose={() => setAdjusted(undefined)}
          onChanged={pages.reload}
        />
      )}
    </>
  );
}
