/** From a few dozen products, the collection has pages with URLs of their own. */
import { describe, expect, test } from 'vitest';
import { hasIndex, isPaged, pageCount, pageOf, pageSize } from './paging.ts';

const products = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('how many pages', () => {
  test.each([
    [0, 1],
    [16, 1],
    [47, 1],
    [48, 2],
    [49, 3],
    [72, 3],
    [73, 4],
    [1000, 42],
  ])('%d products have %d pages', (count, pages) => {
    expect(pageCount(count)).toBe(pages);
    expect(isPaged(count)).toBe(pages > 1);
  });
});

test.each([0, 1, 16, 47, 48, 49, 72, 73, 100])(
  '%d products: each is on one page, in order, and no page is empty',
  (count) => {
    const all = products(count);
    const pages = Array.from({ length: pageCount(count) }, (_, n) => pageOf(all, n + 1));
    expect(pages.flat()).toEqual(all);
    if (count) for (const page of pages) expect(page.length).toBeGreaterThan(0);
    if (isPaged(count)) for (const page of pages) expect(page.length).toBeLessThanOrEqual(pageSize);
  },
);

test.each([0, 2, -1])('page %d of one is empty', (page) => expect(pageOf(products(16), page)).toEqual([]));
test.each([0, 3, -1])('page %d of two is empty', (page) => expect(pageOf(products(48), page)).toEqual([]));

test.each([
  [47, false],
  [48, true],
  [2_000, true],
  [2_001, false],
])('whether %i products are searched in the browser, with a file of all products: %s', (count, indexed) =>
  expect(hasIndex(count)).toBe(indexed),
);
