/** Searches by the price of now, by rating, discount and first day (docs/behaviour.md, "Search and filters"). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { FoundProduct } from '#domain/catalogue/product.ts';
import { oneDay } from '#lib/dates.ts';
import { discountPercent } from '#lib/money.ts';
import { productSalesFile } from '#lib/more-paths.ts';
import { manyProducts } from '../support/catalogue.ts';
import { randomFrom } from '../support/random.ts';
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

test('by rating: the highest that a card shows first, of one rating that with most reviews; those without come last', async () => {
  const usual = idsOf(await find(''));
  const [first = '', second = '', third = '', fourth = ''] = usual.slice(5);
  const rate = (id: string, ratingSum: number, reviewCount: number, editorRating: number | null = null) =>
    shop.db.write.update(products).set({ ratingSum, reviewCount, editorRating }).where(eq(products.id, id));
  await rate(first, 4, 1);
  // One alone is no order.
  expect((await shop.client().get('/api/product/best-rated')).body.products).toEqual([]);
  expect(idsOf(await find('sort=rating'))).toEqual(usual);
  await rate(second, 9, 2);
  await rate(third, 0, 0, 4.5);
  await rate(fourth, 45, 10, 1);
  // The list of a Worker is at most an hour old.
  await shop.stack.restartWorker();
  const best = [fourth, second, third, first];
  expect((await shop.client().get('/api/product/best-rated')).body.products).toEqual(best);
  const others = usual.filter((id) => !best.includes(id));
  expect(idsOf(await find('sort=rating'))).toEqual([...best, ...others]);
  await shop.db.write
    .update(products)
    .set({ ratingSum: 0, reviewCount: 0, editorRating: null })
    .where(inArray(products.id, best));
});

test('by discount: the largest that a card shows first; the others keep their order', async () => {
  const usual = await find('');
  const sorted = await find('sort=discount');
  expect(sorted.map(({ discount }) => discount)).toEqual(
    usual.map(({ discount }) => discount).toSorted((a, b) => b - a),
  );
  expect(new Set(sorted.map(({ discount }) => discount)).size).toBeGreaterThan(3);
  const percent = ({ price, originalPrice }: FoundProduct) =>
    discountPercent(price * 100, originalPrice * 100);
  const places = new Map(usual.map(({ _id }, n) => [_id, n]));
  for (const [n, product] of sorted.entries()) {
    const next = sorted[n + 1];
    if (next && percent(product) === percent(next))
      expect(places.get(product._id)).toBeLessThan(places.get(next._id) ?? 0);
  }
});

test('a range whose end is below its start counts as not given, alone and beside others', async () => {
  const random = randomFrom(4);
  for (let run = 0; run < 12; run++) {
    const [least = 0, most = 0] = [random.between(1, 40), random.between(1, 40)].sort((a, b) => a - b);
    const name = random.chance(0.5) ? 'price' : 'size';
    const wrong = `${most + 1}-${least}`;
    expect(idsOf(await find(`${name}=${wrong}`))).toEqual(idsOf(await find('')));
    const right = idsOf(await find(`${name}=${least}-${most}`));
    expect(idsOf(await find(`${name}=${wrong},${least}-${most}`))).toEqual(right);
  }
});
