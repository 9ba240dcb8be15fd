/** What follows from a routine: weeks, how long packs last, and what is missing. */
import { describe, expect, test } from 'vitest';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { readCategories, readProducts, readRoutine, readSearch } from '#tools/lib/content.ts';
import { arrange } from './arrange.ts';
import { asksDoctor, introduce, lastingOf, missingOf } from './plan.ts';
import { makeRoutineData } from './routine-data.ts';

const products = readProducts();
const labels = new Map(readSearch().concerns.map(({ id, label }) => [id, label]));
const data = makeRoutineData(
  readRoutine(),
  [...products].sort(([, a], [, b]) => a.order - b.order),
  labels,
  readCategories(),
);
const routineOf = (...ids: string[]) => arrange(data, ids);
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test('basics come first, then one active a week, the gentlest first', () => {
  const routine = routineOf(
    ...['daily-veil-spf-50', 'kind:retinol', 'soft-milk-cleanser', 'niacinamide-clarity-serum'],
    ...['turmeric-clay-mask', 'kind:aha', 'vitamin-c-glow-serum'],
  );
  const { weeks, later } = introduce(data, routine);
  expect(weeks.map(idsOf)).toEqual([
    ['soft-milk-cleanser', 'daily-veil-spf-50'],
    ['vitamin-c-glow-serum'],
    ['niacinamide-clarity-serum'],
    ['turmeric-clay-mask'],
  ]);
  expect(idsOf(later)).toEqual(['kind:aha', 'kind:retinol']);
});

describe('how long a pack lasts, as the product pages say', () => {
  const days = (id: string, ...others: string[]) =>
    lastingOf(routineOf(id, ...others)).find(({ item }) => item.id === id)?.days;

  test.each<[id: string, from: number, to: number]>([
    ['vitamin-c-glow-serum', 80, 95],
    ['daily-veil-spf-50', 38, 45],
    ['aloe-gel-cream', 38, 45],
    ['rose-balance-toner', 38, 45],
    ['soft-milk-cleanser', 32, 42],
    ['kumkumadi-face-oil', 110, 135],
    ['turmeric-clay-mask', 100, 110],
  ])('%s: between %i and %i days', (id, from, to) => {
    expect(days(id)).toBeGreaterThanOrEqual(from);
    expect(days(id)).toBeLessThanOrEqual(to);
  });

  test('what takes turns lasts longer', () => {
    expect(days('barrier-cream', 'aloe-gel-cream')).toBe((days('barrier-cream') ?? 0) * 2);
    expect(days('daily-veil-spf-50', 'matte-shield-spf-50')).toBe((days('daily-veil-spf-50') ?? 0) * 2);
  });

  test('the cost of 30 days is in paise', () => {
    const [glow] = lastingOf(routineOf('vitamin-c-glow-serum'));
    expect(glow).toMatchObject({ days: 85, perMonth: Math.round((59_900 * 30) / 85) });
  });

  test('a litre is a thousand millilitres, and a kilogram a thousand grams', () => {
    const id = 'soft-milk-cleanser';
    const cleanser = products.get(id) as ProductContent;
    const uses = (netQuantity: string) =>
      makeRoutineData(readRoutine(), [[id, { ...cleanser, netQuantity }]], labels, new Map()).items[0]
        ?.product?.uses;
    expect(uses('1000 ml')).toBeGreaterThan(100);
    expect(uses('1 l')).toBe(uses('1000 ml'));
    expect(uses('1 kg')).toBe(uses('1000 g'));
    expect(uses('500 ml + 500 ml')).toBe(0);
  });

  test('products from elsewhere have no pack', () =>
    expect(lastingOf(routineOf('kind:retinol'))).toEqual([]));
});

describe('what is missing', () => {
  const missing = (ids: string[], wants: string[] = [], skin?: string) =>
    missingOf(data, routineOf(...ids), wants, skin).map(({ id, offers }) => [id, ...idsOf(offers)]);

  test('an empty routine lacks cleanser, moisturizer and sunscreen', () => {
    expect(missing([]).map(([id]) => id)).toEqual(['cleanse', 'moisturise', 'protect']);
    expect(missing(['kind:cleanser', 'kind:moisturizer', 'kind:sunscreen'])).toEqual([]);
  });

  test('the skin type decides what is offered first', () => {
    const wanted = (skin: string) => missing([], [], skin).map(([, first]) => first);
    expect(wanted('Dry Skin')).toEqual(['soft-milk-cleanser', 'hydra-moisturizer', 'daily-veil-spf-50']);
    expect(wanted('Sensitive Skin')[0]).toBe('soft-milk-cleanser');
  });

  test('a wish that nothing serves is offered what serves it, without a new conflict where possible', () => {
    const basics = ['soft-milk-cleanser', 'hydra-moisturizer', 'daily-veil-spf-50'];
    expect(missing(basics, ['lines'])).toEqual([
      ['lines', 'bakuchiol-renewal-serum', 'hyaluronic-dew-serum'],
    ]);
    expect(missing([...basics, 'kind:aha'], ['lines'])).toEqual([
      ['lines', 'hyaluronic-dew-serum', 'bakuchiol-renewal-serum'],
    ]);
    expect(missing([...basics, 'kind:retinol'], ['lines'])).toEqual([]);
    expect(missing(basics, ['unknown'])).toEqual([]);
  });

  test('a cleanser that moved to the morning leaves the evening open', () => {
    expect(missing(['purifying-cleanser', 'kind:retinol', 'hydra-moisturizer', 'daily-veil-spf-50'])).toEqual(
      [['cleanse', 'soft-milk-cleanser']],
    );
  });
});

test('a doctor is asked first for retinoids, bakuchiol, salicylic acid and essential oils', () => {
  expect(idsOf(data.items.filter((item) => asksDoctor(data, item))).sort()).toEqual(
    [
      'bakuchiol-renewal-serum',
      'kumkumadi-face-oil',
      'kind:peel',
      'kind:prescription-retinoid',
      'purifying-cleanser',
      'kind:retinol',
      'kind:salicylic',
      'kind:salicylic-cleanser',
    ].sort(),
  );
});
