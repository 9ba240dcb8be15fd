/**
 * The catalogue's routes: `list`, `{id}` and `live` return the products of content in rupees, and
 * can be revalidated by ETag.
 */
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { priceChanges, products } from '#db/schema/index.ts';
import type { ApiProduct, LiveProduct } from '#domain/catalogue/product.ts';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { readProducts } from '#tools/lib/content.ts';
import { allPages } from '../support/client.ts';
import { day, minute, setClock } from '../support/clock.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { setRetired } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const written = readProducts();
const content = allSellables(written);

/** The fields of a product. */
const fields =
  `_id name category description brand price originalPrice discount sale image features spf rating
  reviews skinType skinTypes benefits keyIngredients volume bestseller paused stock retired group label kind choices swatch sku
  barcode`.split(/\s+/);

/** Changes a product until the end of the test. */
async function setProduct(id: string, columns: Partial<typeof products.$inferInsert>): Promise<void> {
  const [before] = await shop.db.read.select().from(products).where(eq(products.id, id));
  const set = (row: object) => shop.db.write.update(products).set(row).where(eq(products.id, id));
  onTestFinished(async () => void (await set({ ...before })));
  await set(columns);
}

/** The catalogue's answers about the serum. */
const paths = [
  '/api/product/list',
  '/api/product/list?limit=16',
  `/api/product/${serum}`,
  `/api/product/live?ids=${serum}`,
];

const list = async (query = '') => (await shop.client().get(`/api/product/list${query}`)).body.products;
const one = async (id: string) => (await shop.client().get(`/api/product/${id}`)).body.product;
const live = async (ids: string) =>
  (await shop.client().get<{ products: Record<string, LiveProduct> }>(`/api/product/live?ids=${ids}`)).body
    .products;

describe('list', () => {
  test('returns every product of content once, with exactly these fields', async () => {
    const { status, body } = await shop.client().get('/api/product/list');
    expect([status, body.success]).toEqual([200, true]);
    expect(body.products.map(({ _id }) => _id).sort()).toEqual([...written.keys()].sort());
    for (const product of body.products) expect(Object.keys(product).sort()).toEqual([...fields].sort());
  });

  test('is in the editor’s order', async () => {
    const order = (product: ApiProduct) => content.get(product._id)?.order ?? -1;
    const places = (await list()).map(order);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBeGreaterThan(1);
  });

  test('has the values of content, prices in rupees; sizes and shades by their ids', async () => {
    const sizes = [...content.keys()].filter((id) => !written.has(id));
    expect(sizes.length).toBeGreaterThan(0);
    for (const product of [...(await list()), ...(await list(`?ids=${sizes}`))]) {
      const sold = content.get(product._id);
      if (!sold) throw new Error(`${product._id} is not in the content`);
      const { category, brand, description, features, bestseller, skinType, skinTypes } = sold;
      const same = { category, brand, description, features, bestseller, skinType, skinTypes };
      expect(product).toMatchObject({
        ...same,
        name: (written.get(product._id) ?? sold).name,
        price: sold.price / 100,
        originalPrice: (sold.originalPrice ?? sold.price) / 100,
        spf: sold.spf ?? null,
        volume: sold.volume ?? null,
        benefits: sold.benefits.join('\n'),
        stock: sold.parts
          ? Math.min(...sold.parts.map((part) => content.get(part)?.openingStock ?? 0))
          : sold.openingStock,
        paused: null,
        retired: false,
        // A variant has one picture of its own.
        image: sold.pictures
          .slice(0, product._id.includes('--') ? 1 : undefined)
          .map((_, n) => `/media/products/${product._id}/${n + 1}.jpg`),
      });
      expect(product.keyIngredients.split('\n')).toHaveLength(sold.keyIngredients.length);
    }
  });

  test('with ids, returns only those products, once each, without unknown ones', async () => {
    const named = await list(`?ids=${toner},${serum},${serum},nothing-like-it`);
    expect(named.map(({ _id }) => _id)).toEqual([serum, toner]);
  });
});

