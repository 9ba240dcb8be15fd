/** The reasons of a product's page, from the content. */
import { getEntry } from 'astro:content';
import { allIngredients } from '#features/ingredients/entries.build.ts';
import { type Concern, factsOf, type ProductOfContent, type Reason, reasonsOf } from './suits.ts';

/** The concerns of `content/search.yaml`, in its order. */
export async function getConcerns(): Promise<readonly Concern[]> {
  const entry = await getEntry('search', 'search');
  if (!entry) throw new Error('content/search.yaml: the file is missing');
  return entry.data.concerns;
}

export const getReasons = async (product: ProductOfContent): Promise<Reason[]> =>
  reasonsOf(factsOf(product, (await allIngredients()).lookup), await getConcerns());
