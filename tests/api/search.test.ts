/**
 * `GET /api/product/search` gives what the engine of the browser gives for the same files (src/domain/search), in one
 * call to the database for any text.
 * rule: long - one Worker with its files answers all of them
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { suggest } from 'search/suggestions';
import { beforeAll, describe, expect, test } from 'vitest';
import { products, totals } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import { readOrigin } from '#domain/catalogue/origin.ts';
import type { FoundProduct } from '#domain/catalogue/product.ts';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import { applyFilter, productFilter } from '#domain/ingredients/ingredient-filter.ts';
import { countChoices } from '#domain/search/count-choices.ts';
import { openEngine, searchEngine, type Understood } from '#domain/search/engine.ts';
import type { Facets } from '#domain/search/facet-names.ts';
import { applyFacets, bestSelling, type FacetChoices, openFacets } from '#domain/search/facets.ts';
import { productsFromIndex } from '#domain/search/index-file.ts';
import { inSortOrder, searchIndex } from '#domain/search/search.ts';
import {
  defaultSearch,
  isListedSort,
  type Search,
  searchParams,
  sortChoices,
} from '#domain/search/search-query.ts';
import { dayNumber } from '#functions/lib/totals.ts';
import { collectionFile, searchFile } from '#lib/more-paths.ts';
import { anySkin, longestSearch, skinChoices } from '#lib/product-constants.ts';
import { awkwardWords, manyProducts, pick } from '../support/catalogue.ts';
import { allPages, inBatches, times } from '../support/client.ts';
import { randomFrom } from '../support/random.ts';
import { setRetired } from '../support/rows.ts';
import { searchFilesOf, searchTexts } from '../support/search-files.ts';
import { useShop } from '../support/shop.ts';

type Answer = {
  success: boolean;
  total: number;
  products: FoundProduct[];
  next: string | null;
  didYouMean: string | null;
  nearest: FoundProduct[];
  understood: Understood[];
  notes: string[];
  unknown: string[];
  facets?: FacetChoices;
};

const shop = useShop({ proxy: true, flood: 100_000, ownPages: true });
const catalogue = manyProducts(500);
const searchFiles = searchFilesOf(catalogue);
const { words, products: index, ingredients, facets: facetsOfFile } = searchFiles;
const files = searchTexts(searchFiles);
const engine = openEngine(words, productsFromIndex(index));
const openFilters = { ...openFacets(facetsOfFile), soldOut: new Set<string>() };
/** What comes first in an order, in a shop without sales and reviews. */
const listOf = (sort: Search['sort']): readonly string[] => {
  const { byOrigin, newest } = openFilters;
  const lists = { origin: byOrigin, newest, rating: [], 'best-selling': bestSelling([], openFilters) };
  return isListedSort(sort) ? lists[sort] : [];
};
const idsOf = (found: readonly { _id: string }[]) => found.map(({ _id }) => _id);

/** Serves these files, and starts a Worker that has not read them yet. */
async function serve(served: Record<string, string> = files): Promise<void> {
  for (const path of Object.keys(files)) rmSync(join(shop.pages, path), { force: true });
  for (const [path, text] of Object.entries(served)) writeFileSync(join(shop.pages, path), text);
  await shop.stack.restartWorker();
}

const search = (query: string) =>
  shop.client().get<Answer & { code?: string; message?: string }>(`/api/product/search?${query}`);

const ask = async ({ free = [], ...searched }: Partial<Search>, more: Record<string, string> = {}) => {
  const { status, body, text } = await search(
    `${new URLSearchParams({ ...searchParams({ ...defaultSearch, ...searched, free }), ...more })}`,
  );
  expect([searched, status, status === 200 ? '' : text]).toEqual([searched, 200, '']);
  return body;
};

beforeAll(async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, catalogue);
  await serve();
}, 120_000);

