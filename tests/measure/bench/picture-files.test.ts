/** Files of a build, within Cloudflare's limit of files per version. */
import { describe, expect, test } from 'vitest';
import { largeFrom, picturePlan } from '#features/catalogue/picture-plan.ts';
import { filesOf } from './build.ts';

const limit = 100_000;
/** Scripts, styles, pages and pictures of no single product; one page of the collection per 24 products. */
const others = (products: number) => 1_000 + products / 24;

describe('a small catalogue', () => {
  const plan = picturePlan(largeFrom - 1);
  test('counts page, preview, pictures with stable URLs, and sizes', () => {
    expect(filesOf(plan, 1)).toBe(1 + 1 + 3 + 4 * 2);
    expect(filesOf(plan, 2)).toBe(1 + 1 + 3 + 4 * 2 + 3 + 3 * 2);
    expect(filesOf(plan, 3)).toBe(filesOf(plan, 2) + 2 + 2);
  });
  test('fits, with eight pictures for each product', () =>
    expect((largeFrom - 1) * filesOf(plan, 8) + others(largeFrom)).toBeLessThan(limit));
});

describe('a large catalogue', () => {
  const plan = picturePlan(10_000);
  test('fits, with two pictures for each of 10,000 products', () =>
    expect(10_000 * filesOf(plan, 2) + others(10_000)).toBeLessThan(limit));
});
