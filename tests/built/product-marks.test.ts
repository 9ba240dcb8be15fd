/** Cards and pages of products say on the picture what content says: a bestseller, and the SPF. */
import { expect, test } from 'vitest';
import { paths, productPath } from '#lib/paths.ts';
import { readProducts } from '#tools/lib/content.ts';
import { builtPage, textOf } from './pages.ts';

const expected = new Map(
  [...readProducts()].map(([id, { bestseller, spf }]) => [
    id,
    [bestseller && 'Bestseller', spf && `SPF ${spf}`].filter(Boolean),
  ]),
);

test('some products have one, and some have none', () => {
  const all = [...expected.values()].flat();
  for (const mark of ['Bestseller', 'SPF 50']) expect(all).toContain(mark);
  expect([...expected.values()]).toContainEqual([]);
});

test('every card of the collection has the marks of its product', () => {
  const marks = builtPage(paths.collection)
    .find('.card')
    .map((card) => [
      card.getAttributeValue('data-card'),
      card.querySelectorAll('.card-marks .badge').map(textOf),
    ]);
  expect(Object.fromEntries(marks)).toEqual(Object.fromEntries(expected));
});

test.each([...expected])('the page of %s has its marks', (id, marks) => {
  expect(builtPage(productPath(id)).texts('.marks .badge')).toEqual(marks);
});
