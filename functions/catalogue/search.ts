/**
 * Searches the catalogue with the engine and the files of the build that the browser uses too
 * (docs/decisions/22-one-search.md).
 */
import type { Engine } from 'search/engine';
import type { SearchFile } from 'search/search-file';
import { suggest } from 'search/suggestions';
import {
  type ApiProduct,
  type CardProduct,
  cardFieldNames,
  type FoundProduct,
  oneForEach,
} from '#domain/catalogue/product.ts';
import {
  applyFilter,
  type IngredientProducts,
  loadProductFilter,
  type ProductFilter,
} from '#domain/ingredients/ingredient-filter.ts';
import {
  type ChangedRow,
  priced,
  type SaleFile,
  type SalePrices,
  salePricesAt,
  withChanged,
} from '#domain/pricing/sale-prices.ts';
import { countChoices } from '#domain/search/count-choices.ts';
import { openEngine, searchEngine } from '#domain/search/engine.ts';
import { hasFacets } from '#domain/search/facet-names.ts';
import {
  applyFacets,
  bestSelling,
  type FacetsFile,
  type OpenFacets,
  openFacets,
  withSalePrices,
} from '#domain/search/facets.ts';
import { type IndexFile, productsFromIndex } from '#domain/search/index-file.ts';
import { inSortOrder } from '#domain/search/search.ts';
import { isListedSort, type Search } from '#domain/search/search-query.ts';
import { discountPercent, toRupees } from '#lib/money.ts';
import {
  collectionFile,
  facetsFile,
  ingredientProductsFile,
  productSalesFile,
  searchFile,
} from '#lib/more-paths.ts';
import { pick } from '#lib/pick.ts';
import type { SkinChoice } from '#lib/product-constants.ts';
import { readJson, readOnce } from '../lib/build-files.ts';

const loadFiles = readOnce(async (assets) => {
  const [words, products, sales] = await Promise.all([
    readJson<SearchFile>(assets, searchFile),
    readJson<IndexFile>(assets, collectionFile),
    readJson<SaleFile>(assets, productSalesFile),
  ]);
  return { words, products: productsFromIndex(products), sales };
});

/**
 * The search with the prices of a time. @property prices of the products with sales, and of those that the desk has changed
 * @property time in which they stay
 */
type Priced = ReturnType<typeof salePricesAt> & { engine: Engine<CardProduct> };
let current: (Priced & { files: object; changed: readonly ChangedRow[] }) | undefined;

const nothing: readonly ChangedRow[] = [];

/**
 * The search of this build. @param now the time of its prices, UTC ms
 * @param changed what the desk has changed since the build
 */
export async function loadEngine(
  assets: Fetcher,
  now: number,
  changed: readonly ChangedRow[] = nothing,
): Promise<Priced> {
  const files = await loadFiles(assets);
  const isCurrent =
    current?.files === files &&
    current.changed === changed &&
    current.time.from <= now &&
    now < current.time.until;
  if (!current || !isCurrent) {
    const { prices, time } = salePricesAt(withChanged(files.sales, changed), now);
    const engine = openEngine(files.words, priced(files.products, prices));
    current = { engine, prices, time, files, changed };
  }
  return current;
}

/** Which products contain what, in this build. */
export const loadIngredients = readOnce((assets) =>
  readJson<IngredientProducts>(assets, ingredientProductsFile),
);

/** The filters of this build, without what changes from minute to minute. */
export const loadFacets = readOnce(async (assets) =>
  openFacets(await readJson<FacetsFile>(assets, facetsFile)),
);

/** @property counts whether the answer says how many results each value of the filters gives */
type SearchRequest = Search & { counts: boolean };

/**
 * @property isMet whether a product meets the filters for ingredients
 * @property open the other filters; undefined where none is asked for @property ingredients of products; undefined where
 *   nothing is counted @property first ids that come first
 */
type Filters = {
  isMet: ProductFilter;
  open: OpenFacets | undefined;
  ingredients: IngredientProducts | undefined;
  first: readonly string[];
};

/**
 * @property readSoldOut reads the ids of what cannot be bought (domain/catalogue/sold-out.ts)
 * @property readBestSelling reads those of the products that sell most @property readBestRated of those with the highest ratings
 */
