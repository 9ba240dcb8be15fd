import { type Card, cardOfFound } from '#domain/catalogue/card.ts';
import { applyFilter, loadProductFilter } from '#domain/ingredients/ingredient-filter.ts';
import { countChoices } from '#domain/search/count-choices.ts';
import { applyFacets, canApply, type FacetChoices } from '#domain/search/facets.ts';
import { hasIndex, pageSize } from '#domain/search/paging.ts';
import { inSortOrder } from '#domain/search/search.ts';
import { isListedSort, type Search, searchParams } from '#domain/search/search-query.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import type { SkinChoice } from '#lib/product-constants.ts';
import type { CatalogueResult } from './catalogue-search.api.ts';
import { loadFacets } from './facets.api.ts';
import { fetchJson } from './fetch-json.api.ts';
import { loadIngredientProducts } from './ingredient-filter.api.ts';
import { loadListedOrder } from './listed-orders.api.ts';

/**
 * A page of what was found.
 * @property total products of all pages
 * @property next what the following page begins after; null on the last
 * @property facets what can be chosen among all of them; undefined where that is not known
 * @property nearest what is shown instead, where nothing was found
 */
export type Found = Omit<CatalogueResult, 'products'> & {
  cards: Card[];
  total: number;
  next: string | null;
  didYouMean: string | null;
  nearest: Card[];
  facets: FacetChoices | undefined;
};

/**
 * @param arrange filters and sorts what the browser has found
 * @throws Error when there is no answer; also when `signal` says that nobody waits for it any more
 */
type Source = (
  search: Search,
  after: string | undefined,
  signal: AbortSignal,
  arrange: (cards: Card[]) => Card[],
) => Promise<Found>;

/** Code and data of the search are loaded here, so that collections that the API searches do not load them. */
const inBrowser: Source = async (search, after = '0', _signal, arrange) => {
  const { loadSearch } = await loadPart(() => import('./catalogue-search.api.ts'));
  const { engine, find } = await loadSearch();
  const [isMet, open, ingredients, first] = await Promise.all([
    loadProductFilter(search, loadIngredientProducts),
    loadFacets().catch(() => undefined),
    loadIngredientProducts().catch(() => undefined),
    isListedSort(search.sort) ? loadListedOrder(search.sort) : [],
  ]);
  if (!canApply(open, search.facets)) throw new Error('The filters cannot be loaded.');
  const { products: found, ...result } = find(search);
  const { products, unknown } = applyFilter(found, result.unknown, isMet, search.sort);
  const met = arrange(inSortOrder(products, search.sort, first));
  const cards = open ? applyFacets(open, met, search.facets ?? {}) : met;
  // With a text, each skin type would be one more search.
  const bySkin = search.q.trim()
    ? undefined
    : (skin: SkinChoice) => arrange(find({ ...search, skin }).products);
  const end = Number(after) + pageSize;
  const near = cards.length
    ? undefined
    : (await loadPart(() => import('search/suggestions'))).suggest(engine.index, search.q);
  return {
    ...result,
    unknown,
    cards: cards.slice(Number(after), end),
    total: cards.length,
    next: end < cards.length ? String(end) : null,
    facets: open && ingredients && countChoices(open, ingredients, search, arrange(found), bySkin),
    didYouMean: near?.didYouMean ?? null,
    nearest: near?.products.filter((card) => isMet(card) === 'met') ?? [],
  };
};

const inApi: Source = async (search, after, signal) => {
  // The Worker does not know the profile.
  const { sort } = search;
  const asked = searchParams({ ...search, mine: false, sort: sort === 'mine' ? 'relevant' : sort });
  const query = new URLSearchParams({ ...asked, ...(after ? { after } : { counts: '1' }) });
  const { products, nearest, ...answer } = await fetchJson<ResponseOf<typeof api.product.search.$get>>(
    `/api/product/search?${query}`,
    signal,
  );
  return {
    ...answer,
    facets: answer.facets,
    pages: [],
    service: null,
    cards: products.map(cardOfFound),
    nearest: nearest.map(cardOfFound),
  };
};

/** @param count products of the collection */
export const sourceOf = (count: number): Source => (hasIndex(count) ? inBrowser : inApi);
