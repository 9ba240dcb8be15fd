/** The ways into the collection: categories and brands with products, and concerns of `content/search.yaml`. */

import { categoryOfSlug } from '#domain/catalogue/category.ts';
import { type Ways, wayHref } from '#domain/catalogue/ways.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { groupPage } from '#lib/paths.ts';
import { productsInOrder } from './card.build.ts';
import { getGroups } from './groups.build.ts';

async function readWays(): Promise<Ways> {
  const { concerns } = await getSearchContent();
  const { categories } = await getGroups();
  const products = (await productsInOrder()).map(({ data }) => data);
  return {
    categories: [
      ...(products.some(({ bestseller }) => bestseller)
        ? [{ label: 'Bestsellers', only: 'bestsellers' }]
        : []),
      // The filter knows the category that products name, not those that contain it.
      ...categories.flatMap(({ slug, name }) => {
        const only = categoryOfSlug(slug);
        return products.some(({ category }) => category === only) ? [{ label: name, only }] : [];
      }),
    ],
    concerns: concerns.flatMap(({ id, menu, english: [q] }) =>
      menu && q && products.some(({ tags }) => tags.includes(id)) ? [{ label: menu, q }] : [],
    ),
  };
}

let ways: Promise<Ways> | undefined;

/** The filters above the collection. Every page needs them: a build makes them once. */
export function getWays(): Promise<Ways> {
  if (!import.meta.env.PROD) return readWays();
  ways ??= readWays();
  return ways;
}

type Link = { label: string; href: string };

/** The links of menu and footer: the widest categories by their pages, brands where there are several, concerns. */
export async function getMenu(): Promise<{ categories: Link[]; brands: Link[]; concerns: Link[] }> {
  const ways = await getWays();
  const { categories, brands } = await getGroups();
  const link = ({ kind, slug, name }: (typeof categories)[number]): Link => ({
    label: name,
    href: groupPage(kind, slug),
  });
  const linksTo = (list: Ways['categories']): Link[] =>
    list.map((way) => ({ label: way.label, href: wayHref(way) }));
  return {
    categories: [
      ...linksTo(ways.categories.filter(({ only }) => only === 'bestsellers')),
      ...categories.filter(({ parent }) => !parent).map(link),
    ],
    brands: brands.length > 1 ? brands.map(link) : [],
    concerns: linksTo(ways.concerns),
  };
}