describe('pages of the list', () => {
  const page = async (query: string) =>
    (await shop.client().get<{ products: ApiProduct[]; next: string | null }>(`/api/product/list?${query}`))
      .body;

  test.each([1, 5, 8, 16, 100])('of %i contain the whole list together', async (limit) => {
    const found = await allPages((after) => page(`limit=${limit}${after}`));
    const pages = found.map(({ products }) => products);
    expect(pages.flat()).toEqual(await list());
    expect(pages).toHaveLength(Math.ceil(written.size / limit));
    for (const one of pages.slice(0, -1)) expect(one).toHaveLength(limit);
  });

  test('have 100 products without a limit; the unpaged list has no `next`', async () => {
    const { next = '' } = await page('limit=3');
    expect((await page(`after=${next}`)).products).toEqual((await list()).slice(3));
    expect((await shop.client().get('/api/product/list')).body).not.toHaveProperty('next');
  });

  test('with ids, have only those products', async () => {
    const { products: found, next } = await page(`ids=${toner},${serum}&limit=1`);
    expect(found.map(({ _id }) => _id)).toEqual([serum]);
    expect((await page(`ids=${toner},${serum}&limit=1&after=${next}`)).products).toMatchObject([
      { _id: toner },
    ]);
  });
});

test('one product is the same as in the list', async () => {
  const fromList = (await list()).find(({ _id }) => _id === serum);
  expect(await one(serum)).toEqual(fromList);
  expect(fromList).toBeDefined();
});

test('an unknown product is a 404 with a message for shoppers', async () => {
  const { status, body } = await shop.client().get('/api/product/nothing-like-it');
  expect(status).toBe(404);
  expect(body).toEqual({ success: false, code: 'not_found', message: 'This product was not found.' });
});

test.each([
  // price, MRP in paise, floored per cent
  [99_900, 149_900, 33],
  [66_600, 99_900, 33],
  [50_050, 100_000, 49],
  [99_999, 100_000, 0],
  [100_000, 100_000, 0],
  [1, 100_000, 99],
])('the discount of %i paise off an MRP of %i is %i', async (price, originalPrice, discount) => {
  await setProduct(cream, { price, originalPrice });
  const shown = { price: price / 100, originalPrice: originalPrice / 100, discount };
  expect(await one(cream)).toMatchObject(shown);
});

test('a rating is the mean of the reviews to one decimal; without reviews the editor’s, else 0', async () => {
  expect(await one(cream)).toMatchObject({ rating: 0, reviews: 0 });
  await setProduct(cream, { editorRating: 4.6 });
  expect(await one(cream)).toMatchObject({ rating: 4.6, reviews: 0 });
  await setProduct(cream, { ratingSum: 11, reviewCount: 3 });
  expect(await one(cream)).toMatchObject({ rating: 3.7, reviews: 3 });
  expect((await live(cream))[cream]).toMatchObject({ rating: 3.7, reviews: 3 });
});

test('live returns only stock, rating, count, price and whether the product is retired', async () => {
  await setProduct(serum, { stock: 3 });
  const { price, originalPrice } = await one(serum);
  const unreviewed = { rating: 0, reviews: 0, paused: null, retired: false };
  expect(await live(`${serum},nothing-like-it`)).toEqual({
    [serum]: { ...unreviewed, stock: 3, price, originalPrice, sale: null },
  });
});

