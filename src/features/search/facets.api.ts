/** The data of the filters that count their results. Nothing loads them before somebody is about to filter. */
import { type FacetsFile, type OpenFacets, openFacets, withSalePrices } from '#domain/search/facets.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { facetsFile } from '#lib/more-paths.ts';
import { fetchJson } from './fetch-json.api.ts';
import { loadSalePrices } from './sale-prices.api.ts';

/** @throws MissingPart */
export const loadFilterFile = loadOnce(() =>
  loadPart(async () => openFacets(await fetchJson<FacetsFile>(facetsFile)), optional),
);

const loadSoldOut = loadOnce(async () => {
  const { products } =
    await fetchJson<ResponseOf<(typeof api.product)['sold-out']['$get']>>('/api/product/sold-out');
  return new Set(products);
});

/**
 * The filters, with what is sold out and the prices of now, unless the shop does not answer.
 * @throws MissingPart
 */
export async function loadFacets(): Promise<OpenFacets> {
  const [file, soldOut, prices] = await Promise.all([
    loadFilterFile(),
    loadSoldOut().catch(() => undefined),
    loadSalePrices(),
  ]);
  return { ...withSalePrices(file, prices), soldOut };
}
