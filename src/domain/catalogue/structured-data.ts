/**
 * The structured data of a product (schema.org): what Google requires and recommends of a merchant's listing
 * (developers.google.com/search/docs/appearance/structured-data/merchant-listing). Stock and rating are in the database:
 * live.dom.ts corrects the availability, reviews/product-page.dom.ts adds the rating.
 */
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import { shippingLd } from '#domain/delivery/structured-data.ts';
import { returnPolicyLd } from '#domain/seo/structured-data.ts';
import type { Store } from '#domain/store/store.ts';
import { toRupees } from '#lib/money.ts';
import { paths, productPicture } from '#lib/paths.ts';
import type { ProductContent } from './product-content.ts';

/** For ui/JsonLd.astro: what is not known is left out. @param site origin of the shop; pictures and links have to be absolute */
export function productLd(
  id: string,
  product: ProductContent,
  { store, delivery }: { store: Store; delivery: DeliveryContent },
  site: URL | undefined,
): object {
  const absolute = (path: string): string => new URL(path, site).href;
  return {
    '@type': 'Product',
    name: product.name,
    ...(product.description && { description: product.description }),
    sku: id,
    category: product.category,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    // A drawing is no picture of the product.
    ...(product.pictures.length && {
      image: product.pictures.map((_, i) => absolute(productPicture(id, i + 1))),
    }),
    offers: {
      '@type': 'Offer',
      url: absolute(paths.product(id)),
      // rule: money - written out, as schema.org wants it, from whole paise
      price: toRupees(product.price).toFixed(2),
      priceCurrency: store.currency.code,
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: shippingLd(product.price, store, delivery),
      hasMerchantReturnPolicy: returnPolicyLd(store, site),
      seller: { '@type': 'Organization', name: store.legal.entity },
    },
  };
}
