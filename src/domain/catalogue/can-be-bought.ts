/** Not in sold-out.ts: this is in the script of every page. */
import type { LiveProduct } from './product.ts';

/** Whether an item can be bought (docs/behaviour.md, "Stock and retired products"). */
export const canBeBought = ({
  stock,
  paused,
  retired,
}: Pick<LiveProduct, 'stock' | 'paused' | 'retired'>): boolean => stock > 0 && !paused && !retired;
