/** The ways into the collection, from the categories and concerns of `content/search.yaml` that have a product. */

import type { Ways } from '#domain/catalogue/ways.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { productsInOrder } from './card.build.ts';

async function readWays(): Promise<Ways> {
  const { types, concerns } = await getSearchContent();
  const products = (await productsInOrder()).map(({ data }) => data);
  return {
    categories: [
      ...(products.some(({ bestseller }) => bestseller)
        ? [{ label: 'Bestsellers', only: 'bestsellers' }]
        : []),
      ...types.flatMap(({ menu, categories }) => {
        const only = products.find(({ category }) => categories.includes(category))?.category;
        return menu && only ? [{ label: menu, only }] : [];
      }),
    ],
    concerns: concerns.flatMap(({ id, menu, english: [q] }) =>
      menu && q && products.some(({ tags }) => tags.includes(id)) ? [{ label: menu, q }] : [],
    ),
  };
}

let ways: Promise<Ways> | undefined;

/** Every page needs them: a build makes them once. */
export function getWays(): Promise<Ways> {
  if (!import.meta.env.PROD) return readWays();
  ways ??= readWays();
  return ways;
}