test('a sale begins and ends by the Worker’s clock in every answer; it is compared with the 30 days before', async () => {
  const client = shop.client();
  const prices = async () => {
    const answers = await Promise.all([...paths, '/feed.xml'].map((path) => client.get(path)));
    const [all, page, product, known, feed] = answers;
    const [live] = Object.values<{ price: number }>(Object(known?.body.products));
    return {
      prices: [...(all?.body.products ?? []), ...(page?.body.products ?? [])]
        .filter(({ _id }) => _id === serum)
        .map(({ price }) => price)
        .concat(product?.body.product.price ?? 0, live?.price ?? 0),
      product: product?.body.product,
      item: feed?.text.match(new RegExp(`<g:id>${serum}</g:id>[^]*?</item>`))?.[0],
      etags: answers.map(({ headers }) => headers.get('etag')),
      cache: feed?.headers.get('cache-control'),
    };
  };
  const begin = Math.ceil((Date.now() + day) / 1000) * 1000;
  const sales = [
    { name: 'Diwali', from: begin, until: begin + day, percent: 20 },
    { name: 'Late Diwali', from: begin + 2 * day, until: begin + 3 * day, percent: 30 },
  ];
  await setProduct(serum, { price: 59_900, originalPrice: 59_900, sales });
  await shop.db.write.delete(priceChanges);
  await shop.stack.scheduled();

  await setClock(shop, begin - Date.now() - minute);
  const before = await prices();
  expect(before).toMatchObject({ prices: [599, 599, 599, 599], product: { sale: null } });
  // No cache keeps the feed when the sale has begun.
  expect(Number(before.cache?.match(/max-age=(\d+)/)?.[1])).toBeLessThanOrEqual(60);

  await setClock(shop, begin - Date.now() + minute);
  const during = await prices();
  expect(during).toMatchObject({
    prices: [479.2, 479.2, 479.2, 479.2],
    product: {
      originalPrice: 599,
      discount: 20,
      sale: { name: 'Diwali', until: new Date(begin + day).toISOString(), before: 599 },
    },
  });
  for (const [n, etag] of during.etags.entries()) expect(etag, paths[n]).not.toBe(before.etags[n]);
  expect(during.item).toContain('<g:price>599.00 INR</g:price>');
  expect(during.item).toContain('<g:sale_price>479.20 INR</g:sale_price>');

  // Nobody has looked at the prices meanwhile.
  await setClock(shop, begin - Date.now() + 2 * day + minute);
  await shop.stack.scheduled();
  const changes = await shop.db.read.select().from(priceChanges).where(eq(priceChanges.productId, serum));
  expect(changes.map(({ price }) => price)).toEqual([59_900, 47_920, 59_900, 41_930]);
  expect(changes[1]).toMatchObject({ at: begin });
  expect(await prices()).toMatchObject({
    prices: [419.3, 419.3, 419.3, 419.3],
    product: { originalPrice: 479.2, sale: { name: 'Late Diwali', before: 479.2 } },
  });
  await setClock(shop, begin - Date.now() + 4 * day);
  expect(await prices()).toMatchObject({ prices: [599, 599, 599, 599], product: { sale: null } });
});

test('a retired product is not in the list, and is found by its id, marked as retired', async () => {
  await setRetired(shop.db, toner, true);
  expect((await list()).map(({ _id }) => _id)).not.toContain(toner);
  expect(await list(`?ids=${toner}`)).toMatchObject([{ _id: toner, retired: true }]);
  expect(await one(toner)).toMatchObject({ _id: toner, retired: true });
  expect((await live(toner))[toner]).toMatchObject({ retired: true });
  await setRetired(shop.db, toner, false);
  expect((await list()).map(({ _id }) => _id)).toContain(toner);
});

test.each(paths)(
  '%s is revalidated: an unchanged one is an empty 304, a changed one is sent in full',
  async (path) => {
    const revalidated = 'public, max-age=0, must-revalidate';
    const client = shop.client();
    const first = await client.get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect(first.headers.get('cache-control')).toBe(revalidated);
    const again = await client.get(path, { 'If-None-Match': etag });
    // RFC 9110, 15.4.5: the same caching headers as the 200.
    expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([304, '', revalidated]);
    await setProduct(serum, { stock: 41 });
    const changed = await client.get(path, { 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  },
);
