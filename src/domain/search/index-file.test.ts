/** The search file contains every product, without repeated data. */
import { expect, test } from 'vitest';
import { sampleCard } from '../catalogue/testing/sample-card.ts';
import { productsFromIndex, toIndex } from './index-file.ts';

const products = [0, 1, 2].map((n) =>
  sampleCard(`serum-${n}`, {
    name: `Serum ${n}`,
    description: `The ${n}th of them, “quoted”.`,
    features: ['Light', `Number ${n}`],
    spf: n % 2 ? 50 : null,
    bestseller: n === 1,
    price: 100 + n,
    originalPrice: 1000,
    order: n,
  }),
);

test('an id that follows from the name is not written', () => {
  expect(
    toIndex([sampleCard('glow-serum', { name: 'Glow Serum' }), sampleCard('x', { name: 'Glow' })]).cards.id,
  ).toEqual(['', 'x']);
});

test('reading a written file returns the same products', () =>
  expect(productsFromIndex(JSON.parse(JSON.stringify(toIndex(products))))).toEqual(products));

test('pictures and sales are not in it', () => {
  const card = sampleCard('serum', { hasSales: true });
  expect(Object.keys(toIndex([card]).cards)).toEqual(
    Object.keys(card).filter((name) => !['order', 'picture', 'hasSales'].includes(name)),
  );
});

test('an empty collection', () => expect(productsFromIndex(toIndex([]))).toEqual([]));
