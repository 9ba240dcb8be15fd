/** The catalogue of `content/`, exported and read by the import, is the same. */
import { readBody } from 'shop-import/body';
import { readCatalogue } from 'shop-import/read-catalogue';
import { expect, test } from 'vitest';
import { amountsFor } from '#domain/catalogue/amounts.ts';
import { slugOfCategory } from '#domain/catalogue/category.ts';
import { readProductList } from '#domain/catalogue/product-list.ts';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { fitsField, importLimits } from '#domain/import/plan.ts';
import { finderOf } from '#domain/stock/items.ts';
import { readStockList } from '#domain/stock/stock-list.ts';
import { fillIn } from '#lib/fill-in.ts';
import { bodyOf, readCategories, readProducts } from '#tools/lib/check-content.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { productsIn } from './product-files.ts';

const committed = contentFiles();
/** One product has what the samples leave out. */
const withMore = 'products/barrier-cream/index.md';
const files = {
  ...committed,
  read: (name: string) =>
    committed
      .read(name)
      ?.replace(
        /^name:/m,
        (field) =>
          (name === withMore ? 'seoTitle: Oat cream\nseoDescription: For dry days.\nweight: 120\n' : '') +
          field,
      ),
};
const products = readProducts(files);
const sellables = allSellables(products);
const categories = readCategories(files);
const stock = new Map([...sellables.keys()].map((id, n) => [id, n]));

test("as Shopify's CSV: every text, price, size, SKU, barcode, weight, piece and picture", () => {
  const bytes = new TextEncoder().encode(exportCatalogue(files, 'shopify', stock));
  const read = readCatalogue(bytes, importLimits).products;
  const imported = read.map(({ body: html, ...product }) => {
    const { markdown, benefits, howToUse, ingredients } = readBody(html, undefined, fitsField);
    return {
      id: product.handle,
      name: product.name,
      brand: product.brand,
      category: product.type,
      tags: product.tags,
      seoTitle: product.seoTitle,
      seoDescription: product.seoDescription,
      markdown,
      benefits,
      howToUse,
      ingredients,
      pictures: product.pictures,
      sold: product.variants.map(({ values, price, originalPrice, sku, barcode, stock, grams }) => [
        ...[values[0] ?? null, price, originalPrice, sku, barcode, stock, grams],
      ]),
    };
  });
  const expected = [...products].map(([id, product]) => ({
    id,
    name: product.name,
    brand: product.brand,
    category: categories.get(slugOfCategory(product.category))?.name,
    tags: product.tags,
    seoTitle: product.seoTitle,
    seoDescription: product.seoDescription,
    markdown: fillIn(
      bodyOf(files.read(`products/${id}/index.md`) ?? '').trim(),
      amountsFor(id, products),
      id,
    ),
    benefits: product.benefits,
    howToUse: product.howToUse,
    ingredients: product.ingredients ?? '',
    pictures: product.pictures.map(({ alt }, n) => ({
      address: `https://harita.example/media/products/${id}/${n + 1}.jpg`,
      alt,
    })),
    sold: [...sellables]
      .filter(([one, { group }]) => (group ?? one) === id)
      .map(([one, { label, price, originalPrice = 0, sku, barcode, weight }]) => [
        ...[label, price, originalPrice > price ? originalPrice : undefined, sku, barcode],
        ...[stock.get(one), weight],
      ]),
  }));
  expect(imported).toEqual(expected);
});

test('products and stock read back as no change, and as these pieces', () => {
  const { items, categories } = productsIn(files);
  const find = finderOf(items);
  expect(readProductList(exportCatalogue(files, 'products', undefined), find, categories)).toEqual({
    changes: [],
    same: items.length,
    problems: [],
  });
  const counted = finderOf(items.map((item) => ({ ...item, tracked: true })));
  const { lines, problems } = readStockList(exportCatalogue(files, 'stock', stock), counted);
  // The stock of a kit is that of its parts.
  const pieces = items.flatMap(({ id, isKit }) => (isKit ? [] : [[id, stock.get(id)]]));
  expect([lines.map(({ item, pieces }) => [item.id, pieces]), problems]).toEqual([pieces, []]);
});

test('what is hidden, or sold later, is a draft for other programs', () => {
  const withStatus = (lines: string) => ({
    ...committed,
    read: (name: string) =>
      committed.read(name)?.replace(/^name:/m, (field) => (name === withMore ? lines : '') + field),
  });
  const statusOf = (lines: string, at: string) => {
    const csv = exportCatalogue(withStatus(lines), 'shopify', undefined, Date.parse(at));
    const { products: read } = readCatalogue(new TextEncoder().encode(csv), importLimits);
    return read.find(({ handle }) => handle === 'barrier-cream')?.status;
  };
  expect(statusOf('', '2026-11-30')).toBe('published');
  expect(statusOf('status: hidden\n', '2026-11-30')).toBe('draft');
  expect(statusOf('publishFrom: 2027-01-05\n', '2026-11-30')).toBe('draft');
  expect(statusOf('publishFrom: 2027-01-05\n', '2027-01-06')).toBe('published');
  expect(statusOf('status: retired\n', '2026-11-30')).toBe('retired');
});
