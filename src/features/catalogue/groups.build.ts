/** The pages of categories, brands and countries of origin, from `content/categories`, `content/brands` and the products. */

import { getCollection } from 'astro:content';
import { existsSync } from 'node:fs';
import { countryName } from 'shop-import/country';
import { inMenuOrder, isWithin, pathTo, slugOfCategory } from '#domain/catalogue/category.ts';
import type { BrandContent, CategoryContent } from '#domain/catalogue/category-content.ts';
import { originCounts } from '#domain/catalogue/origin.ts';
import { slugOf } from '#domain/import/slug.ts';
import { pageCount } from '#domain/search/paging.ts';
import { filesOfPages, fixedPages, isSwitchedOff } from '#domain/store/fixed-pages.ts';
import { contentFile } from '#lib/content-folder.build.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';
import { ownPagePaths } from '#lib/own-pages.build.ts';
import { groupPage } from '#lib/paths.ts';
import { type ProductEntry, productById, productsInOrder } from './card.build.ts';
import { getCategories } from './categories.build.ts';

/** A category, brand or country with the products of its page. */
export type Group = {
  kind: 'category' | 'brand' | 'origin';
  slug: string;
  name: string;
  text: string | undefined;
  picture: CategoryContent['picture'];
  aliases: readonly string[];
  /** The categories that contain it, the widest first. */
  outer: { name: string; href: string }[];
  /** Slug of the category that contains it. */
  parent: string | undefined;
  /** Of a country: its codes of ISO 3166. */
  codes: readonly string[];
  /** In the order of the collection; never empty. */
  products: ProductEntry[];
};

type Groups = { categories: Group[]; brands: Group[]; origins: Group[] };

async function readCategoryGroups(): Promise<Group[]> {
  const content = await getCategories();
  const products = await productsInOrder();
  return inMenuOrder(content).flatMap((slug) => {
    const category = content.get(slug);
    const inside = products.filter(({ data }) => isWithin(slugOfCategory(data.category), slug, content));
    if (!category || !inside.length) return [];
    const { name, text, picture, aliases, parent } = category;
    const outer = pathTo(slug, content)
      .slice(0, -1)
      .map((one) => ({ name: content.get(one)?.name ?? one, href: groupPage('category', one) }));
    return [
      {
        kind: 'category' as const,
        slug,
        name,
        text,
        picture,
        aliases,
        parent,
        outer,
        codes: [],
        products: inside,
      },
    ];
  });
}

/** Brands by name. One whose name has no letter that an address may have needs a file to get a page. */
async function readBrandGroups(): Promise<Group[]> {
  const files = new Map<string, { slug: string; data: BrandContent }>(
    (await getCollection('brands')).map(({ id, data }) => [data.name.toLowerCase(), { slug: id, data }]),
  );
  const products = (await productsInOrder()).filter(({ data }) => data.brand);
  const groups = [...Map.groupBy(products, ({ data }) => data.brand.toLowerCase())].flatMap(([key, own]) => {
    const file = files.get(key);
    const name = file?.data.name ?? own[0]?.data.brand ?? '';
    const slug = file?.slug ?? slugOf(name);
    const { text, picture, aliases = [] } = file?.data ?? {};
    return slug
      ? [
          {
            kind: 'brand' as const,
            slug,
            name,
            text,
            picture,
            aliases,
            parent: undefined,
            outer: [],
            codes: [],
            products: own,
          },
        ]
      : [];
  });
  // Two names may have one address: it is that of the brand with a file, else of the first.
  const byFile = (group: Group) => (files.has(group.name.toLowerCase()) ? 0 : 1);
  const first = groups.sort((a, b) => byFile(a) - byFile(b));
  return [...new Map(first.toReversed().map((group) => [group.slug, group])).values()].sort((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  );
}

/** The slug of a country: `south-korea`. */
export const slugOfCountry = (code: string): string => slugOf(countryName(code)) || code.toLowerCase();

/** Countries by name, in a shop that sells imported goods. */
async function readOriginGroups(): Promise<Group[]> {
  const products = await productsInOrder();
  return originCounts(products.map(({ data }) => data.origin)).map(({ code, name }) => ({
    kind: 'origin' as const,
    slug: slugOfCountry(code),
    name: `Products from ${name}`,
    text: undefined,
    picture: undefined,
    aliases: [],
    parent: undefined,
    outer: [],
    codes: [code],
    products: products.filter(({ data }) => data.origin.codes.includes(code)),
  }));
}

/** The categories and brands that have products, in the order of menus, and the countries that imported ones come from. */
export const getGroups = oncePerBuild(
  async (): Promise<Groups> => ({
    categories: await readCategoryGroups(),
    brands: await readBrandGroups(),
    origins: await readOriginGroups(),
  }),
);

/** The paths of the pages of groups, below the folder of their kind, with what each shows. */
export const pagesOf = (all: readonly Group[]) =>
  all.flatMap((group) =>
    Array.from({ length: pageCount(group.products.length) }, (_, n) => ({
      params: { slug: n ? `${group.slug}/${n + 1}` : group.slug },
      props: { group, page: n + 1 },
    })),
  );

/** Pages that are a file of the content each, by the first part of their path. */
const ofFiles = ['ingredients', 'journal', 'pages', 'policies'] as const;

/** Whether a page that content may lead to is there: products, categories, brands and files come and go. @param to `/product/x` */
export async function pageExists(to: string): Promise<boolean> {
  const [path = ''] = to.split(/[?#]/);
  if (isSwitchedOff(path, IS_ON)) return false;
  if (fixedPages.has(path) || ownPagePaths().includes(path)) return true;
  const file = filesOfPages.get(path);
  if (file) return existsSync(contentFile(file));
  const [, kind = '', id = '', ...more] = path.split('/');
  if (more.length) return false;
  if (kind === 'product') return (await productById(id)) !== undefined;
  const type = ofFiles.find((one) => one === kind);
  if (type) return (await getCollection(type)).some((entry) => entry.id === id);
  const { categories, brands, origins } = await getGroups();
  const groups = { category: categories, brand: brands, origin: origins }[kind];
  return groups?.some(({ slug }) => slug === id) ?? false;
}
