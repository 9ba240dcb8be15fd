/**
 * The product feed for Google Merchant Center: RSS 2.0 with fields of the namespace `g:`
 * (support.google.com/merchants/answer/7052112). The Worker adds the stock.
 */

import { canBeBought } from '#domain/catalogue/can-be-bought.ts';
import { categoryOfSlug, pathTo } from '#domain/catalogue/category.ts';
import type { CategoryContent } from '#domain/catalogue/category-content.ts';
import { isGtin } from '#domain/catalogue/gtin.ts';
import { attributesOf } from '#domain/catalogue/options.ts';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import { deliveryFee } from '#domain/store/delivery.ts';
import type { Store } from '#domain/store/store.ts';
import { type Paise, toPaise, toRupees } from '#lib/money.ts';
import { paths, productPath } from '#lib/paths.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML 1.0, and removes the characters that it forbids. */
export const escapeXml = (text: string): string =>
  text
    // Lone surrogates, and control characters except tab and line breaks.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** `599.00 INR`. @param paise */
const amount = (paise: number, store: Store): string =>
  // rule: money - written out, as Google wants it, from whole paise
  `${toRupees(paise).toFixed(2)} ${store.currency.code}`;

const tag = (name: string, value: string | number): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`;

/**
 * The charged price, as on the product's page, and in a sale the lowest price of the days before as the regular one. The MRP
 * is none: Google accepts as regular price only one that was charged.
 */
function prices({ sale }: ApiProduct, price: Paise, store: Store): string[] {
  const before = toPaise(sale?.before ?? 0) ?? 0;
  if (!sale || before <= price) return [tag('g:price', amount(price, store))];
  return [
    tag('g:price', amount(before, store)),
    tag('g:sale_price', amount(price, store)),
    tag('g:sale_price_effective_date', `${sale.from}/${sale.until}`),
  ];
}

/** A product has a GTIN, or its maker's number with the brand, or no identifier. */
function codes({ barcode, sku, brand }: ApiProduct): string[] {
  if (barcode && isGtin(barcode)) return [tag('g:gtin', barcode)];
  return sku && brand ? [tag('g:mpn', sku)] : [tag('g:identifier_exists', 'no')];
}

/** A category in the feed. @property path names from the widest on: `Skin > Serums` @property google in Google's own list */
export type FeedCategory = { path: string; google?: string };

/** The categories of the feed, as products name them. @param categories by their slugs */
export const feedCategories = (
  categories: ReadonlyMap<string, Pick<CategoryContent, 'name' | 'parent' | 'googleCategory'>>,
): Record<string, FeedCategory> =>
  Object.fromEntries(
    [...categories.keys()].map((slug) => {
      const path = pathTo(slug, categories).flatMap((one) => categories.get(one) ?? []);
      const google = path.findLast(({ googleCategory }) => googleCategory)?.googleCategory;
      return [
        categoryOfSlug(slug),
        { path: path.map(({ name }) => name).join(' > '), ...(google && { google }) },
      ];
    }),
  );

/** What Google has no field of its own for. */
const detail = (name: string, value: string): string =>
  `<g:product_detail>${tag('g:section_name', 'On the label')}${tag('g:attribute_name', name)}${tag('g:attribute_value', value)}</g:product_detail>`;

/** What the feed has to know of the shop. @property originsOf names of the countries of a product */
type FeedFacts = {
  store: Store;
  categories: Readonly<Record<string, FeedCategory>>;
  originsOf: (id: string) => readonly string[];
};

function item(product: ApiProduct, { store, categories, originsOf }: FeedFacts): string {
  const origins = originsOf(product.group ?? product._id);
  const category = categories[product.category];
  const absolute = (path: string) => new URL(path, store.url).href;
  const [picture = '', ...more] = product.image;
  const price = toPaise(product.price) ?? 0;
  const fields = [
    tag('g:id', product._id),
    tag('g:title', `${product.brand} ${product.name}`.trim()),
    tag('g:description', product.description || product.name),
    tag('g:link', absolute(productPath(product._id))),
    tag('g:image_link', absolute(picture)),
    ...more.slice(0, 10).map((image) => tag('g:additional_image_link', absolute(image))),
    tag('g:availability', canBeBought(product) ? 'in_stock' : 'out_of_stock'),
    ...prices(product, price, store),
    ...(product.brand ? [tag('g:brand', product.brand)] : []),
    tag('g:condition', 'new'),
    ...codes(product),
    ...(product.group ? [tag('g:item_group_id', product.group)] : []),
    ...attributesOf(product).flatMap(({ property, value }) =>
      property ? [tag(`g:${property}`, value)] : [],
    ),
    ...(category?.google ? [tag('g:google_product_category', category.google)] : []),
    tag('g:product_type', category?.path ?? product.category),
    ...(product.volume ? [tag('g:unit_pricing_measure', `${product.volume} ml`)] : []),
    ...(origins.length ? [detail('Country of origin', origins.join(', '))] : []),
    `<g:shipping>${tag('g:country', 'IN')}${tag('g:price', amount(deliveryFee(store, price), store))}</g:shipping>`,
  ];
  return `    <item>\n      ${fields.join('\n      ')}\n    </item>`;
}

/**
 * Products without a picture are left out: Google takes none without, and no drawing.
 * @param products all that are sold; sold-out ones are marked
 */
export const merchantFeed = (products: readonly ApiProduct[], facts: FeedFacts): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
  <channel>
    ${tag('title', facts.store.name)}
    ${tag('link', new URL(paths.home, facts.store.url).href)}
    ${tag('description', facts.store.description)}
${products
  .filter(({ image }) => image.length)
  .map((product) => item(product, facts))
  .join('\n')}
  </channel>
</rss>
`;
