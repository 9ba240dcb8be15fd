/** Whether something can be bought now (docs/behaviour.md, "Stock and retired products"). */
import type { ApiProduct, LiveProduct } from './product.ts';
import { productOf } from './sellable-id.ts';

/** Whether an item can be bought. */
export const canBeBought = ({
  stock,
  paused,
  retired,
}: Pick<LiveProduct, 'stock' | 'paused' | 'retired'>): boolean => stock > 0 && !paused && !retired;

/** The ids of the products of which nothing can be bought, whichever size or shade. */
export function soldOutProducts(
  items: readonly Pick<ApiProduct, '_id' | 'stock' | 'paused' | 'retired'>[],
): string[] {
  const ofProduct = ({ _id }: (typeof items)[number]) => productOf(_id);
  const bought = new Set(items.filter(canBeBought).map(ofProduct));
  return [...new Set(items.map(ofProduct))].filter((id) => !bought.has(id));
}
