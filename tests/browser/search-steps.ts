/** The expected results of a search (docs/behaviour.md, "Search and filters"), and the results on the page. */
import type { Page } from 'playwright-core';
import { type Engine, findPages } from 'search/engine';
import type { SearchFile } from 'search/search-file';
import { beforeAll } from 'vitest';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import { openEngine, searchEngine } from '#domain/search/engine.ts';
import { type IndexFile, productsFromIndex } from '#domain/search/index-file.ts';
import { defaultSearch } from '#domain/search/search-query.ts';
import type { TestShop } from '../support/shop.ts';
import { shownNames } from './steps.ts';
import { becomes } from './visitor.ts';

/** Works on the API's own products, which are read once per file. */
export function useProducts(shop: TestShop) {
  let products: ApiProduct[];
  beforeAll(async () => {
    const { body } = await shop.client().get<{ products: ApiProduct[] }>('/api/product/list');
    products = body.products;
  });
  return {
    /** "A substring match on name, category, description, brand or _id". */
    matching: (q: string): ApiProduct[] =>
      products.filter((one) =>
        [one.name, one.category, one.description, one.brand, one._id].some((text) =>
          text.toLowerCase().includes(q),
        ),
      ),
    /** "Keeps products whose skinType equals it or whose skinTypes contains it." */
    forSkin: (skin: string): ApiProduct[] =>
      products.filter((one) => one.skinType === skin || one.skinTypes.includes(skin)),
    /** Rupees. */
    priceOf: (name: string): number => products.find((one) => one.name === name)?.price ?? 0,
  };
}

/** The search of the build, which says what the page has to show for a text. */
export function useCatalogueSearch(shop: TestShop) {
  let engine: Engine<ReturnType<typeof productsFromIndex>[number]>;
  beforeAll(async () => {
    const read = async <T>(path: string) => (await fetch(`${shop.stack.url}${path}`)).json() as Promise<T>;
    const file = await read<SearchFile>('/search.json');
    engine = openEngine(file, productsFromIndex(await read<IndexFile>('/collection.json')));
  });
  return (q: string) => {
    const { products, understood, notes } = searchEngine(engine, { ...defaultSearch, q });
    return { names: products.map(({ name }) => name), understood, notes, pages: findPages(engine, q, 2) };
  };
}

/** Sorted by name, for comparison with {@link shownNamesSorted}. */
export const namesOf = (found: readonly ApiProduct[]): string[] => found.map(({ name }) => name).sort();
/** The names of the visible cards, sorted in the same way. */
export const shownNamesSorted = async (page: Page): Promise<string[]> => (await shownNames(page)).sort();

/** The visible search box: the header's on a laptop, the one that opens on a phone. */
export const box = (page: Page) => page.locator('[data-search-box]:visible');

/** Focuses the visible search box, and waits for its script. */
export async function useBox(page: Page): Promise<void> {
  await box(page).focus();
  await becomes(() => box(page).getAttribute('role'), 'combobox');
}
