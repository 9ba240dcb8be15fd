/** Shopify's public `products.json`. */
import * as z from 'zod';
import { tableOf } from '../columns.ts';
import { type Tree, textsOf } from '../object-table.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readShopifyCsv } from './shopify-csv.ts';

const textField = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const numberField = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => `${value ?? ''}`);

const variantShape = {
  option1: textField,
  option2: textField,
  option3: textField,
  sku: textField,
  barcode: textField,
  price: numberField,
  compare_at_price: numberField,
  grams: numberField,
  inventory_quantity: numberField,
  available: z.boolean().nullish(),
  featured_image: z.object({ src: z.string() }).nullish(),
};

const productShape = {
  title: z.string(),
  handle: z.string(),
  body_html: textField,
  vendor: textField,
  product_type: textField,
  tags: z.union([z.string(), z.array(z.string())]).nullish(),
  status: textField,
  published_at: z.string().nullish(),
  options: z.array(z.object({ name: z.string() })).default([]),
  images: z.array(z.object({ src: z.string(), alt: textField })).default([]),
  variants: z.array(z.looseObject(variantShape)),
};

const productsJson = z.object({ products: z.array(z.looseObject(productShape)) });

/** Fields that are not read, which stay among the other texts of a product. */
const restOf = (fields: object, shape: object, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields as Record<string, Tree>)
      .filter(([name]) => !Object.hasOwn(shape, name))
      .flatMap(([name, value]) => [...textsOf({ [`${prefix}.${name}`]: value })]),
  );

/** A {@link Reader}. It makes rows of Shopify's CSV, so that both are read by one set of rules. */
export function readShopifyJson({ tree }: ExportFile): ReadProducts | undefined {
  if (tree === undefined) return undefined;
  const read = productsJson.safeParse(tree);
  if (!read.success) return undefined;
  const rows: Record<string, string>[] = read.data.products.flatMap((product) => {
    const first = {
      Title: product.title,
      'Body (HTML)': product.body_html,
      Vendor: product.vendor,
      Type: product.product_type,
      Tags: Array.isArray(product.tags) ? product.tags.join(',') : (product.tags ?? ''),
      Status: product.status,
      Published: product.published_at === null ? 'false' : 'true',
      ...Object.fromEntries(product.options.map(({ name }, place) => [`Option${place + 1} Name`, name])),
      ...restOf(product, productShape, 'product'),
    };
    const length = Math.max(product.variants.length, product.images.length, 1);
    return Array.from({ length }, (_, place) => {
      const variant = product.variants[place];
      return {
        Handle: product.handle,
        ...(place === 0 && first),
        ...(variant && {
          'Option1 Value': variant.option1,
          'Option2 Value': variant.option2,
          'Option3 Value': variant.option3,
          'Variant SKU': variant.sku,
          'Variant Barcode': variant.barcode,
          'Variant Price': variant.price,
          'Variant Compare At Price': variant.compare_at_price,
          'Variant Grams': variant.grams,
          // The public file says whether there are any, and not how many.
          'Variant Inventory Qty': variant.inventory_quantity || (variant.available === false ? '0' : ''),
          'Variant Image': variant.featured_image?.src ?? '',
          ...restOf(variant, variantShape, 'variant'),
        }),
        'Image Src': product.images[place]?.src ?? '',
        'Image Alt Text': product.images[place]?.alt ?? '',
      };
    });
  });
  const headings = [
    ...new Set(['Handle', 'Title', 'Variant Price', ...rows.flatMap((row) => Object.keys(row))]),
  ];
  const table = tableOf([
    { number: 1, cells: headings },
    ...rows.map((row, place) => ({
      number: place + 2,
      cells: headings.map((heading) => row[heading] ?? ''),
    })),
  ]);
  const { products = [] } = readShopifyCsv({ tree: undefined, table: () => table }) ?? {};
  return { rows: 0, hasPricesBefore: true, products };
}
