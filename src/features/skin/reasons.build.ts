/** The reasons of a product's page, from the content. */

import { factsOf, type ProductOfContent, type Reason, reasonsOf } from '#domain/skin/suits.ts';
import { allIngredients } from '#features/ingredients/entries.build.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';

export const getReasons = async (product: ProductOfContent): Promise<Reason[]> =>
  reasonsOf(factsOf(product, (await allIngredients()).lookup), (await getSearchContent()).concerns);
