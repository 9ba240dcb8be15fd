import type { Route } from '#domain/desk/route.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { ProductStock } from './ProductStock.tsx';
import { StockList } from './StockList.tsx';

/** Reading tables is loaded when it is needed. */
const ListScreen = lazyComponent(() => import('./ListScreen.tsx'));

/** The stock of all products, of one with its changes, or a list of many (`#stock?list=received`). */
export default function Stock({ route }: { route: Route }) {
  const { id, params } = route;
  if (id) return <ProductStock id={id} />;
  return params.list ? <ListScreen name={params.list} /> : <StockList route={route} />;
}
