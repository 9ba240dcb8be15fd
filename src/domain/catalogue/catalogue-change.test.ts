import { describe, expect, test } from 'vitest';
import type { Sale, Scope } from '#domain/pricing/sale.ts';
import {
  type ChangeableProduct,
  compareWithContent,
  differences,
  doubtsAbout,
  type FieldChange,
  type Item,
  mistakesOf,
  ownSale,
  reversed,
  withFields,
  withSale,
} from './catalogue-change.ts';

const sale: Sale = { name: 'Diwali', from: 100, until: 200, percent: 20 };
const item = (id: string, price: number, more: Partial<Item> = {}): Item => ({
  id,
  name: 'Tint',
  label: null,
  sku: null,
  barcode: null,
  isKit: false,
  price,
  originalPrice: null,
  sale: null,
  ...more,
});
const product = (...items: Item[]): ChangeableProduct => ({
  id: 'tint',
  category: 'make up',
  status: 'published',
  items,
});
const tint = (price: number, more?: Partial<Item>) => product(item('tint', price, more));
const price = (before: number, after: number): FieldChange => ({
  item: 'tint',
  field: 'price',
  before,
  after,
});

test('the differences of two products, applied to one of them, make the other; reversed, they bring it back', () => {
  const before = product(item('tint', 500), item('tint--beige', 600, { label: 'Beige', originalPrice: 700 }));
  const after: ChangeableProduct = {
    ...before,
    status: 'hidden',
    items: [item('tint', 450, { sale }), item('tint--beige', 600, { label: 'Beige' })],
  };
  const fields = differences(before, after);
  expect(fields).toEqual([
    price(500, 450),
    { item: 'tint', field: 'sale', before: null, after: sale },
    { item: 'tint--beige', field: 'originalPrice', before: 700, after: null },
    { item: 'tint', field: 'status', before: 'published', after: 'hidden' },
  ]);
  expect(withFields(before, fields)).toEqual(after);
  expect(withFields(after, reversed(fields))).toEqual(before);
  expect(differences(before, { ...before, items: before.items.map((one) => ({ ...one })) })).toEqual([]);
});

test('a price above the MRP is a mistake', () => {
  const next = tint(701, { originalPrice: 700 });
  expect(mistakesOf(tint(700, { originalPrice: 700 }), next)).toMatchObject([
    { item: 'tint', field: 'price' },
  ]);
});

test.each([
  ['half', tint(50_000), 0],
  ['a paisa below half', tint(49_999), 1],
  ['a tenth more', tint(110_000), 0],
  ['a sale of 50 per cent', tint(100_000, { sale: { ...sale, percent: 50 } }), 0],
  ['a sale of 51 per cent', tint(100_000, { sale: { ...sale, percent: 51 } }), 1],
  [
    'a price in the sale below half',
    tint(100_000, { sale: { name: 'S', from: 0, until: 9, price: 49_999 } }),
    1,
  ],
])('%s is asked about again: %#', (_, next, count) => {
  expect(doubtsAbout(tint(100_000), next)).toHaveLength(count);
});

describe('of the changes of a value, content has', () => {
  const chain = [
    { id: 'a', fields: [price(1, 2)] },
    { id: 'b', fields: [price(2, 3)] },
  ];
  test.each([
    ['none', 1, [], 3],
    ['the first', 2, ['a'], 3],
    ['all', 3, ['a', 'b'], undefined],
    ['none, but another value', 9, [], undefined],
  ])('%s', (_, now, built, applied) => {
    const found = compareWithContent(tint(now), chain);
    expect(found.built).toEqual(built);
    expect(found.fields.map(({ after }) => after)).toEqual(applied === undefined ? [] : [applied]);
    expect(found.replaced).toEqual(now === 9 ? ['a', 'b'] : []);
  });

  test('none of one that was changed back, until it has long been written', () => {
    const back = [
      { id: 'a', fields: [price(1, 2)] },
      { id: 'b', fields: [price(2, 1)] },
    ];
    expect(compareWithContent(tint(1), back)).toMatchObject({ built: [], replaced: [] });
    expect(compareWithContent(tint(2), back)).toMatchObject({ built: ['a'], fields: [{ after: 1 }] });
    const settled = back.map((one) => ({ ...one, isSettled: true }));
    expect(compareWithContent(tint(1), settled).built).toEqual(['a', 'b']);
  });

  test('a change of two values when it has both', () => {
    const both: FieldChange[] = [
      price(1, 2),
      { item: 'tint', field: 'originalPrice', before: null, after: 5 },
    ];
    const found = compareWithContent(tint(2), [{ id: 'a', fields: both }]);
    expect([found.built, found.fields]).toEqual([[], [both[1]]]);
  });
});

describe('the sales of content', () => {
  const scope = (products: string[]): Scope => ({ everything: false, products, categories: [], brands: [] });
  const shared = { ...sale, name: 'Festival', ...scope(['tint', 'balm']) };
  const own = { ...sale, ...scope(['tint']) };
  const next: Sale = { ...sale, percent: 30 };
  const set = (before: Sale | null, after: Sale | null) => ({
    item: 'tint',
    field: 'sale' as const,
    before,
    after,
  });

  test('one that names others too is not its own', () => {
    expect(ownSale('tint', [shared])).toBeNull();
    expect(ownSale('tint', [own, shared])).toEqual(sale);
  });

  test('its own is added, replaced in its place, and taken off', () => {
    expect(withSale([shared], set(null, sale), 150)).toEqual([shared, own]);
    expect(withSale([own, shared], set(sale, next), 150)).toEqual([{ ...own, percent: 30 }, shared]);
    expect(withSale([own, shared], set(sale, null), 150)).toEqual([shared]);
  });

  test('one that is over stays, also when the next is undone', () => {
    const later = { ...next, from: 300, until: 400 };
    const both = withSale([own], set(sale, later), 250);
    expect(both).toEqual([own, { ...later, ...scope(['tint']) }]);
    expect(withSale(both, set(later, sale), 260)).toEqual([own]);
  });
});
