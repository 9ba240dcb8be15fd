/**
 * Searches the catalogue with the engine and the files of the build that the browser uses too
 * (docs/decisions/22-one-search.md).
 */
import {
  type ApiProduct,
  type CardProduct,
  cardFieldNames,
  type FoundProduct,
} from '#domain/catalogue/product.ts';
import {
  applyFilter,
  type IngredientFilter,
  type IngredientProducts,
  loadProductFilter,
} from '#domain/ingredients/ingredient-filter.ts';
import { type Engine, openEngine, searchEngine } from '#domain/search/engine.ts';
import { type IndexFile, productsFromIndex } from '#domain/search/index-file.ts';
import type { SearchFile } from '#domain/search/search-file.ts';
import type { Search } from '#domain/search/search-query.ts';
import { suggest } from '#domain/search/suggestions.ts';
import { discountPercent, toRupees } from '#lib/money.ts';
import { ingredientProductsFile, paths } from '#lib/paths.ts';
import { pick } from '#lib/pick.ts';
import { readJson, readOnce } from '../lib/build-files.ts';

async function openFiles(assets: Fetcher): Promise<Engine<CardProduct>> {
  const [words, products] = await Promise.all([
    readJson<SearchFile>(assets, paths.searchIndex),
    readJson<IndexFile>(assets, paths.collectionIndex),
  ]);
  return openEngine(words, productsFromIndex(products));
}

/** The search of this build. */
export const loadEngine = readOnce(openFiles);

const loadIngredients = readOnce((assets) => readJson<IngredientProducts>(assets, ingredientProductsFile));

/** Whether products meet the filters for ingredients. Their file is read only for a search that has such filters. */
export const loadFilter = (assets: Fetcher, filter: IngredientFilter) =>
  loadProductFilter(filter, () => loadIngredients(assets));

/** The fields that product cards show. None of them changes from minute to minute. */
const toFoundProduct = (product: ApiProduct): FoundProduct =>
  pick(product, ['_id', ...cardFieldNames, 'discount', 'image']);

/** A product with variants has the name and the lowest price of all of them, as on its card. */
const withVariants = (found: FoundProduct, { name, price, originalPrice, variants, varies }: CardProduct) =>
  variants
    ? {
        ...found,
        name,
        price: toRupees(price),
        originalPrice: toRupees(originalPrice),
        discount: discountPercent(price, originalPrice),
        variants,
        varies: varies ?? false,
      }
    : found;

/**
 * A page of search results. Products that the database does not sell are left out: while a deploy runs, the files may
 * be older or newer than the database.
 * @param isMet whether a product meets the filters for ingredients
 * @param after results before the page @param limit results per page
 * @param readProducts called once, with the ids of the page
 */
export async function searchProducts(
  engine: Engine<CardProduct>,
  isMet: Awaited<ReturnType<typeof loadFilter>>,
  { after, limit, ...search }: Search & { after: number; limit: number },
  readProducts: (ids: string[]) => Promise<ApiProduct[]>,
) {
  const { products, understood, notes, unknown, opened } = searchEngine(engine, search);
  const { products: found, unknown: open } = applyFilter(products, unknown, isMet, search.sort);
  const end = after + limit;
  const instead = found.length ? undefined : suggest(engine.index, search.q);
  const page = found.slice(after, end);
  const nearest = instead?.products.filter((product) => isMet(product) === 'met') ?? [];
  const ids = [...page, ...nearest].map(({ id }) => id);
  const rows = new Map((ids.length ? await readProducts(ids) : []).map((row) => [row._id, row]));
  const serialize = (listed: readonly CardProduct[]): FoundProduct[] =>
    listed.flatMap((card) => {
      const row = rows.get(card.id);
      return row && !row.retired ? withVariants(toFoundProduct(row), card) : [];
    });
  return {
    total: found.length,
    products: serialize(page),
    next: end < found.length ? String(end) : null,
    didYouMean: instead?.didYouMean ?? null,
    nearest: serialize(nearest),
    understood,
    notes,
    /** Of the page: the size or shade that the text names. */
    opened: Object.fromEntries(page.flatMap(({ id }) => (opened[id] ? [[id, opened[id]]] : []))),
    /** Of the page: those that may have something that was to be left out. */
    unknown: page.flatMap(({ id }) => (open.includes(id) ? id : [])),
  };
}