// The first test, since the Worker has not read them yet.
test('the files of the build are read once, however many requests come first, and also if the first one is gone', async () => {
  const gone = new AbortController();
  const first = fetch(`${shop.stack.url}/api/product/search?q=glow`, { signal: gone.signal }).catch(
    () => 'gone',
  );
  const others = times(20, () => ask({ q: 'glow' }));
  gone.abort();
  const answers = await Promise.all(others);
  expect(await first).toBe('gone');
  expect(new Set(answers.map(({ total }) => total))).toEqual(
    new Set([searchEngine(engine, { ...defaultSearch, q: 'glow' }).products.length]),
  );
});

/** Texts with a meaning, parts of the catalogue's texts, and texts that match nothing. */
function queries(): string[] {
  const dice = randomFrom(7);
  const texts = engine.products.flatMap(({ name, description, id }) => [name, description, id]);
  const parts = times(12, () => {
    const characters = [...(texts[dice.between(0, texts.length - 1)] ?? '')];
    const from = dice.between(0, characters.length - 1);
    return characters.slice(from, from + dice.between(1, 8)).join('');
  });
  const meant = [
    'serum',
    'seurm',
    'serum under ₹20',
    'serum 10 to 20',
    '₹5',
    'best serum',
    'sasta serum',
    'lipstick',
    'niacinamide',
    'niasinamide',
    'without fragrance',
    'bina khushboo',
    'oily skin',
    'तैलीय त्वचा सीरम',
    'muhase',
    'मुंहासे के लिए सीरम',
    'serum for oily skin under 20 without fragrance',
  ];
  const odd = ['', ' ', 'zzzz', 'glwo', 'i̇', 'SS', 'ΣΟΔΟ', '\u0307', 'न', 'name : glow', 'glow OR rose'];
  return [...awkwardWords.filter((_, n) => n % 3 === 0), ...parts, ...meant, ...odd];
}

test('every search gives what the engine gives', async () => {
  const limit = 20;
  const dice = randomFrom(3);
  const searches = queries().map(
    (q): Search => ({
      q: q.slice(0, longestSearch),
      skin: dice.chance(0.5) ? anySkin : pick(dice, skinChoices),
      with: pick(dice, ['', '', 'niacinamide', 'glycerin', 'gold']),
      free: freeFromGroups.filter(() => dice.chance(0.1)),
      facets: pick<Facets>(dice, [
        {},
        { category: ['face-oil', 'serum'] },
        { brand: ['ö-söhne'], price: ['5-30'] },
        { concern: ['acne'], size: ['-100'], in: ['stock'] },
        { origin: ['kr', 'fr'] },
      ]),
      sort: pick(dice, sortChoices),
    }),
  );
  await inBatches(searches, async (searched) => {
    const isMet = productFilter(ingredients, searched);
    const { products, understood, notes, unknown, opened } = searchEngine(engine, searched);
    const found = applyFilter(products, unknown, isMet, searched.sort);
    const filtered = applyFacets(openFilters, found.products, searched.facets ?? {});
    const ids = inSortOrder(filtered, searched.sort, listOf(searched.sort)).map(({ id }) => id);
    const answer = await ask(searched, { limit: `${limit}` });
    const instead = ids.length ? undefined : suggest(engine.index, searched.q);
    expect([
      searched,
      { ...answer, products: idsOf(answer.products), nearest: idsOf(answer.nearest) },
    ]).toEqual([
      searched,
      {
        success: true,
        total: ids.length,
        products: ids.slice(0, limit),
        next: ids.length > limit ? `${limit}` : null,
        didYouMean: instead?.didYouMean ?? null,
        nearest: (instead?.products ?? []).filter((one) => isMet(one) === 'met').map(({ id }) => id),
        understood,
        notes,
        opened: Object.fromEntries(Object.entries(opened).filter(([id]) => ids.slice(0, limit).includes(id))),
        unknown: ids.slice(0, limit).filter((id) => found.unknown.includes(id)),
      },
    ]);
  });
});

