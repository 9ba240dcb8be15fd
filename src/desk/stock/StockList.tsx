import { useState } from 'react';
import { goTo, hashOf, viewOf } from '#domain/desk/route.ts';
import { stockViews } from '#domain/stock/changes.ts';
import { api, send } from '#lib/api.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { TableList } from '../ui/List.tsx';
import { RowButton } from '../ui/Table.tsx';
import { usePages } from '../ui/usePages.ts';
import { AdjustStockDialog, type StockedProduct } from './AdjustStockDialog.tsx';

/** Products with their stock, each with a button to adjust it. */
export function StockList({ show }: { show: string | undefined }) {
  const view = viewOf(stockViews, show);
  const [adjusted, setAdjusted] = useState<StockedProduct>();
  const pages = usePages(
    `stock ${view}`,
    (after) => send(api.desk.stock.$get({ query: { show: view, after } })),
    ({ products }) => products,
  );
  return (
    <>
      <h1>Stock</h1>
      <div className="desk-tools">
        <SelectField
          label="Show"
          name="show"
          value={view}
          options={stockViews}
          onChange={(next) => goTo({ screen: 'stock', params: { show: next } })}
        />
      </div>
      <TableList
        pages={pages}
        empty={view === 'low' ? 'Nothing is running out.' : 'There are no products here.'}
        keyOf={({ _id }) => _id}
        columns={[
          [
            'Product',
            ({ _id, name, paused }) => (
              <>
                <a href={hashOf({ screen: 'stock', id: _id })}>{name}</a>{' '}
                {paused !== null && <StatusBadge tone="ended">Paused</StatusBadge>}
              </>
            ),
          ],
          [
            'In stock',
            ({ low, stock }) => (
              <>
                {low && <StatusBadge tone="ended">Running out</StatusBadge>} <strong>{stock}</strong>
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
