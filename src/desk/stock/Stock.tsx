import { useState } from 'react';
import { hashOf, type Route, setFilters } from '#domain/desk/route.ts';
import { stockLists, stockViews } from '#domain/stock/changes.ts';
import { formatCodes } from '#domain/stock/items.ts';
import { api, send } from '#lib/api.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { DeskList } from '../ui/DeskList.tsx';
import { AdjustStockDialog } from './AdjustStockDialog.tsx';
import { CategoryField } from './CategoryField.tsx';
import { ProductStock } from './ProductStock.tsx';

const emptyTexts = {
  sold: 'There are no products here.',
  low: 'Nothing is running out.',
  out: 'Nothing is sold out.',
  paused: 'No sale is paused.',
  retired: 'There are no products here.',
} as const;

/** Products with their stock, each with a button to adjust it. */
function StockList({ route }: { route: Route }) {
  const { category = '' } = route.params;
  // Only a first page has them.
  const [categories, setCategories] = useState<readonly string[]>([]);
  return (
    <DeskList
      route={route}
      title="Stock"
      intro={() => (
        <div className="desk-tools">
          {Object.entries(stockLists).map(([list, label]) => (
            <a key={list} className="button quiet small" href={hashOf({ screen: 'stock', params: { list } })}>
              {label}
            </a>
          ))}
        </div>
      )}
      search="Name, id, SKU or barcode"
      views={{ param: 'show', options: stockViews }}
      tools={() => (
        <CategoryField
          value={category}
          categories={categories}
          onChange={(next) => setFilters('stock', { category: next })}
        />
      )}
      load={async ({ view: show, q, after }) => {
        const answer = await send(
          api.desk.stock.$get({ query: { show, q, ...(category && { category }), after } }),
        );
        if (answer.ok && answer.data.categories.length) setCategories(answer.data.categories);
        return answer;
      }}
      empty={({ view, q }) => (q || category ? 'No product matches.' : emptyTexts[view])}
      columns={[
        [
          'Product',
          ({ id, name, sku, barcode, paused }) => (
            <>
              <a href={hashOf({ screen: 'stock', id })}>{name}</a>{' '}
              {paused !== null && <StatusBadge tone="ended">Paused</StatusBadge>}
              {(sku || barcode) && <span className="desk-second">{formatCodes({ sku, barcode })}</span>}
            </>
          ),
        ],
        [
          'In stock',
          ({ low, stock, tracked }) => (
            <>
              {low && <StatusBadge tone="ended">{stock ? 'Running out' : 'Sold out'}</StatusBadge>}{' '}
              <strong>{tracked ? stock : 'Not counted'}</strong>
            </>
          ),
          'number',
        ],
        ['Sold in 30 days', ({ sold }) => sold, 'number'],
        ['Opening stock', ({ opening, tracked }) => (tracked ? opening : '–'), 'number'],
      ]}
      actions={[
        {
          label: 'Adjust',
          name: ({ name }) => `Adjust ${name}`,
          when: ({ tracked }) => tracked,
          dialog: (product, ends) => <AdjustStockDialog product={product} {...ends} />,
        },
      ]}
    />
  );
}

/** Reading tables is loaded when it is needed. */
const ListScreen = lazyComponent(() => import('./ListScreen.tsx'));

/** The stock of all products, of one with its changes, or a list of many (`#stock?list=received`). */
export default function Stock({ route }: { route: Route }) {
  const { id, params } = route;
  if (id) return <ProductStock id={id} />;
  return params.list ? <ListScreen name={params.list} /> : <StockList route={route} />;
}
