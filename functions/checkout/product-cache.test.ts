/** The cached products on which an order may rely without a query: only those that were read. */
import { beforeEach, expect, test } from 'vitest';
import { cacheProducts, readCachedProducts } from './product-cache.ts';

const serum = { id: 'serum', name: 'Serum', price: 59_900, stock: 3, paused: null, retired: false };
const toner = { id: 'toner', name: 'Toner', price: 34_900, stock: 1, paused: null, retired: false };
const line = (id: string, quantity = 1) => ({ _id: id, quantity });

beforeEach(() => cacheProducts([line('serum'), line('toner'), line('cream')], [serum, toner]));

test('products are recalled as they were read, in the order in which they are wanted', () => {
  expect(readCachedProducts([line('toner'), line('serum', 2)])).toEqual([toner, serum]);
});

test.each([
  ['a product that was never read', [line('cream')]],
  ['more pieces than there were', [line('serum', 4)]],
])('not %s', (_, requested) => {
  expect(readCachedProducts(requested)).toBeUndefined();
});

test('pieces are taken off, until it is read again', () => {
  expect(readCachedProducts([line('serum', 2)])).toEqual([serum]);
  expect(readCachedProducts([line('serum', 2)])).toBeUndefined();
  expect(readCachedProducts([line('serum')])).toEqual([{ ...serum, stock: 1 }]);
  expect(readCachedProducts([line('serum')])).toBeUndefined();
  cacheProducts([line('serum')], [serum]);
  expect(readCachedProducts([line('serum')])).toEqual([serum]);
});

test('none are taken off where one product of several is missing', () => {
  expect(readCachedProducts([line('serum', 3), line('cream')])).toBeUndefined();
  expect(readCachedProducts([line('serum', 3)])).toEqual([serum]);
});

test('a product that is not found any more is removed', () => {
  cacheProducts([line('serum'), line('toner')], [toner]);
  expect(readCachedProducts([line('serum')])).toBeUndefined();
});
