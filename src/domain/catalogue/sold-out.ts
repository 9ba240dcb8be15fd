/** What cannot be bought now (docs/behaviour.md, "Stock and retired products"). */
import { canBeBought } from './can-be-bought.ts';
import type { ApiProduct } from './product.ts';
import { partIdOf, productOf } from './sellable-id.ts';

/**
 * What cannot be bought: the ids of the products of which nothing can be, and of others the sizes and shades that cannot
 * ({@link partIdOf}).
 */
export function soldOutIds(
  items: readonly Pick<ApiProduct, '_id' | 'stock' | 'paused' | 'retired'>[],
): string[] {
  const byProduct = Map.groupBy(items, ({ _id }) => productOf(_id));
  return [...byProduct].flatMap(([product, sold]) => {
    const out = sold.filter((one) => !canBeBought(one));
    return out.length === sold.length ? [product] : out.map(({ _id }) => partIdOf(_id));
  });
}
