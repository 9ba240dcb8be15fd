/** The catalogue of a preview, from the file that `npm run preview` adds to the build. */
import type { ApiProduct, CardProduct, FoundProduct, LiveProduct } from '#features/catalogue/product.ts';
import { buildIndex, searchIndex } from '#features/search/search.ts';
import type { Search } from '#features/search/search-query.ts';
import { suggest } from '#features/search/suggestions.ts';
import { toPaise } from '#lib/money.ts';
import { previewCatalogue } from '#lib/paths.ts';
import { toFoundProduct } from '../catalogue/search.ts';
import type { Bindings } from '../http/env.ts';

/** All products in the editor's order, with their opening stock. @throws Error when the build has no such file */
export async function readCatalogue({ ASSETS }: Pick<Bindings, 'ASSETS'>): Promise<ApiProduct[]> {
  const file = await ASSETS.fetch(new URL(previewCatalogue, 'https://preview.invalid'));
  if (!file.ok) throw new Error(`${previewCatalogue}: ${file.status}`);
  return file.json();
}

/** The response of `GET /api/product/live`. */
export const liveOf = (products: readonly ApiProduct[]): Record<string, LiveProduct> =>
  Object.fromEntries(
    products.map(({ _id, stock, rating, reviews, retired }) => [_id, { stock, rating, reviews, retired }]),
  );

const asCard = (product: ApiProduct, order: number): CardProduct & { product: ApiProduct } => ({
  ...product,
  product,
  id: product._id,
  price: toPaise(product.price) ?? 0,
  originalPrice: toPaise(product.originalPrice) ?? 0,
  order,
});

/** The response of `GET /api/product/search`. @param start number of results before this page */
export function search(products: readonly ApiProduct[], searchQuery: Search, limit: number, start: number) {
  const cards = buildIndex(products.map(asCard));
  const found = searchIndex(cards, searchQuery);
  const end = start + limit;
  const suggestions = found.length ? undefined : suggest(cards, searchQuery.q);
  const serialize = (cards: readonly { product: ApiProduct }[]): FoundProduct[] =>
    cards.map(({ product }) => toFoundProduct(product));
  return {
    total: found.length,
    products: serialize(found.slice(start, end)),
    next: end < found.length ? `0.0.${end}` : null,
    didYouMean: suggestions?.didYouMean ?? null,
    nearest: serialize(suggestions?.products ?? []),
  };
}
