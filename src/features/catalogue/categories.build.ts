/** The content of categories (`content/categories`), by slug. */
import { getCollection } from 'astro:content';
import { slugOfCategory } from '#domain/catalogue/category.ts';
import type { CategoryContent } from '#domain/catalogue/category-content.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';

type Categories = ReadonlyMap<string, CategoryContent>;

export const getCategories = oncePerBuild(
  async (): Promise<Categories> =>
    new Map((await getCollection('categories')).map(({ id, data }) => [id, data])),
);

/** The category of a product, as its file names it. */
export const categoryOf = async (category: string): Promise<CategoryContent | undefined> =>
  (await getCategories()).get(slugOfCategory(category));

/** How one product of a category is called: `moisturiser`. */
export const labelOf = async (category: string): Promise<string> =>
  (await categoryOf(category))?.label ?? category;