export type LiveLists = Record<
  'readSoldOut' | 'readBestSelling' | 'readBestRated',
  () => Promise<readonly string[]>
>;

/**
 * The filters of a search. Their files are read only for a search that has such filters.
 * @param prices of the products with sales
 */
export async function loadFilters(
  assets: Fetcher,
  request: SearchRequest,
  prices: SalePrices,
  { readSoldOut, readBestSelling, readBestRated }: LiveLists,
): Promise<Filters> {
  const { counts, facets, sort } = request;
  const needsStock = counts || facets?.in?.length;
  const orders = {
    'best-selling': async () => bestSelling(await readBestSelling(), await loadFacets(assets)),
    rating: readBestRated,
    newest: async () => (await loadFacets(assets)).newest,
    origin: async () => (await loadFacets(assets)).byOrigin,
  };
  const [isMet, open, ingredients, soldOut, first] = await Promise.all([
    loadProductFilter(request, () => loadIngredients(assets)),
    counts || hasFacets(facets) ? loadFacets(assets) : undefined,
    counts ? loadIngredients(assets) : undefined,
    needsStock ? readSoldOut() : [],
    isListedSort(sort) ? orders[sort]() : [],
  ]);
  const opened = open && { ...withSalePrices(open, prices), soldOut: new Set(soldOut) };
  return { isMet, open: opened, ingredients, first };
}

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

/** The cards of products, in the order of the ids. What is retired or unknown is left out. @param rows of these ids */
export function cardsOf(
  { products }: Engine<CardProduct>,
  ids: readonly string[],
  rows: readonly ApiProduct[],
): FoundProduct[] {
  const sold = new Map(oneForEach(rows).flatMap((row) => (row.retired ? [] : [[row._id, row] as const])));
  const cards = new Map(products.map((card) => [card.id, card]));
  return ids.flatMap((id) => {
    const row = sold.get(id);
    const card = cards.get(id);
    if (!row) return [];
    // One that no list shows, or that is newer than the build.
    return card
      ? withVariants(toFoundProduct(row), card)
      : { ...toFoundProduct(row), ...(row.group !== null && { variants: [] }) };
  });
}

/**
 * A page of search results. Products that the database does not sell are left out: while a deploy runs, the files may
 * be older or newer than the database.
 * @param filters of the search
 * @param after results before the page @param limit results per page
 * @param readProducts called once, with the ids of the page; also without any when nothing was found
 */
export async function searchProducts(
  engine: Engine<CardProduct>,
  { isMet, open: facets, ingredients, first }: Filters,
  { after, limit, counts: _, ...search }: SearchRequest & { after: number; limit: number },
  readProducts: (ids: string[]) => Promise<ApiProduct[]>,
) {
  const { products, understood, notes, unknown, opened } = searchEngine(engine, search);
  const { products: met, unknown: open } = applyFilter(products, unknown, isMet, search.sort);
  const filtered = facets ? applyFacets(facets, met, search.facets ?? {}) : met;
  const found = inSortOrder(filtered, search.sort, first);
  // With a text, each skin type would be one more search.
  const bySkin = search.q.trim()
    ? undefined
    : (skin: SkinChoice) => searchEngine(engine, { ...search, skin }).products;
  const end = after + limit;
  const instead = found.length ? undefined : suggest(engine.index, search.q);
  const page = found.slice(after, end);
  const nearest = instead?.products.filter((product) => isMet(product) === 'met') ?? [];
  const ids = [...page, ...nearest].map(({ id }) => id);
  // Of a search that finds nothing, the prices may be old. Of an empty page nothing is asked.
  const read = ids.length || !found.length ? await readProducts(ids) : [];
  const rows = new Map(read.map((row) => [row._id, row]));
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
    /** If asked for: what can be chosen among the results, with the number of each. */
    ...(facets && ingredients && { facets: countChoices(facets, ingredients, search, products, bySkin) }),
    /** Of the page: those that may have something that was to be left out. */
    unknown: page.flatMap(({ id }) => (open.includes(id) ? id : [])),
  };
}
