/** The catalogue of the build, for a preview: the file that `npm run preview` puts beside the pages. */

import type { ApiProduct, CardProduct, FoundProduct, LiveProduct } from '#features/catalogue/product.ts';
import { nearest } from '#features/search/nearest.ts';
import { findOn, shelve } from '#features/search/search.ts';
import type { Search } from '#features/search/search-query.ts';
import { toPaise } from '#lib/money.ts';
import { previewCatalogue } from '#lib/paths.ts';
import { toFound } from '../catalogue/search.ts';
import type { Bindings } from '../http/env.ts';

/** All products in the editor's order, with their opening stock. @throws Error when the build has no such file */
export async function readCatalogue({ ASSETS }: Pick<Bindings, 'ASSETS'>): Promise<ApiProduct[]> {
  const file = await ASSETS.fetch(new URL(previewCatalogue, 'https://preview.invalid'));
  if (!file.ok) throw new Error(`${previewCatalogue}: ${file.status}`);
  return file.json();
}

/** As `GET /api/product/live` answers. */
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

/** As `GET /api/product/search` answers. @param start how many of those found come before the page */
export function search(products: readonly ApiProduct[], wanted: Search, limit: number, start: number) {
  const shelf = shelve(products.map(asCard));
  const found = findOn(shelf, wanted);
  const end = start + limit;
  const near = found.length ? undefined : nearest(shelf, wanted.q);
  const answers = (cards: readonly { product: ApiProduct }[]): FoundProduct[] =>
    cards.map(({ product }) => toFound(product));
  return {
    total: found.length,
    products: answers(found.slice(start, end)),
    next: end < found.length ? `0.0.${end}` : null,
    didYouMean: near?.didYouMean ?? null,
    nearest: answers(near?.products ?? []),
  };
}
