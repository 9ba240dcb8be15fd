/** The filters of the collection: their rules, their counts, and their values in the URL. */
import { describe, expect, test } from 'vitest';
import { productContent } from '#domain/catalogue/product-content.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { productOf } from '#domain/catalogue/sellable-id.ts';
import { soldOutIds } from '#domain/catalogue/sold-out.ts';
import { readSearch } from '#tools/lib/content.ts';
import { type Random, randomFrom } from '../../../tests/support/random.ts';
import type { Facets } from './facet-names.ts';
import {
  applyFacets,
  bestSelling,
  countFacets,
  distinguishing,
  facetLabel,
  openFacets,
  originNames,
  toggleFacet,
  withSalePrices,
} from './facets.ts';
import { facetValue, makeFacets, priceBands } from './make-facets.ts';
import { inSortOrder } from './search.ts';
import { defaultSearch, parseSearch, searchParams } from './search-query.ts';

const variants = [{ label: '30 ml' }, { id: '100-ml', label: '100 ml', price: 899, netQuantity: '100 ml' }];
const catalogue = Object.entries({
  gel: { price: 199.5, category: 'cleanser', brand: 'Dot & Key', netQuantity: '100 g', tags: ['acne'] },
  oil: {
    price: 499,
    category: 'face oil',
    brand: 'Ö & Söhne',
    netQuantity: '30 ml',
    tags: ['dryness'],
    variants,
  },
  sun: {
    price: 500,
    category: 'sunscreen',
    brand: 'Dot & Key',
    netQuantity: '50 ml',
    spf: 50,
    tags: ['acne'],
  },
  veil: { price: 650, category: 'sunscreen', netQuantity: '60 pcs', spf: 30 },
}).map(
  ([id, product], order) =>
    [id, productContent.parse({ name: id, placeholder: true, order, ...product })] as const,
);
const nameOf = (category: string) => `fine ${category}`;
const india = { countryOfOrigin: 'India' };
const file = makeFacets(catalogue, readSearch(), nameOf, india);
const open = { ...openFacets(file), soldOut: new Set(['veil']) };
const all = file.products.map((id) => ({ id }));
const found = (facets: Facets) => applyFacets(open, all, facets).map(({ id }) => id);

test.each<[string, Facets, string[]]>([
  ['nothing chosen: all', {}, ['gel', 'oil', 'sun', 'veil']],
  ['an empty list counts as nothing chosen', { brand: [] }, ['gel', 'oil', 'sun', 'veil']],
  ['a category of two words', { category: ['face-oil'] }, ['oil']],
  ['two values of one filter: products with either', { category: ['face-oil', 'cleanser'] }, ['gel', 'oil']],
  ['two filters: products with both', { brand: ['dot-key'], category: ['sunscreen'] }, ['sun']],
  ['a brand in another script', { brand: ['ö-söhne'] }, ['oil']],
  ['a brand that there is not', { brand: ['constructor'] }, []],
  ['a price, both ends included', { price: ['499-500'] }, ['oil', 'sun']],
  ['paise belong to their rupee', { price: ['-199'] }, ['gel']],
  ['an open price finds the large size, too', { price: ['650-'] }, ['oil', 'veil']],
  ['two prices', { price: ['-200', '600-700'] }, ['gel', 'veil']],
  ['a concern', { concern: ['acne'] }, ['gel', 'sun']],
  ['an SPF', { spf: ['50'] }, ['sun']],
  ['a size of any variant', { size: ['31-100'] }, ['gel', 'oil', 'sun']],
  ['pieces have no size', { size: ['-999999'] }, ['gel', 'oil', 'sun']],
  ['in stock', { in: ['stock'] }, ['gel', 'oil', 'sun']],
  ['all at once', { brand: ['dot-key'], concern: ['acne'], price: ['200-'], in: ['stock'] }, ['sun']],
])('%s', (_, facets, expected) => {
  expect(found(facets)).toEqual(expected);
});

test('each count is the number of results that choosing the value gives', () => {
  for (const facets of [
    {},
    { brand: ['dot-key'] },
    { category: ['sunscreen'], in: ['stock'] },
    { price: ['0-400'] },
  ])
    for (const [name, choices] of Object.entries(countFacets(open, all, facets)))
      for (const { value, count } of choices)
        expect([facets, name, value, count]).toEqual([
          facets,
          name,
          value,
          found({ ...facets, [name]: [value] }).length,
        ]);
});

