/** Picture files per product; tests/measure/bench/bench.test.ts counts them. */
import { describe, expect, test } from 'vitest';
import { largeFrom, picturePlan } from './picture-plan.ts';

describe('a small catalogue', () => {
  const plan = picturePlan(largeFrom - 1);
  test('has every size of the first two pictures in both formats, one size of the others', () => {
    expect(plan.formats).toEqual(['avif', 'webp']);
    expect(plan.card).toEqual([360, 560, 840]);
    expect([plan.gallery(1), plan.gallery(2), plan.gallery(3)]).toEqual([
      [560, 840, 1200],
      [560, 840, 1200],
      [840],
    ]);
    expect([plan.thumbnails(2), plan.thumbnails(3)]).toEqual([[160, 640], [160]]);
    expect(plan.share).toBe(true);
  });
});

describe('a large catalogue', () => {
  const plan = picturePlan(10_000);
  test('starts at this number of products', () => expect(picturePlan(largeFrom)).toBe(plan));
  test('keeps the pictures with stable URLs: the square of 160 px of each picture, both of the main one', () =>
    expect([plan.thumbnails(1), plan.thumbnails(2)]).toEqual([[160, 640], [160]]));
});
