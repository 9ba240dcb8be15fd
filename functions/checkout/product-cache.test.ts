/** What an order may rely on without reading: never more than was seen. */
import { beforeEach, expect, test } from 'vitest';
import { recall, remember } from './product-cache.ts';

const serum = { id: 'serum', name: 'Serum', price: 59_900, stock: 3, retired: false };
const toner = { id: 'toner', name: 'Toner', price: 34_900, stock: 1, retired: false };
const some = (id: string, quantity = 1) => ({ _id: id, quantity });

beforeEach(() => remember([some('serum'), some('toner'), some('cream')], [serum, toner]));

test('products are recalled as they were read, in the order in which they are wanted', () => {
  expect(recall([some('toner'), some('serum', 2)])).toEqual([toner, serum]);
});

test.each([
  ['a product that was never read', [some('cream')]],
  ['more pieces than there were', [some('serum', 4)]],
])('not %s', (_, wanted) => {
  expect(recall(wanted)).toBeUndefined();
});

test('pieces are taken off, until it is read again', () => {
  expect(recall([some('serum', 2)])).toEqual([serum]);
  expect(recall([some('serum', 2)])).toBeUndefined();
  expect(recall([some('serum')])).toEqual([{ ...serum, stock: 1 }]);
  expect(recall([some('serum')])).toBeUndefined();
  remember([some('serum')], [serum]);
  expect(recall([some('serum')])).toEqual([serum]);
});

test('none are taken off where one product of several is missing', () => {
  expect(recall([some('serum', 3), some('cream')])).toBeUndefined();
  expect(recall([some('serum', 3)])).toEqual([serum]);
});

test('what is not found any more is forgotten', () => {
  remember([some('serum'), some('toner')], [toner]);
  expect(recall([some('serum')])).toBeUndefined();
});
