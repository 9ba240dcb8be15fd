/** A product of the content, as Shopify's columns say it. */
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import type { ExportedProduct } from 'shop-import/write-shopify-csv';
import { unified } from 'unified';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { isListed, isSold } from '#domain/catalogue/publication.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { escapeHtml } from '#lib/text.ts';

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeStringify);
const htmlOf = (text: string): string => String(markdown.processSync(text));

const listOf = (tag: 'ul' | 'ol', items: readonly string[]): string =>
  `<${tag}>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${tag}>`;
const section = (heading: string, html: string): string => `\n<h3>${heading}</h3>\n${html}`;

/**
 * The description with what other shops have no field for; the headings are those that an import finds
 * (packages/shop-import/src/body.ts).
 */
function bodyOf({ benefits, howToUse, ingredients }: ProductContent, text: string): string {
  return [
    htmlOf(text),
    benefits.length ? section('Benefits', listOf('ul', benefits)) : '',
    howToUse.length ? section('How to use', listOf('ol', howToUse)) : '',
    ingredients ? section('Ingredients', `<p>${escapeHtml(ingredients).replaceAll('\n', '<br>')}</p>`) : '',
  ].join('');
}

/** Names of what its variants differ in. */
function optionsOf({ options, variants: [first] }: ProductContent): string[] {
  if (options.length || !first) return options;
  return [first.kind === 'shade' ? 'Shade' : 'Size'];
}

/** Shopify has nothing like `hidden` (reachable by its address only): not published. What is sold later is a draft too. */
const statusOf = (product: ProductContent, at: number): ExportedProduct['status'] =>
  product.status === 'retired' ? 'retired' : isSold(product, at) && isListed(product) ? 'published' : 'draft';

/**
 * @param text of the product below its front matter, with its amounts filled in
 * @param stockOf pieces of what is sold, by its id; undefined where they are not counted
 * @param pictureAt the address of the picture of this number, from 1
 * @param at UTC ms: what is not sold then is a draft
 */
export function exportedProduct(
  id: string,
  product: ProductContent,
  text: string,
  stockOf: (id: string) => number | undefined,
  pictureAt: (number: number) => string,
  at: number,
): ExportedProduct {
  const { name, brand, category, tags, pictures, variants, seoTitle, seoDescription } = product;
  const addressOf = (file: string | undefined): string | undefined => {
    const place = pictures.findIndex((picture) => picture.file === file);
    return place < 0 ? undefined : pictureAt(place + 1);
  };
  return {
    handle: id,
    name,
    brand,
    body: bodyOf(product, text),
    type: category,
    tags,
    status: statusOf(product, at),
    pictures: pictures.map(({ alt }, place) => ({ address: pictureAt(place + 1), alt })),
    seoTitle,
    seoDescription,
    options: optionsOf(product),
    variants: sellablesOf(id, product).map(([one, sold], place) => {
      const { label, choices, price, originalPrice, sku, barcode, weight } = sold;
      const picture = addressOf(variants[place]?.picture);
      return {
        values: choices.length ? choices.map(({ value }) => value) : label === null ? [] : [label],
        price,
        // The price before: an MRP that is the price says nothing.
        ...(originalPrice !== undefined && originalPrice > price && { originalPrice }),
        ...(sku && { sku }),
        ...(barcode && { barcode }),
        stock: stockOf(one) ?? 'not counted',
        ...(weight && { grams: weight }),
        ...(picture && { picture }),
      };
    }),
    metafields: {},
  };
}