test('products that contain the text come first, in the order of the rule', async () => {
  for (const q of ['glow', 'ro', 'tea tree', '%', 'नमस्ते', 'İPEK']) {
    const containing = searchIndex(engine.index, { ...defaultSearch, q }).map(({ id }) => id);
    expect([q, containing.length > 0]).toEqual([q, true]);
    const found = idsOf((await ask({ q }, { limit: '100' })).products);
    const first = containing.slice(0, 100);
    expect([q, found.slice(0, first.length)]).toEqual([q, first]);
  }
});

test('what was understood is named, with the rest of the text', async () => {
  const { understood, products: found } = await ask({ q: 'serum under ₹20' });
  expect(understood).toEqual([
    { kind: 'type', id: 'serum', label: 'serum', rest: 'under ₹20' },
    { kind: 'price', id: 'price', label: 'under ₹20', rest: 'serum' },
  ]);
  expect(found.filter(({ price }) => price > 20)).toEqual([]);
  expect((await ask({ q: 'qqqqqqqq' })).understood).toEqual([]);
});

/** All pages, one after the other. */
async function everyPage(searched: Search, limit: number): Promise<string[]> {
  const pages = await allPages((after) =>
    ask(searched, { limit: String(limit), ...Object.fromEntries(new URLSearchParams(after)) }),
  );
  return pages.flatMap(({ products }) => idsOf(products));
}

test.each([
  ...sortChoices.map((sort) => ['', anySkin, sort] as const),
  ['glow', 'Oily Skin', 'relevant'],
  ['₹', 'Dry Skin', 'high-low'],
  ['serum under ₹20', anySkin, 'low-high'],
] as const)('pages of "%s" for %s by %s, joined, are the whole', async (q, skin, sort) => {
  const searched: Search = { ...defaultSearch, q, skin, sort };
  const whole = inSortOrder(searchEngine(engine, searched).products, sort, listOf(sort)).map(({ id }) => id);
  expect(whole.length).toBeGreaterThan(10);
  expect(await everyPage(searched, Math.min(100, Math.ceil(whole.length / 3)))).toEqual(whole);
});

test('filters keep products with an ingredient, and free of all groups; those without a list come last, and are named', async () => {
  const listed = (id: string) => catalogue.get(id)?.ingredients ?? '';
  const contained = await everyPage({ ...defaultSearch, with: 'niacinamide' }, 100);
  expect(contained.length).toBeGreaterThan(20);
  expect(contained.filter((id) => !listed(id).includes('Niacinamide'))).toEqual([]);
  const glow: Search = { ...defaultSearch, free: ['fragrance', 'silicones'], q: 'glow' };
  const free = await everyPage(glow, 100);
  expect(free.filter((id) => listed(id).includes('Linalool'))).toEqual([]);
  const sure = free.filter(listed);
  expect(sure.length).toBeGreaterThan(20);
  expect(sure.length).toBeLessThan(free.length);
  expect(free.slice(0, sure.length)).toEqual(sure);
  const unknown = await allPages((after) =>
    ask(glow, { limit: '20', ...Object.fromEntries(new URLSearchParams(after)) }),
  );
  expect(unknown.flatMap((page) => page.unknown)).toEqual(free.slice(sure.length));
});

