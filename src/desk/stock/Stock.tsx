import type { Route } from '#domain/desk/route.ts';
import { ProductStock } from './ProductStock.tsx';
import { StockList } from './StockList.tsx';

/** The stock of all products, or of one with its changes. */
export default function Stock({ route }: { route: Route }) {
  return route.id ? <ProductStock id={route.id} /> : <StockList show={route.params.show} />;
}
