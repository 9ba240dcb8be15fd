/** Searches by the price of now, and by the first day (docs/behaviour.md, "Search and filters"). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { FoundProduct } from '#domain/catalogue/product.ts';
import { oneDay } from '#lib/dates.ts';
import { productSalesFile } from '#lib/more-paths.ts';
import { manyProducts } from '../support/catalogue.ts';
import { type SearchFiles, searchFilesOf, searchTexts } from '../support/search-files.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ ownPages: true });
const catalogue = manyProducts(60);
const files = searchFilesOf(catalogue);

/** Serves these files, by a Worker that has not read them yet. */
async function serve(served: SearchFiles): Promise<void> {
  for (const [path, text] of Object.entries(searchTexts(served))) writeFileSync(join(shop.pages, path), text);
  await shop.stack.restartWorker();
}

/** The products that a query finds. */
async function find(query: string): Promise<FoundProduct[]> {
  const path = `/api/product/search?limit=100&${query}`;
  return (await shop.client().get<{ products: FoundProduct[] }>(path)).body.products;
}
const idsOf = (found: readonly FoundProduct[]) => found.map(({ _id }) => _id);

beforeAll(async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, catalogue);
});

test('nobody can read which sales are coming', async () => {
  expect((await shop.client().get(productSalesFile)).status).toBe(404);
});

test('in a sale, results are sorted, filtered and understood by the price that they say', async () => {
  const now = Date.now();
  const [[id = '', { price, originalPrice = price }] = ['', { price: 0 }]] = [...catalogue].sort(
    ([, a], [, b]) => b.price - a.price,
  );
  const sale = { name: 'Sale', from: now - oneDay, until: now + oneDay, price: 7 };
  await serve({ ...files, sales: { sales: [sale], products: { [id]: [[id, price, originalPrice, [0]]] } } });
  await shop.db.write
    .update(products)
    .set({ sales: [sale] })
    .where(eq(products.id, id));
  expect((await find('sort=low-high'))[0]).toMatchObject({ _id: id, price: 0.07 });
  expect((await find('sort=high-low')).at(-1)?._id).toBe(id);
  expect(idsOf(await find('price=-0'))).toEqual([id]);
  expect(idsOf(await find('q=under ₹1'))).toContain(id);
  const { body } = await shop.client().get('/api/product/sale-prices');
  expect(body.products).toEqual({
    [id]: {
      price: 7,
      originalPrice: originalPrice > price ? originalPrice : 7,
      onSale: true,
      amounts: { [id]: 0 },
    },
  });
});

test('by first day: the newest first, then the others', async () => {
  const newest = [...catalogue.keys()].slice(0, 3);
  const days = new Map(newest.map((id, n) => [id, new Date(Date.UTC(2026, 5 - n))]));
  const dated = [...catalogue].map(([id, one]) => [id, { ...one, publishFrom: days.get(id) }] as const);
  await serve(searchFilesOf(new Map(dated)));
  const usual = idsOf(await find('')).filter((id) => !days.has(id));
  expect(idsOf(await find('sort=newest'))).toEqual([...newest, ...usual]);
});
