/**
 * The structured data of a product (schema.org): what Google requires and recommends of a merchant's listing
 * (developers.google.com/search/docs/appearance/structured-data/merchant-listing). Stock and rating are in the database:
 * live.dom.ts corrects the availability and the price, reviews/product-page.dom.ts adds the rating.
 */
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import { shippingLd } from '#domain/delivery/structured-data.ts';
import { returnPolicyLd } from '#domain/seo/structured-data.ts';
import type { Store } from '#domain/store/store.ts';
import { dayOf } from '#lib/dates.ts';
import { toRupees } from '#lib/money.ts';
import { productPath, productPicture } from '#lib/paths.ts';
import { isGtin } from './gtin.ts';
import { attributesOf } from './options.ts';
import type { BuiltProduct } from './product.ts';
import { type Sellable, sellablesOf } from './sellable.ts';

/**
 * A page of a category or brand, for ui/JsonLd.astro.
 * @param at its path @param products with their ids @param site origin of the shop
 */
export const groupLd = (
  {
    name,
    description,
    at,
    products,
  }: { name: string; description: string; at: string; products: readonly { id: string; name: string }[] },
  site: URL | undefined,
): object => ({
  '@type': 'CollectionPage',
  name,
  description,
  url: new URL(at, site).href,
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: products.length,
    itemListElement: products.map(({ id, name }, n) => ({
      '@type': 'ListItem',
      position: n + 1,
      name,
      url: new URL(productPath(id), site).href,
    })),
  },
});

/** For ui/JsonLd.astro: what is not known is left out. @param site origin of the shop; pictures and links have to be absolute */
export function productLd(
  id: string,
  product: BuiltProduct,
  { store, delivery }: { store: Store; delivery: DeliveryContent },
  site: URL | undefined,
): object {
  const absolute = (path: string): string => new URL(path, site).href;
  const all = {
    name: product.name,
    ...(product.description && { description: product.description }),
    category: product.category,
    ...(product.origin.codes.length && {
      countryOfOrigin: product.origin.codes.map((name) => ({ '@type': 'Country', name })),
    }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    // A drawing is no picture of the product.
    ...(product.pictures.length && {
      image: product.pictures.map((_, i) => absolute(productPicture(id, i + 1))),
    }),
  };
  const sold = sellablesOf(id, product);
  const shop = { store, delivery, site };
  const [[, only]] = sold as [[string, Sellable]];
  if (sold.length === 1)
    return {
      '@type': 'Product',
      ...all,
      ...describeCodes(id, only),
      offers: offerOf(id, only, product.priceUntil, shop),
    };
  return {
    '@type': 'ProductGroup',
    ...all,
    url: absolute(productPath(id)),
    productGroupID: id,
    variesBy: variesBy(sold.map(([, sellable]) => sellable)),
    hasVariant: sold.map(([variant, sellable], n) => ({
      '@type': 'Product',
      ...all,
      name: sellable.name,
      ...describeCodes(variant, sellable),
      ...attributesLd(sellable),
      ...(sellable.pictures.length && { image: absolute(productPicture(variant)) }),
      // A price of its own is not that of the product, which the build has reduced.
      offers: offerOf(
        variant,
        sellable,
        product.variants[n]?.price === undefined ? product.priceUntil : undefined,
        shop,
      ),
    })),
  };
}

/** Properties, or names of options, in which the variants of a product differ. */
function variesBy(sold: readonly Sellable[]): string[] {
  const attributes = sold.flatMap(attributesOf);
  const isVaried = ({ name }: Sellable['choices'][number]) =>
    new Set(attributes.filter((one) => one.name === name).map(({ value }) => value)).size > 1;
  return [
    ...new Set(
      attributes
        .filter(isVaried)
        .map(({ name, property }) => (property ? `https://schema.org/${property}` : name)),
    ),
  ];
}

/** The choices of a variant: properties of schema.org, and others by the names of their options. */
function attributesLd(sellable: Sellable): object {
  const all = attributesOf(sellable);
  const others = all.filter(({ property }) => !property);
  return {
    ...Object.fromEntries(all.flatMap(({ property, value }) => (property ? [[property, value]] : []))),
    ...(others.length && {
      additionalProperty: others.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })),
    }),
  };
}

/** The shop's id of what is sold, and the maker's codes. */
const describeCodes = (id: string, { sku, barcode = '' }: Sellable) => ({
  sku: id,
  ...(sku && { mpn: sku }),
  ...(isGtin(barcode) && { gtin: barcode }),
});

type Shop = { store: Store; delivery: DeliveryContent; site: URL | undefined };

/**
 * live.dom.ts finds the availability behind the SKU, live-prices.dom.ts the price.
 * @param until when the sale ends that makes the price, UTC ms
 */
function offerOf(
  id: string,
  { price }: Sellable,
  until: number | undefined,
  { store, delivery, site }: Shop,
): object {
  return {
    '@type': 'Offer',
    sku: id,
    availability: 'https://schema.org/InStock',
    url: new URL(productPath(id), site).href,
    // rule: money - written out, as schema.org wants it, from whole paise
    price: toRupees(price).toFixed(2),
    ...(until && { priceValidUntil: dayOf(until - 1) }),
    priceCurrency: store.currency.code,
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: shippingLd(price, store, delivery),
    hasMerchantReturnPolicy: returnPolicyLd(store, site),
    seller: { '@type': 'Organization', name: store.legal.entity },
  };
}