test('counts are those of the whole search, and true; a product is in stock while any size of it is', async () => {
  const searched = { q: 'glow', facets: { brand: ['harita'] } };
  const { total, facets } = await ask(searched, { counts: '1', limit: '1' });
  const { products: found } = searchEngine(engine, { ...defaultSearch, q: 'glow' });
  const counted: Search = { ...defaultSearch, ...searched };
  expect(facets).toEqual(countChoices(openFilters, ingredients, counted, found, undefined));
  expect(facets?.brand?.find(({ value }) => value === 'harita')?.count).toBe(total);
  expect(facets?.in).toBeUndefined();
  const [first = '', second = '', third = ''] = idsOf((await ask(searched)).products);
  // The second one is paused; the third has one size left.
  await shop.db.write
    .update(products)
    .set({ stock: 0 })
    .where(inArray(products.id, [first, third]));
  await shop.db.write.update(products).set({ paused: 'Being checked' }).where(eq(products.id, second));
  const size = {
    ...(await shop.db.read.select().from(products).where(eq(products.id, third)))[0],
    id: `${third}--large`,
  };
  await shop.db.write
    .insert(products)
    .values({ ...size, group: third, stock: 1 } as typeof products.$inferInsert);
  const inStock = await ask({ ...searched, facets: { ...searched.facets, in: ['stock'] } }, { counts: '1' });
  expect(inStock.total).toBe(total - 2);
  expect(idsOf(inStock.products)[0]).toBe(third);
  expect(inStock.facets?.in).toEqual([{ value: 'stock', label: 'In stock', count: total - 2 }]);
  const { body } = await shop.client().get<{ products: string[] }>('/api/product/sold-out');
  expect(body.products.sort()).toEqual([first, second, `${third}--`].sort());
  await shop.db.write.delete(products).where(eq(products.group, third));
  await shop.db.write
    .update(products)
    .set({ stock: 100, paused: null })
    .where(inArray(products.id, [first, second, third]));
});

test('the country of origin: filter with counts, and order by name, on all pages', async () => {
  const countryOf = (id: string) => readOrigin(catalogue.get(id)?.countryOfOrigin ?? 'India').text;
  const { facets, total } = await ask({}, { counts: '1', limit: '1' });
  const { origin = [] } = facets ?? {};
  expect(origin.map(({ label }) => label)).toEqual(['France', 'India', 'South Korea']);
  // One spelling in six names no country.
  expect(origin.reduce((sum, { count }) => sum + count, 0)).toBe(total - Math.floor((500 + 1) / 6));
  for (const { value, label, count } of origin) {
    const found = await everyPage({ ...defaultSearch, facets: { origin: [value] } }, 100);
    expect([label, found.length]).toEqual([label, count]);
    expect(found.filter((id) => countryOf(id) !== label)).toEqual([]);
  }
  const sorted = (await everyPage({ ...defaultSearch, sort: 'origin' }, 100)).map(countryOf);
  const known = sorted.filter((country) => country !== 'Koria');
  expect(known).toEqual(known.toSorted());
  expect(sorted.slice(known.length)).toEqual(Array(sorted.length - known.length).fill('Koria'));
});

test('best-selling: what sold most in the last 30 days comes first, sizes with their product; the others keep their order', async () => {
  const usual = idsOf((await ask({ q: 'glow' })).products);
  // Nothing is sold: the editor's bestsellers come first.
  expect((await shop.client().get('/api/product/best-selling')).body.products).toEqual([]);
  const chosen = idsOf((await ask({ q: 'glow', sort: 'best-selling' })).products);
  const isChosen = chosen.map((id) => catalogue.get(id)?.bestseller);
  expect(isChosen).toContain(true);
  expect(isChosen).toEqual(isChosen.toSorted((a, b) => Number(b) - Number(a)));
  const [first = '', second = '', third = '', fourth = ''] = usual;
  const [row] = await shop.db.read.select().from(products).where(eq(products.id, third));
  const size = { ...row, id: `${third}--large`, group: third } as typeof products.$inferInsert;
  await shop.db.write.insert(products).values(size);
  const today = dayNumber(Date.now());
  const sold = (about: string, count: number, day = 0, name = 'sold') => ({
    name,
    at: today - day,
    about,
    count,
    amount: 0,
  });
  await shop.db.write
    .insert(totals)
    .values([
      sold(second, 3),
      sold(second, 1, 5, 'delivered'),
      sold(third, 2),
      sold(size.id, 3, 29),
      sold(fourth, 100, 31),
      sold(first, 5, 1, 'given back'),
    ]);
  // The list of a Worker is at most an hour old.
  await shop.stack.restartWorker();
  expect((await shop.client().get('/api/product/best-selling')).body.products).toEqual([third, second]);
  const sorted = idsOf((await ask({ q: 'glow', sort: 'best-selling' })).products);
  expect(sorted).toEqual([third, second, first, ...usual.slice(3)]);
  await shop.db.write.delete(products).where(eq(products.group, third));
  await shop.db.write.delete(totals).where(inArray(totals.about, [second, third, fourth, first, size.id]));
});

