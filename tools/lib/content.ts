/** Reads and checks the files of `content/` outside Astro, for the build, the sync and the start command. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Theme } from '#domain/brand/theme.ts';
import type { CategoryContent } from '#domain/catalogue/category-content.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import type { Redirect } from '#domain/catalogue/redirects-content.ts';
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import type { Sale, Scope } from '#domain/pricing/sale.ts';
import type { RoutineContent } from '#domain/routine/routine-content.ts';
import type { SearchContent } from '#domain/search/search-content.ts';
import type { Store } from '#domain/store/store.ts';
import type { ShopTax } from '#domain/tax/tax-content.ts';
import { contentFolder } from '#lib/content-folder.build.ts';
import { ownPagePaths } from '#lib/own-pages.build.ts';
import { contentTypes } from '../../content/collections.ts';
import * as check from './check-content.ts';
import { ContentError } from './content-references.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The content that is read: the shop's own, or that of the tests. */
export const contentRoot = join(root, contentFolder);

/** @param name of a file of the content */
export const isPicture = (name: string): boolean => /\.(jpe?g|png|webp)$/.test(name);

/** The files of a folder, listed once. */
export function contentFiles(folder = contentRoot): check.ContentFiles {
  let names: string[] | undefined;
  return {
    names() {
      names ??= readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
        name.split(sep).join('/'),
      );
      return names;
    },
    read(name) {
      const path = join(folder, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
    pincodes: () => readFileSync(join(root, 'src/domain/delivery/pincodes.txt'), 'utf8'),
    ownPages: ownPagePaths,
  };
}

/** `content/store.yaml`. @throws ContentError */
export const readStore = (folder?: string): Store => check.readOne(contentFiles(folder), contentTypes.store);

/** `content/brand/theme.yaml`. @throws ContentError */
export const readTheme = (folder?: string): Theme => check.readOne(contentFiles(folder), contentTypes.theme);

/** `content/delivery.yaml`. @throws ContentError */
export const readDelivery = (folder?: string): DeliveryContent =>
  check.readOne(contentFiles(folder), contentTypes.delivery);

/** `content/redirects.yaml`. @throws ContentError */
export const readRedirects = (folder?: string): Redirect[] =>
  check.readOne(contentFiles(folder), contentTypes.redirects).redirects;

/** `content/search.yaml`. @throws ContentError */
export const readSearch = (folder?: string): SearchContent =>
  check.readOne(contentFiles(folder), contentTypes.search);

/** `content/routine.yaml`. @throws ContentError */
export const readRoutine = (folder?: string): RoutineContent =>
  check.readOne(contentFiles(folder), contentTypes.routine);

/** `content/tax.yaml`, with the codes of `content/categories`. @throws ContentError */
export const readTax = (folder?: string): ShopTax => check.readTax(contentFiles(folder));

/** `content/sales.yaml`. @throws ContentError */
export const readSales = (folder?: string): (Sale & Scope)[] =>
  check.readOne(contentFiles(folder), contentTypes.sales).sales;

/** Every product of `content/products`, by id. @throws ContentError */
export const readProducts = (folder?: string): Map<string, ProductContent> =>
  check.readProducts(contentFiles(folder));

/** Every category of `content/categories`, by slug. @throws ContentError */
export const readCategories = (folder?: string): Map<string, CategoryContent> =>
  check.readCategories(contentFiles(folder));

/** Every ingredient of `content/ingredients`, by id. @throws ContentError */
export const readIngredients = (folder?: string): Map<string, IngredientContent> =>
  check.readIngredients(contentFiles(folder));

/** Checks all of `content/`. @throws ContentError with all mistakes */
export function checkContent(folder?: string): check.CheckedContent {
  try {
    return check.checkFiles(contentFiles(folder));
  } catch (error) {
    if (!(error instanceof ContentError) || folder) throw error;
    throw new ContentError(error.mistakes.map((mistake) => mistake.replace(/^content(?=\/)/, contentFolder)));
  }
}
