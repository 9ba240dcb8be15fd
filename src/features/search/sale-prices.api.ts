/** What products with sales cost now. Nothing loads it before somebody is about to search, filter or sort. */
import type { SalePrices } from '#domain/pricing/sale-prices.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { fetchJson } from './fetch-json.api.ts';

const load = loadOnce(
  async () =>
    (await fetchJson<ResponseOf<(typeof api.product)['sale-prices']['$get']>>('/api/product/sale-prices'))
      .products,
);

/** Without an answer the prices of the build count. */
export const loadSalePrices = (): Promise<SalePrices> => load().catch(() => ({}));