/** What is sold of a product, with any sizes, prices and stock. */
function anySold(random: Random, n: number) {
  const one = (at: number) => ({
    ...(at && { id: `v-${at}` }),
    label: `No. ${at}`,
    ...(at && { price: random.between(1, 9) * 100 }),
    netQuantity: `${[20, 60, 200][random.between(0, 2)]} ml`,
  });
  const sizes = Array.from({ length: random.between(1, 4) }, (_, at) => one(at));
  const [only] = sizes;
  return {
    price: random.between(1, 9) * 100,
    category: ['serum', 'cleanser'][n % 2] ?? '',
    ...(sizes.length > 1 ? { variants: sizes } : { netQuantity: only?.netQuantity }),
  };
}

test('price, size and stock are those of one size, in results and counts, for any sizes', () => {
  const random = randomFrom(7);
  const products = Array.from(
    { length: 80 },
    (_, n) =>
      [
        `p-${n}`,
        productContent.parse({ name: 'x', placeholder: true, order: n, ...anySold(random, n) }),
      ] as const,
  );
  const sold = products.flatMap(([id, product]) =>
    sellablesOf(id, product).map(([one, { price, netQuantity }]) => ({
      _id: one,
      rupees: price / 100,
      ml: Number.parseInt(netQuantity, 10),
      stock: random.between(0, 1),
      paused: null,
      retired: false,
    })),
  );
  const open = {
    ...openFacets(makeFacets(products, readSearch(), nameOf, india)),
    soldOut: new Set(soldOutIds(sold)),
  };
  const every = products.map(([id]) => ({ id }));
  for (const facets of [
    { size: ['0-30'], in: ['stock'] },
    { size: ['31-100'], price: ['0-400'] },
    { price: ['500-'], in: ['stock'], category: ['serum'] },
    { size: ['101-250', '0-30'], price: ['300-600'], in: ['stock'] },
  ] as Facets[]) {
    const within = (amount: number, ranges: readonly string[] | undefined) =>
      !ranges ||
      ranges.some((range) => {
        const [from, to] = range.split('-').map(Number);
        return amount >= (from ?? 0) && amount <= (to || 1e9);
      });
    const expected = every.filter(({ id }) =>
      sold.some(
        (one) =>
          productOf(one._id) === id &&
          within(one.rupees, facets.price) &&
          within(one.ml, facets.size) &&
          (!facets.in || one.stock > 0) &&
          (!facets.category || products.find(([own]) => own === id)?.[1].category === 'serum'),
      ),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(applyFacets(open, every, facets)).toEqual(expected);
    for (const [name, choices] of Object.entries(countFacets(open, every, facets)))
      for (const { value, count } of choices)
        expect([name, value, count]).toEqual([
          name,
          value,
          applyFacets(open, every, { ...facets, [name]: [value] }).length,
        ]);
  }
});

test('a value of the same filter keeps its count; one of another filter narrows it', () => {
  const { brand, spf, category } = countFacets(open, all, { brand: ['dot-key'] });
  expect(brand).toEqual([
    { value: 'dot-key', label: 'Dot & Key', count: 2 },
    { value: 'ö-söhne', label: 'Ö & Söhne', count: 1 },
  ]);
  expect(spf).toEqual([{ value: '50', label: 'SPF 50', count: 1 }]);
  expect(category?.map(({ label, count }) => [label, count])).toEqual([
    ['Fine sunscreen', 1],
    ['Fine cleanser', 1],
  ]);
});

test('counts are those of the results of a search', () => {
  expect(countFacets(open, [{ id: 'sun' }, { id: 'veil' }]).spf?.map(({ count }) => count)).toEqual([1, 1]);
});

test('a filter that would change nothing is not offered; one that is chosen stays, with its own value', () => {
  expect(distinguishing(file)).toEqual(['category', 'brand', 'price', 'concern', 'spf', 'size']);
  const same = catalogue.map(([id, product]) => [id, { ...product, brand: 'One', spf: undefined }] as const);
  const one = makeFacets(same, readSearch(), nameOf, india);
  expect(distinguishing(one)).not.toContain('brand');
  expect(distinguishing(one)).not.toContain('spf');
  const choices = countFacets(openFacets(one), all, { brand: ['gone'], price: ['1-2'] });
  expect(choices.brand?.map(({ value, count }) => [value, count])).toEqual([['gone', 0]]);
  expect(choices.price?.at(-1)).toEqual({ value: '1-2', label: '₹1 to ₹2', count: 0 });
  expect(choices.in).toBeUndefined();
});

test('price ranges hold about as many products each, in round numbers, and all prices', () => {
  expect(priceBands([149, 199, 249, 299, 349, 399, 449, 499])).toEqual([
    '0-249',
    '250-349',
    '350-449',
    '450-',
  ]);
  expect(priceBands([99, 99, 99, 99])).toEqual([]);
  const prices = Array.from({ length: 200 }, (_, n) => 1 + ((n * 7919) % 25_000));
  const bands = makeFacets(
    prices.map((price, n) => [
      `p-${n}`,
      productContent.parse({ name: 'x', category: 'x', placeholder: true, price }),
    ]),
    readSearch(),
    nameOf,
    india,
  );
  const many = bands.products.map((id) => ({ id }));
  const counts = countFacets(openFacets(bands), many).price?.map(({ count }) => count) ?? [];
  expect(counts.reduce((a, b) => a + b, 0)).toBe(200);
  expect(Math.min(...counts)).toBeGreaterThan(20);
});

describe('the country of origin', () => {
  const from = (countries: Record<string, string>, usual = 'India') =>
    openFacets(
      makeFacets(
        catalogue.map(([id, product]) => [id, { ...product, countryOfOrigin: countries[id] }] as const),
        readSearch(),
        nameOf,
        { countryOfOrigin: usual },
      ),
    );

  test('is no filter and no order where all goods are Indian', () => {
    for (const open of [from({}), from({ gel: 'Bharat', oil: 'IN' }, 'india')]) {
      expect(countFacets(open, all).origin).toBeUndefined();
      expect(open.byOrigin).toEqual([]);
    }
  });

  test('is a filter and an order by name as soon as something is imported, however it is written', () => {
    const mixed = from({ gel: 'kr', sun: 'Republic of Korea', veil: 'Made in France' });
    expect(countFacets(mixed, all).origin).toEqual([
      { value: 'fr', label: 'France', count: 1 },
      { value: 'in', label: 'India', count: 1 },
      { value: 'kr', label: 'South Korea', count: 2 },
    ]);
    expect(applyFacets(mixed, all, { origin: ['kr', 'fr'] }).map(({ id }) => id)).toEqual([
      'gel',
      'sun',
      'veil',
    ]);
    expect(mixed.byOrigin).toEqual(['veil', 'oil', 'gel', 'sun']);
    expect(originNames(mixed, 'sun')).toEqual(['South Korea']);
  });

  test('is a filter where all goods are from one country abroad', () =>
    expect(countFacets(from({}, 'Japan'), all).origin).toEqual([{ value: 'jp', label: 'Japan', count: 4 }]));

  test('a name that is no country is under no value, and comes last', () => {
    const open = from({ gel: 'Koria', oil: 'Japan' });
    expect(countFacets(open, all).origin?.map(({ value, count }) => [value, count])).toEqual([
      ['in', 2],
      ['jp', 1],
    ]);
    const priced = all.map(({ id }) => ({ id, price: 1, originalPrice: 1 }));
    const sorted = inSortOrder(priced, 'origin', open.byOrigin);
    expect(sorted.map(({ id }) => id)).toEqual(['sun', 'veil', 'oil', 'gel']);
  });

  test('goods of two countries are under both', () =>
    expect(countFacets(from({ gel: 'India, Japan' }), all).origin?.map(({ count }) => count)).toEqual([
      4, 1,
    ]));
});

test('prices in sales take the place of those of the build', () => {
  const sale = withSalePrices(open, {
    oil: { price: 10_000, originalPrice: 49_900, amounts: { oil: 100, 'oil--100-ml': 450 } },
  });
  const ids = (price: string) => applyFacets(sale, all, { price: [price] }).map(({ id }) => id);
  expect([ids('-150'), ids('400-499'), ids('800-'), ids('500-')]).toEqual([
    ['oil'],
    ['oil'],
    [],
    ['sun', 'veil'],
  ]);
  expect(found({ price: ['-150'] })).toEqual([]);
});

test('the newest products are those with the latest first day', () => {
  const dated = (days: readonly (string | undefined)[]) =>
    openFacets(
      makeFacets(
        catalogue.map(([id, product], n) => [
          id,
          { ...product, publishFrom: days[n] === undefined ? undefined : new Date(days[n]) },
        ]),
        readSearch(),
        nameOf,
        india,
      ),
    ).newest;
  expect(dated(['2026-01-05', undefined, '2026-03-01', '2026-01-05'])).toEqual(['sun', 'gel', 'veil']);
  expect(dated([undefined, '2026-01-05', undefined, undefined])).toEqual([]);
});

test('what sells most comes first; the editor’s bestsellers do while nothing is sold', () => {
  const chosen = catalogue.map(([id, one], n) => [id, { ...one, bestseller: n % 2 === 1 }] as const);
  const open = openFacets(makeFacets(chosen, readSearch(), nameOf, india));
  expect(bestSelling([], open)).toEqual(['oil', 'veil']);
  expect(bestSelling(['sun', 'gel'], open)).toEqual(['sun', 'gel']);
});

test('values are words that can stand in an address', () => {
  expect(['Dot & Key', ' L’Oréal! ', 'Dr. Sheth’s', 'हिमालया', 'İlk', '& ++'].map(facetValue)).toEqual([
    'dot-key',
    'l-oréal',
    'dr-sheth-s',
    'हिमालया',
    'i̇lk',
    '',
  ]);
});

test.each([
  [
    'brand=dot-key,anua&price=200-500&in=stock',
    { brand: ['dot-key', 'anua'], price: ['200-500'], in: ['stock'] },
  ],
  ['price=cheap,200-500,,5-,-,--1,1e3-2', { price: ['200-500', '5-'] }],
  ['price=500-100', {}],
  ['price=500-100,300-300&size=101-100', { price: ['300-300'] }],
  ['size=31-100&spf=50&category=face-oil', { size: ['31-100'], spf: ['50'], category: ['face-oil'] }],
  ['origin=kr,in,KR,korea,1', { origin: ['kr', 'in'] }],
  ['brand=<b>,a%20b,%2e%2e/', {}],
  [`brand=${'x,'.repeat(50)}`, { brand: Array.from({ length: 20 }, () => 'x') }],
])('the address ?%s', (query, facets) => {
  expect(parseSearch(new URLSearchParams(query)).facets).toEqual(facets);
});

test('a range counts exactly if some amount is in it, whatever its ends', () => {
  const random = randomFrom(11);
  for (let n = 0; n < 500; n++) {
    const [from, to] = [random.between(0, 12), random.between(0, 12)];
    const range = [`${from}-${to}`, `${from}-`, `-${to}`][random.between(0, 2)] ?? '';
    const [least, most] = [range.startsWith('-') ? 0 : from, range.endsWith('-') ? 99 : to];
    const name = random.chance(0.5) ? 'price' : 'size';
    const read = parseSearch(new URLSearchParams({ [name]: range })).facets;
    expect([range, read]).toEqual([range, least <= most ? { [name]: [range] } : {}]);
  }
});

test('a search and its address say the same', () => {
  const search = { ...defaultSearch, facets: { brand: ['ö-söhne'], price: ['-500', '900-'] }, q: 'oil' };
  expect(searchParams(search)).toEqual({ q: 'oil', brand: 'ö-söhne', price: '-500,900-' });
  expect(parseSearch(new URLSearchParams(searchParams(search)))).toEqual(search);
  expect(searchParams({ ...search, q: '', facets: toggleFacet({ brand: ['a'] }, 'brand', 'a') })).toEqual({});
});

test('labels', () => {
  const choices = countFacets(open, all);
  expect(facetLabel('brand', 'dot-key', choices)).toBe('Dot & Key');
  expect(facetLabel('price', '1000-', undefined)).toBe('₹1,000 and more');
  expect(facetLabel('price', '-500', undefined)).toBe('Up to ₹500');
  expect(facetLabel('size', '31-100', undefined)).toBe('31 to 100 ml or g');
  expect(facetLabel('spf', '50', undefined)).toBe('SPF 50');
});
