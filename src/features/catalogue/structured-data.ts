/** The structured data of a product (schema.org), without stock and rating, which are in the database. */
import type { Store } from '#features/store/store.ts';
import { toRupees } from '#lib/money.ts';
import { paths, productPicture } from '#lib/paths.ts';
import type { ProductContent } from './product.ts';

/** For ui/JsonLd.astro. @param site origin of the shop; pictures and links have to be absolute */
export function productData(
  id: string,
  product: ProductContent,
  store: Store,
  site: URL | undefined,
): object {
  const absolute = (path: string): string => new URL(path, site).href;
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: id,
    category: product.category,
    brand: { '@type': 'Brand', name: product.brand },
    image: product.pictures.map((_, i) => absolute(productPicture(id, i + 1))),
    offers: {
      '@type': 'Offer',
      url: absolute(paths.product(id)),
      // rule: money - written out, as schema.org wants it, from whole paise
      price: toRupees(product.price).toFixed(2),
      priceCurrency: store.currency.code,
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: store.legal.entity },
    },
  };
}
