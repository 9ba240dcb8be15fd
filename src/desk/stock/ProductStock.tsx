import { useState } from 'react';
import { productOf } from '#domain/catalogue/sellable-id.ts';
import { hashOf } from '#domain/desk/route.ts';
import { signed } from '#domain/stock/changes.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { productPath } from '#lib/paths.ts';
import { Fact } from '#ui/Fact.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { TableList } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';
import { AdjustStockDialog } from './AdjustStockDialog.tsx';
import { PauseDialog } from './PauseDialog.tsx';

/** One product: its stock, and its changes besides orders, newest first. */
export function ProductStock({ id }: { id: string }) {
  const [asking, setAsking] = useState<'stock' | 'selling'>();
  const pages = usePages(
    id,
    (after) => send(api.desk.stock[':productId'].$get({ param: { productId: id }, query: { after } })),
    ({ rows }) => rows,
  );
  const product = pages.answer?.product;
  return (
    <>
      <p>
        <a href={hashOf({ screen: 'stock' })}>← Stock</a>
      </p>
      <h1>{product?.name ?? 'Stock'}</h1>
      {product && (
        <>
          <dl className="desk-facts cluster">
            <Fact name="In stock">
              {product.tracked ? product.stock : 'Not counted: always in stock'}{' '}
              {product.low && <StatusBadge tone="ended">Running out</StatusBadge>}
            </Fact>
            {product.waiting > 0 && <Fact name="Wait to hear that it is back">{product.waiting}</Fact>}
            <Fact name="Running out at">{product.lowStock}</Fact>
            <Fact name="Sold in 30 days">{product.sold}</Fact>
            {product.tracked && <Fact name="Opening stock">{product.opening}</Fact>}
            <Fact name="In the shop">
              <a href={productPath(product.id)}>{product.retired ? 'No longer sold' : 'See it'}</a>
            </Fact>
            <Fact name="Price and sale">
              <a href={hashOf({ screen: 'products', id: productOf(product.id) })}>Change</a>
            </Fact>
          </dl>
          {product.paused !== null && (
            <p className="notice desk-text">
              Not sold since {formatDayTime(product.pausedAt ?? 0)} ({product.pausedBy}). Shoppers read:{' '}
              {product.paused}
            </p>
          )}
          <div className="desk-tools">
            <button type="button" className="button small" onClick={() => setAsking('stock')}>
              Adjust
            </button>
            {!product.retired && (
              <button type="button" className="button quiet small" onClick={() => setAsking('selling')}>
                {product.paused === null ? 'Pause selling' : 'Resume selling'}
              </button>
            )}
          </div>
          <h2>Changes besides orders</h2>
        </>
      )}
      <TableList
        pages={pages}
        empty="Only orders have changed this stock so far."
        keyOf={({ id }) => id}
        columns={[
          ['When', ({ at }) => formatDayTime(at)],
          ['Pieces', ({ change }) => signed(change), 'number'],
          [
            'Why',
            ({ why, note, orderId, order }) => (
              <>
                {why} {note && <span className="soft">{note}</span>}
                {orderId && <a href={hashOf({ screen: 'orders', id: orderId })}>{order ?? 'The order'}</a>}
              </>
            ),
          ],
          ['Who', ({ actor }) => actor ?? '–'],
        ]}
      />
      {asking === 'stock' && product && (
        <AdjustStockDialog product={product} onClose={() => setAsking(undefined)} onChanged={pages.reload} />
      )}
      {asking === 'selling' && product && (
        <PauseDialog product={product} onClose={() => setAsking(undefined)} onChanged={pages.reload} />
      )}
    </>
  );
}
