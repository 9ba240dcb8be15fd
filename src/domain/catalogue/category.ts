/**
 * Categories as a tree, and their two spellings: products name `face oil`, its file and page are `face-oil`
 * (docs/behaviour.md, "Categories and brands").
 */
import type { ShopTax, TaxContent } from '#domain/tax/tax-content.ts';
import type { CategoryContent } from './category-content.ts';
import { aliasKey } from './old-address.ts';

/** @param category as products have it. @returns the name of its file and page */
export const slugOfCategory = (category: string): string => category.replaceAll(' ', '-');

/** The category as products have it, of the name of its file. */
export const categoryOfSlug = (slug: string): string => slug.replaceAll('-', ' ');

type Tree = ReadonlyMap<string, Pick<CategoryContent, 'parent'>>;

/** The categories that contain one, the widest first, and itself. A ring ends at its first repetition. */
export function pathTo(slug: string, categories: Tree): string[] {
  const path: string[] = [];
  for (let at: string | undefined = slug; at && !path.includes(at); at = categories.get(at)?.parent)
    path.unshift(at);
  return path;
}

/** Whether a category is another one, or in it. */
export const isWithin = (slug: string, outer: string, categories: Tree): boolean =>
  pathTo(slug, categories).includes(outer);

/** Slugs in the order of menus: by place, then by name. */
export const inMenuOrder = (
  categories: ReadonlyMap<string, Pick<CategoryContent, 'order' | 'name'>>,
): string[] =>
  [...categories]
    .sort(([, a], [, b]) => a.order - b.order || a.name.localeCompare(b.name, 'en'))
    .map(([slug]) => slug);

/** The codes and units of the shop with those of its categories. */
export const withCategories = (
  { defaults, ...tax }: TaxContent,
  categories: ReadonlyMap<string, Pick<CategoryContent, 'hsn' | 'unitCode'>>,
): ShopTax => ({
  ...tax,
  defaults: {
    ...defaults,
    categories: [...categories].flatMap(([slug, { hsn, unitCode }]) =>
      hsn || unitCode
        ? [{ category: categoryOfSlug(slug), hsn: hsn ?? defaults.hsn, unit: unitCode ?? defaults.unit }]
        : [],
    ),
  },
});

/** Under which words an address of an earlier shop means a category or brand: its slug, its name, its aliases. */
export const namesOfGroup = (
  slug: string,
  { name, aliases }: { name: string; aliases: readonly string[] },
): string[] => [slug, aliasKey(name).replace(/[\s_]+/g, '-'), ...aliases.map(aliasKey)];
