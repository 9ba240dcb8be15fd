import { hashOf, viewOf } from '#domain/desk/route.ts';
import { type ListKind, stockLists } from '#domain/stock/changes.ts';
import { keysOf } from '#lib/keys.ts';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { loadItems } from './items.api.ts';
import { ProductsForm } from './ProductsForm.tsx';
import { StockListForm } from './StockListForm.tsx';
import '../ui/end-bar.css';
import './lists.css';

/** Changes of many products at once: goods that came in, a count, or prices, statuses and categories. */
export default function ListScreen({ name }: { name: string }) {
  const view = viewOf(stockLists, name);
  return (
    <>
      <p>
        <a href={hashOf({ screen: 'stock' })}>← Stock</a>
      </p>
      <h1>{stockLists[view]}</h1>
      <nav className="desk-tools" aria-label="Lists">
        {keysOf(stockLists).map((one) => (
          <a
            key={one}
            className="stock-tab"
            href={hashOf({ screen: 'stock', params: { list: one } })}
            aria-current={one === view ? 'page' : undefined}
          >
            {stockLists[one]}
          </a>
        ))}
      </nav>
      {view === 'products' ? <ProductsForm /> : <Pieces kind={view} />}
    </>
  );
}

function Pieces({ kind }: { kind: ListKind }) {
  const loading = useLoad('items', loadItems);
  return (
    <LoadState of={loading}>
      {(items) => <StockListForm key={kind} kind={kind} items={items} reload={loading.reload} />}
    </LoadState>
  );
}
