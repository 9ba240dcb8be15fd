/** The kits that hold a product: its page names them below its price. */
import { productOf } from '#domain/catalogue/sellable-id.ts';
import { type ProductEntry, productsInOrder } from './card.build.ts';

/** In the shop's order. @param id of a product */
export const kitsWith = async (id: string): Promise<ProductEntry[]> =>
  (await productsInOrder()).filter(({ data }) => data.parts?.some((part) => productOf(part) === id));
