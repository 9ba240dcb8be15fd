/**
 * `GET /api/product/search` returns the same products as the browser's own search (src/features/search/search.ts), for
 * any texts and any query, in one call to the database.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { syncCatalogue } from '#db/sync.ts';
import type { FoundProduct } from '#features/catalogue/product.ts';
import { buildIndex, searchIndex } from '#features/search/search.ts';
import { defaultSearch, type Search, sortChoices } from '#features/search/search-query.ts';
import { suggest } from '#features/search/suggestions.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';
import { readProducts } from '#tools/lib/content.ts';
import { randomFrom } from '../load/random.ts';
import { awkwardWords, cardsOf, manyProducts, pick } from '../support/catalogue.ts';
import { allPages } from '../support/client.ts';
import { serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';

type Answer = {
  total: number;
  products: FoundProduct[];
  next: string | null;
  didYouMean: string | null;
  nearest: FoundProduct[];
};

const shop = useShop({ proxy: true, flood: 100_000 });
const catalogue = manyProducts(1_000);
const shelf = buildIndex(cardsOf(catalogue));
const idsOf = (products: readonly { _id: string }[]) => products.map(({ _id }) => _id);

const ask = async (search: Partial<Search>, more: Record<string, string> = {}) => {
  const { status, body, text } = await shop
    .client()
    .get<Answer>(`/api/product/search?${new URLSearchParams({ ...search, ...more })}`);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return body;
};

/** All pages, one after the other. */
async function all(search: Search, limit: number): Promise<string[]> {
  const more = { limit: String(limit) };
  const pages = await allPages((after) =>
    ask(search, { ...more, ...Object.fromEntries(new URLSearchParams(after)) }),
  );
  return pages.flatMap(({ products }) => idsOf(products));
}

beforeAll(async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, catalogue);
}, 120_000);

/** Queries: words and parts of the texts, and words that match nothing. */
function queries(): string[] {
  const dice = randomFrom(7);
  const texts = shelf.all.flatMap(({ product }) => [product.name, product.description, product.id]);
  const parts = Array.from({ length: 120 }, () => {
    const characters = [...(texts[dice.between(0, texts.length - 1)] ?? '')];
    const from = dice.between(0, characters.length - 1);
    return characters.slice(from, from + dice.between(1, 8)).join('');
  });
  const odd = [
    '',
    ' ',
    'zzzz',
    'glwo',
    'seurm',
    'i̇',
    'SS',
    'ΣΟΔΟ',
    '\u0307',
    'न',
    'हल',
    'name : glow',
    'glow OR rose',
  ];
  return [...awkwardWords, ...awkwardWords.map((word) => word.toUpperCase()), ...parts, ...odd];
}

test('every search finds the same products in the same order', async () => {
  const dice = randomFrom(3);
  for (const q of queries()) {
    const search: Search = {
      q: q.slice(0, 100),
      skin: dice.chance(0.5) ? anySkin : pick(dice, skinChoices),
      sort: pick(dice, sortChoices),
    };
    const found = searchIndex(shelf, search).map(({ id }) => id);
    const { total, products, next, ...instead } = await ask(search, { limit: '100' });
    expect([search, total, idsOf(products)]).toEqual([search, found.length, found.slice(0, 100)]);
    expect(next === null).toBe(found.length <= 100);
    if (found.length || !q.trim()) expect(instead).toMatchObject({ didYouMean: null, nearest: [] });
    else {
      const { didYouMean = null, products: near } = suggest(shelf, q);
      expect([q, instead.didYouMean, idsOf(instead.nearest)]).toEqual([
        q,
        didYouMean,
        near.map(({ id }) => id),
      ]);
    }
  }
});

describe.each(sortChoices)('pages by %s', (sort) => {
  test.each([
    ['', anySkin],
    ['', 'Oily Skin'],
    ['glow', anySkin],
    ['₹', 'Dry Skin'],
    ['ab', anySkin],
  ] as const)('of "%s" for %s, joined, are the whole', async (q, skin) => {
    const search = { q, skin, sort };
    expect(await all(search, 97)).toEqual(searchIndex(shelf, search).map(({ id }) => id));
  });
});

test('it makes one call to the database, and two when nothing is found', async () => {
  for (const [q, calls] of [
    ['glow', 1],
    ['a', 1],
    ['', 1],
    ['seurm', 2],
    ['qqqqqqqqqq', 2],
  ] as const) {
    shop.proxy.reset();
    await ask({ q });
    expect([q, shop.proxy.calls.length]).toEqual([q, calls]);
  }
});

test('a page has 24 products by default, in rupees, without live fields such as stock', async () => {
  const { products } = await ask({});
  expect(products).toHaveLength(24);
  const [first] = products;
  const fromList = (await shop.client().get(`/api/product/${first?._id}`)).body.product;
  expect(fromList).toMatchObject({ ...first });
  for (const field of ['stock', 'rating', 'reviews', 'retired']) expect(first).not.toHaveProperty(field);
});

test('an unchanged answer is an empty 304', async () => {
  const path = '/api/product/search?q=glow';
  const { headers } = await shop.client().get(path);
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const again = await shop.client().get(path, { 'If-None-Match': headers.get('etag') ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('a sync replaces the search index, and another one restores the first', async () => {
  const sync = (products: Parameters<typeof syncCatalogue>[1]) =>
    syncCatalogue({ url: shop.stack.databaseUrl }, products);
  const { q, skin, sort } = { ...defaultSearch, q: 'vitamin' };
  await sync(readProducts());
  expect(idsOf((await ask({ q, skin, sort })).products)).toContain(serum);
  expect((await ask({ q: 'ışık' })).total).toBe(0);
  await sync(catalogue);
  expect((await ask({ q })).total).toBe(0);
  expect(await all({ ...defaultSearch, q: 'ışık' }, 100)).toEqual(
    searchIndex(shelf, { ...defaultSearch, q: 'ışık' }).map(({ id }) => id),
  );
}, 120_000);
