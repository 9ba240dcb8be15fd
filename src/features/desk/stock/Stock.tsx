import type { Place } from '../route.ts';
import { ProductStock } from './ProductStock.tsx';
import { StockList } from './StockList.tsx';

/** What lies on the shelf: all products, or one with what changed it. */
export default function Stock({ place }: { place: Place }) {
  return place.id ? <ProductStock id={place.id} /> : <StockList show={place.params.show} />;
}
