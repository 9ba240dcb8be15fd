import { describe, expect, test } from 'vitest';
import { mostViewed, parseViewed, withViewed } from './viewed-products.dom.ts';

const products = Array.from({ length: 20 }, (_, n) => ({ id: `product-${n}`, name: `Product ${n}` }));
const looked = products.reduce(withViewed, []);

describe('the list of viewed products', () => {
  test('has the last twelve, the last first', () =>
    expect(looked).toEqual(products.toReversed().slice(0, mostViewed)));
  test('has each once: looking again brings it to the front', () => {
    const [first, second] = looked;
    if (!first || !second) throw new Error('nothing is stored');
    const again = withViewed(looked, { ...second, name: 'Another name' });
    expect(again.slice(0, 2)).toEqual([{ ...second, name: 'Another name' }, first]);
    expect(again).toHaveLength(mostViewed);
  });
});

describe('a stored list', () => {
  test('is read back', () => expect(parseViewed(JSON.stringify(looked))).toEqual(looked));
  test.each(['', 'x', 'null', '7', '{}', '"a"'])('is empty for %j', (text) =>
    expect(parseViewed(text)).toEqual([]),
  );
  test('loses what is not valid', () =>
    expect(
      parseViewed(
        JSON.stringify([
          ...[null, 7, 'a', [], { id: 'a' }, { id: 'a', name: '' }, { id: 7, name: 'A' }],
          ...[
            { id: '../cart', name: 'A' },
            { id: '<b>', name: 'A' },
          ],
          { id: 'b', name: '<b>B</b>', more: 1 },
        ]),
      ),
    ).toEqual([{ id: 'b', name: '<b>B</b>' }]));
  test('is cut to twelve', () => expect(parseViewed(JSON.stringify(products))).toHaveLength(mostViewed));
});
