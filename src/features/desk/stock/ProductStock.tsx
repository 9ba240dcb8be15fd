import { type ReactNode, useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { hashOf } from '../route.ts';
import { List } from '../ui/List.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { usePages } from '../ui/usePages.ts';
import { AdjustStockDialog } from './AdjustStockDialog.tsx';
import { signed } from './changes.ts';

type Product = ResponseOf<(typeof api.desk.stock)[':productId']['$get']>['product'];

/** One product: its stock, and its changes besides orders, newest first. */
export function ProductStock({ id }: { id: string }) {
  const [product, setProduct] = useState<Product>();
  const [asking, setAsking] = useState(false);
  const pages = usePages(id, async (after) => {
    const answer = await send(
      api.desk.stock[':productId'].$get({ param: { productId: id }, query: { after } }),
    );
    if (!answer.ok) return answer;
    setProduct(answer.data.product);
    return { ok: true, data: { rows: answer.data.changes, next: answer.data.next } };
  });
  return (
    <>
      <p>
        <a href={hashOf({ screen: 'stock' })}>← Stock</a>
      </p>
      <h1>{product?.name ?? 'Stock'}</h1>
      {product && (
        <>
          <dl className="desk-facts">
            <Fact name="In stock">
              {product.stock} {product.low && <StatusBadge tone="ended">Running out</StatusBadge>}
            </Fact>
            <Fact name="Sold in 30 days">{product.sold}</Fact>
            <Fact name="Opening stock">{product.opening}</Fact>
            <Fact name="In the shop">
              <a href={paths.product(product._id)}>{product.retired ? 'No longer sold' : 'See it'}</a>
            </Fact>
          </dl>
          <div>
            <button type="button" className="button small" onClick={() => setAsking(true)}>
              Adjust
            </button>
          </div>
          <h2>Changes besides orders</h2>
        </>
      )}
      <List pages={pages} empty="Only orders have changed this stock so far.">
        {(rows) => (
          <table className="desk-table">
            <TableHead columns={['When', { number: 'Pieces' }, 'Why', 'Who']} />
            <tbody>
              {rows.map(({ _id, date, change, why, note, actor, orderId, order }) => (
                <tr key={_id}>
                  <td data-label="When">{formatMoment(date)}</td>
                  <td data-label="Pieces" className="number">
                    {signed(change)}
                  </td>
                  <td data-label="Why">
                    <span>
                      {why} {note && <span className="soft">{note}</span>}
                      {orderId && (
                        <a href={hashOf({ screen: 'orders', id: orderId })}>{order ?? 'The order'}</a>
                      )}
                    </span>
                  </td>
                  <td data-label="Who">{actor ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </List>
      {asking && product && (
        <AdjustStockDialog product={product} onClose={() => setAsking(false)} onChanged={pages.reload} />
      )}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
