import { hashOf, viewOf } from '#domain/desk/route.ts';
import { listKinds } from '#domain/stock/stock-list.ts';
import { keysOf } from '#lib/keys.ts';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { loadItems } from './items.api.ts';
import { PriceForm } from './PriceForm.tsx';
import { StockListForm } from './StockListForm.tsx';
import '../ui/end-bar.css';
import './lists.css';

const names = { ...listKinds, prices: 'Change prices' } as const;

/** Changes of many products at once: goods that came in, a count, or prices. */
export default function ListScreen({ name }: { name: string }) {
  const view = viewOf(names, name);
  const loading = useLoad('items', loadItems);
  return (
    <>
      <p>
        <a href={hashOf({ screen: 'stock' })}>← Stock</a>
      </p>
      <h1>{names[view]}</h1>
      <nav className="desk-tools" aria-label="Lists">
        {keysOf(names).map((one) => (
          <a
            key={one}
            className="stock-tab"
            href={hashOf({ screen: 'stock', params: { list: one } })}
            aria-current={one === view ? 'page' : undefined}
          >
            {names[one]}
          </a>
        ))}
      </nav>
      <LoadState of={loading}>
        {(items) =>
          view === 'prices' ? (
            <PriceForm items={items} />
          ) : (
            <StockListForm key={view} kind={view} items={items} reload={loading.reload} />
          )
        }
      </LoadState>
    </>
  );
}
