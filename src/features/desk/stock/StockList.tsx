import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { goTo, hashOf, viewOf } from '../route.ts';
import { List } from '../ui/List.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { AdjustStockDialog, type StockedProduct } from './AdjustStockDialog.tsx';
import { stockViews } from './changes.ts';

/** Products with their stock, each with a button to adjust it. */
export function StockList({ show }: { show: string | undefined }) {
  const view = viewOf(stockViews, show);
  const [adjusted, setAdjusted] = useState<StockedProduct>();
  const pages = usePages(`stock ${view}`, async (after) =>
    asPage(await send(api.desk.stock.$get({ query: { show: view, after } })), ({ products }) => products),
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
      <List pages={pages} empty={view === 'low' ? 'Nothing is running out.' : 'There are no products here.'}>
        {(rows) => (
          <table className="desk-table">
            <TableHead
              columns={[
                'Product',
                { number: 'In stock' },
                { number: 'Sold in 30 days' },
                { number: 'Opening stock' },
                { visuallyHidden: 'Adjust' },
              ]}
            />
            <tbody>
              {rows.map((product) => (
                <tr key={product._id}>
                  <td data-label="Product">
                    <a href={hashOf({ screen: 'stock', id: product._id })}>{product.name}</a>
                  </td>
                  <td data-label="In stock" className="number">
                    <span>
                      {product.low && <StatusBadge tone="ended">Running out</StatusBadge>}{' '}
                      <strong>{product.stock}</strong>
                    </span>
                  </td>
                  <td data-label="Sold in 30 days" className="number">
                    {product.sold}
                  </td>
                  <td data-label="Opening stock" className="number">
                    {product.opening}
                  </td>
                  <td className="desk-action">
                    <button
                      type="button"
                      className="button quiet small"
                      aria-label={`Adjust ${product.name}`}
                      onClick={() => setAdjusted(product)}
                    >
                      Adjust
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </List>
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
