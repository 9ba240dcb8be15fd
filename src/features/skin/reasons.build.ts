/** The reasons of a product's page, from the content. */
import { getCollection, getEntry } from 'astro:content';
import { type InciLookup, inciLookup } from '#features/ingredients/inci.ts';
import { type Concern, factsOf, type ProductOfContent, type Reason, reasonsOf } from './suits.ts';

/** The concerns of `content/search.yaml`, in its order. */
export async function getConcerns(): Promise<readonly Concern[]> {
  const entry = await getEntry('search', 'search');
  if (!entry) throw new Error('content/search.yaml: the file is missing');
  return entry.data.concerns;
}

let lookup: Promise<InciLookup> | undefined;

/** A build reads the ingredients once. */
async function getLookup(): Promise<InciLookup> {
  const read = async () =>
    inciLookup((await getCollection('ingredients')).map(({ id, data }) => [id, data] as const));
  if (!import.meta.env.PROD) return read();
  lookup ??= read();
  return lookup;
}

export const getReasons = async (product: ProductOfContent): Promise<Reason[]> =>
  reasonsOf(factsOf(product, await getLookup()), await getConcerns());
