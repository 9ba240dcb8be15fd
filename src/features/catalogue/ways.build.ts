/** The ways into the collection: categories and brands with products, and concerns of `content/search.yaml`. */

import { categoryOfSlug } from '#domain/catalogue/category.ts';
import { isNew } from '#domain/catalogue/publication.ts';
import { type Ways, wayHref } from '#domain/catalogue/ways.ts';
import { getSearchContent } from '#features/search/search-content.build.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';
import { groupPage } from '#lib/paths.ts';
import { productsInOrder } from './card.build.ts';
import { getGroups } from './groups.build.ts';

/**
 * Whether a product is in a part of the collection, by the name that its filter has in addresses: `sale`. A sale that is still to come
 * counts, since pages are older than it.
 */
export async function hasPart(only: string): Promise<boolean> {
  const products = (await productsInOrder()).map(({ data }) => data);
  return products.some((one) => {
    if (only === 'new') return isNew(one);
    if (only === 'bestsellers') return one.bestseller;
    return only === 'sale' ? one.sales.length > 0 : one.category === only;
  });
}

/** The filters above the collection, which every page needs. */
export const getWays = oncePerBuild(async (): Promise<Ways> => {
  const { concerns } = await getSearchContent();
  const { categories } = await getGroups();
  const products = (await productsInOrder()).map(({ data }) => data);
  return {
    categories: [
      ...((await hasPart('bestsellers')) ? [{ label: 'Bestsellers', only: 'bestsellers' }] : []),
      ...((await hasPart('new')) ? [{ label: 'New arrivals', only: 'new' }] : []),
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
});

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
