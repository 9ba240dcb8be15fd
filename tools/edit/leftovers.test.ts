import { expect, test } from 'vitest';
import { readProducts } from '#tools/lib/content.ts';
import { leftovers } from './leftovers.ts';

const products = readProducts();

test('a duplicate is told which fields still are those of the other product', () => {
  const gel = products.get('aloe-gel-cream');
  if (!gel) throw new Error('no such product');
  const more = new Map(products).set('neem-gel', {
    ...gel,
    name: 'Neem Gel',
    description: 'A gel with neem.',
    ingredients: undefined,
  });
  expect(leftovers('neem-gel', more)).toEqual([
    { of: 'Aloe Gel Cream', fields: ['features', 'benefits', 'keyIngredients', 'faqs'] },
  ]);
});

test.each([...products.keys()])('%s has nothing of another product', (id) =>
  expect(leftovers(id, products)).toEqual([]),
);
