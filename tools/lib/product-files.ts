/** Changes of many products in the files of `content/products`, which keep everything else as it is. */
import { categoryOfSlug } from '#domain/catalogue/category.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { pricesOf, withChanges } from '#domain/catalogue/product-file.ts';
import {
  type ListedItem,
  type ProductChanges,
  type ProductsOfBuild,
  readProductList,
} from '#domain/catalogue/product-list.ts';
import { allSellables, sellablesOf } from '#domain/catalogue/sellable.ts';
import { finderOf } from '#domain/stock/items.ts';
import { type ContentFiles, checkFiles, readCategories, readProducts } from '#tools/lib/check-content.ts';

/** All that is sold, was sold or will be, with what a list can change. */
export const listedItems = (products: ReadonlyMap<string, ProductContent>): ListedItem[] =>
  [...allSellables(products)].map(([id, { name, sku = null, barcode = null, parts, ...rest }]) => ({
    id,
    name,
    sku,
    barcode,
    isKit: parts !== undefined,
    ...pricesOf(rest),
    status: rest.status,
    category: rest.category,
  }));

/** What a list is compared with. @throws ContentError */
export const productsIn = (files: ContentFiles, products = readProducts(files)): ProductsOfBuild => ({
  items: listedItems(products),
  categories: [...readCategories(files).keys()].map(categoryOfSlug),
});

/** @property texts new ones of files by their names in `content/`; empty while there are problems */
type ProductPlan = ProductChanges & { texts: ReadonlyMap<string, string> };

/**
 * What a list changes in the files. Nothing is written.
 * @throws ImportRefused for a list that cannot be read, ContentError where the content would have mistakes
 */
export function planProducts(files: ContentFiles, list: string): ProductPlan {
  const products = readProducts(files);
  const { items, categories } = productsIn(files, products);
  const read = readProductList(list, finderOf(items), categories);
  const wanted = new Map(read.changes.map((change) => [change.item.id, change]));
  const texts = new Map<string, string>();
  for (const [id, product] of read.problems.length ? [] : products) {
    if (!sellablesOf(id, product).some(([one]) => wanted.has(one))) continue;
    const name = `products/${id}/index.md`;
    texts.set(name, withChanges(files.read(name) ?? '', id, product, wanted));
  }
  if (texts.size) checkFiles({ ...files, read: (name) => texts.get(name) ?? files.read(name) });
  return { ...read, texts };
}
