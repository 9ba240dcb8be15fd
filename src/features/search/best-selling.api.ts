/** What sells most. Nothing loads it before somebody is about to sort. */
import type { api, ResponseOf } from '#lib/api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { fetchJson } from './fetch-json.api.ts';

const load = loadOnce(
  async () =>
    (await fetchJson<ResponseOf<(typeof api.product)['best-selling']['$get']>>('/api/product/best-selling'))
      .products,
);

/** Ids, the first sells most. Without an answer there is no order, as in a shop without sales. */
export const loadBestSelling = (): Promise<readonly string[]> => load().catch(() => []);
