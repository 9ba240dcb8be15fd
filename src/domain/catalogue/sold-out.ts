/** Whether something can be bought now (docs/behaviour.md, "Stock and retired products"). */
import type { ApiProduct, LiveProduct } from './product.ts';

/** Whether an item can be bought. */
export const canBeBought = ({
  stock,
  paused,
  retired,
}: Pick<LiveProduct, 'stock' | 'paused' | 'retired'>): boolean => stock > 0 && !paused && !retired;

/** The ids of the products of which nothing can be bought, whichever size or shade. */
export function soldOutProducts(
  items: readonly Pick<ApiProduct, '_id' | 'group' | 'stock' | 'paused' | 'retired'>[],
): string[] {
  const productOf = ({ _id, group }: (typeof items)[number]) => group ?? _id;
  const bought = new Set(items.filter(canBeBought).map(productOf));
  return [...new Set(items.map(productOf))].filter((id) => !bought.has(id));
}