test('it makes one call to the database, and none for an empty page', async () => {
  for (const [query, calls] of [
    ['q=glow', 1],
    ['q=', 1],
    ['q=qqqqqqqqqq', 1],
    ['q=glow&after=999999', 0],
  ] as const) {
    shop.proxy.reset();
    expect((await search(query)).status).toBe(200);
    expect([query, shop.proxy.calls.length]).toEqual([query, calls]);
  }
});

test('a page has 24 products by default, in rupees, without live fields such as stock', async () => {
  const { products: page } = await ask({});
  expect(page).toHaveLength(24);
  const [first] = page;
  const fromList = (await shop.client().get(`/api/product/${first?._id}`)).body.product;
  expect(fromList).toMatchObject({ ...first });
  for (const field of ['stock', 'rating', 'reviews', 'retired']) expect(first).not.toHaveProperty(field);
});

test('a product that is no longer sold, or that the database does not know yet, is left out', async () => {
  const [gone = '', unknown = '', ...others] = idsOf((await ask({ q: 'glow' })).products);
  await setRetired(shop.db, gone, true);
  await shop.db.write.update(products).set({ id: 'renamed' }).where(eq(products.id, unknown));
  expect(idsOf((await ask({ q: 'glow' })).products)).toEqual(others);
  await setRetired(shop.db, gone, false);
  await shop.db.write.update(products).set({ id: unknown }).where(eq(products.id, 'renamed'));
  expect(idsOf((await ask({ q: 'glow' })).products)).toEqual([gone, unknown, ...others]);
});

test('an unchanged answer is an empty 304', async () => {
  const path = '/api/product/search?q=glow';
  const { headers } = await shop.client().get(path);
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const again = await shop.client().get(path, { 'If-None-Match': headers.get('etag') ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('160 characters of anything have an answer', async () => {
  const dice = randomFrom(11);
  const alphabet = [
    ...'aeiou mnrst 019 ₹ -–—,.:;"\'()[]{}<>&|*?+^$\\/%_#@!~=\n\t\0\u200b\u200d\u202e\ufeff\u0301🌿👩🏽‍🔬é漢字مرهمमुँहासे१२३',
  ];
  const mixed = times(12, () =>
    times(longestSearch, () => pick(dice, alphabet))
      .join('')
      .slice(0, longestSearch),
  );
  const repeated = alphabet
    .filter((_, n) => n % 6 === 0)
    .map((character) => character.repeat(longestSearch).slice(0, longestSearch));
  const encoded = [...mixed, ...repeated, 'a\0b', 'under under under', '1e999', '__proto__', 'constructor']
    .map((q) => q.toWellFormed())
    .map(encodeURIComponent);
  // Bytes that are not UTF-8.
  const broken = ['%ED%A0%80', '%E0%A4', '%', '%zz', '%FF%FE'];
  await inBatches([...encoded, ...broken], async (q) => {
    const { status, body } = await search(`q=${q}&limit=1`);
    expect([q, status, body.success]).toEqual([q, 200, true]);
  });
});

describe('the files of the build', () => {
  test.each([
    ['partly missing', { [searchFile]: files[searchFile] ?? '' }],
    ['of another form', { ...files, [searchFile]: '[]', [collectionFile]: '{}' }],
  ])('that are %s: 503 with a message, and the rest of the shop goes on', async (_, served) => {
    await serve(served);
    for (const { status, body, headers } of await Promise.all(times(3, () => search('q=glow')))) {
      expect([status, body.code, body.message]).toEqual([
        503,
        'unavailable',
        'The search is not available at the moment. Please try again.',
      ]);
      expect(headers.get('retry-after')).toBe('5');
    }
    expect((await shop.client().get('/api/product/list?limit=1')).status).toBe(200);
  });
});
