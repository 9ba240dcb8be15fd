/** The catalogue of a preview, from the file that `npm run preview` adds to the build. */
import type { ApiProduct, LiveProduct } from '#domain/catalogue/product.ts';
import { previewCatalogue } from '#lib/paths.ts';
import type { Bindings } from '../../http/env.ts';

/** All products in the editor's order, with their opening stock. @throws Error when the build has no such file */
export async function readCatalogue({ ASSETS }: Pick<Bindings, 'ASSETS'>): Promise<ApiProduct[]> {
  const file = await ASSETS.fetch(new URL(previewCatalogue, 'https://preview.invalid'));
  if (!file.ok) throw new Error(`${previewCatalogue}: ${file.status}`);
  return file.json();
}

/** The response of `GET /api/product/live`. */
export const liveOf = (products: readonly ApiProduct[]): Record<string, LiveProduct> =>
  Object.fromEntries(
    products.map(({ _id, stock, rating, reviews, paused, retired, price, originalPrice, sale }) => [
      _id,
      { stock, rating, reviews, paused, retired, price, originalPrice, sale },
    ]),
  );
