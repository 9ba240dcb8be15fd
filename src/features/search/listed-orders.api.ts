/** The orders that put the products of a list first. Nothing loads them before somebody is about to sort. */
import { bestSelling } from '#domain/search/facets.ts';
import type { ListedSort } from '#domain/search/search-query.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { loadFilterFile } from './facets.api.ts';
import { fetchJson } from './fetch-json.api.ts';

type List = ResponseOf<(typeof api.product)['best-selling']['$get']>;

const loadSold = loadOnce(async () => (await fetchJson<List>('/api/product/best-selling')).products);
const loadBestRated = loadOnce(async () => (await fetchJson<List>('/api/product/best-rated')).products);

const lists: Record<ListedSort, () => Promise<readonly string[]>> = {
  'best-selling': async () => bestSelling(await loadSold().catch(() => []), await loadFilterFile()),
  rating: loadBestRated,
  newest: async () => (await loadFilterFile()).newest,
  origin: async () => (await loadFilterFile()).byOrigin,
};

/** Ids, the first come first. Without an answer there is no order, as in a shop without sales. */
export const loadListedOrder = (sort: ListedSort): Promise<readonly string[]> =>
  lists[sort]().catch(() => []);
