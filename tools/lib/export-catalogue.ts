/** The catalogue of `content/` as CSV files. */
import { csvFile } from 'shop-import/csv';
import { writeShopifyCsv } from 'shop-import/write-shopify-csv';
import { connect, type DatabaseAddress } from '#db/client.ts';
import { products as productTable } from '#db/schema/index.ts';
import { amountsFor } from '#domain/catalogue/amounts.ts';
import { slugOfCategory } from '#domain/catalogue/category.ts';
import { metafieldLabels } from '#domain/catalogue/product-metafields.ts';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { exportedProduct } from '#domain/exports/exported-product.ts';
import { productCells, productTitles, stockCells, stockTitles } from '#domain/exports/lists.ts';
import { withOwnMetafields } from '#domain/exports/own-metafields.ts';
import type { ProductFile } from '#domain/import/merge.ts';
import { conceptNames } from '#domain/import/words.ts';
import { fillIn } from '#lib/fill-in.ts';
import { productPicture } from '#lib/paths.ts';
import {
  bodyOf,
  type ContentFiles,
  frontMatter,
  readCategories,
  readOne,
  readProducts,
} from '#tools/lib/check-content.ts';
import { listedItems } from '#tools/lib/product-files.ts';
import { contentTypes } from '../../content/collections.ts';

/** The formats, with what is in them. */
export const exportFormats = {
  shopify: 'the catalogue as Shopify product CSV',
  products: 'prices, statuses and categories',
  stock: 'prices and stock',
} as const;
export type ExportFormat = keyof typeof exportFormats;

/** Pieces by the id of what is sold. */
export type Stock = ReadonlyMap<string, number>;

/** The current stock. */
export async function readStock(address: DatabaseAddress): Promise<Stock> {
  const { id, stock } = productTable;
  const rows = await connect(address).read.select({ id, stock }).from(productTable);
  return new Map(rows.map((row) => [row.id, row.stock]));
}

/**
 * The file of a format.
 * @param stock the current one; without it, what a shop would begin with
 * @param now UTC ms: a product that is published later is a draft in Shopify's columns
 * @throws ContentError where the content has mistakes
 */
export function exportCatalogue(
  files: ContentFiles,
  format: ExportFormat,
  stock: Stock | undefined,
  now = Date.now(),
): string {
  const products = readProducts(files);
  const sellables = allSellables(products);
  const stockOf = (id: string): number | undefined => {
    const sellable = sellables.get(id);
    return sellable?.trackStock === 'uncounted' ? undefined : (stock?.get(id) ?? sellable?.openingStock ?? 0);
  };
  if (format !== 'shopify') {
    const items = listedItems(products).map((item) => ({ ...item, stock: stockOf(item.id) ?? null }));
    const [titles, cells] =
      format === 'products' ? ([productTitles, productCells] as const) : ([stockTitles, stockCells] as const);
    return csvFile([titles, ...items.map(cells)]);
  }
  const { url } = readOne(files, contentTypes.store);
  const categories = readCategories(files);
  const written = [...products].map(([id, product]) => {
    const name = `products/${id}/index.md`;
    const source = files.read(name) ?? '';
    const text = bodyOf(source).trim();
    const shown = fillIn(text, amountsFor(id, products), `content/${name}`);
    const pictureAt = (number: number) => new URL(productPicture(id, number), url).href;
    const exported = exportedProduct(id, product, shown, stockOf, pictureAt, now);
    const type = categories.get(slugOfCategory(product.category))?.name ?? exported.type;
    const file: ProductFile = { matter: frontMatter(name, source) as ProductFile['matter'], text };
    return { exported: { ...exported, type }, file };
  });
  const hasMoved = (id: string) => {
    const { trackStock, openingStock } = sellables.get(id) ?? {};
    return trackStock === 'counted' && (stock?.get(id) ?? openingStock) !== openingStock;
  };
  const concepts = conceptNames(readOne(files, contentTypes.search));
  return writeShopifyCsv(withOwnMetafields(written, concepts, hasMoved), metafieldLabels);
}
