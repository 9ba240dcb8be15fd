/** Picture files per product, within Cloudflare's limit of files per version. */
import { describe, expect, test } from 'vitest';
import { largeFrom, type PicturePlan, picturePlan } from './picture-plan.ts';

const limit = 100_000;
/** Scripts, styles, pages and pictures of no single product; one page of the collection per 24 products. */
const others = (products: number) => 1_000 + products / 24;

/** Number of files in the build for a product: its page, and the files of its pictures. */
function filesOf(plan: PicturePlan, pictures: number): number {
  let files = 1 + Number(plan.share);
  for (let n = 1; n <= pictures; n++) {
    const widths = new Set([...plan.gallery(n), ...(n === 1 ? plan.card : [])]);
    files += 1 + plan.thumbnails(n).length + widths.size * plan.formats.length;
  }
  return files;
}

describe('a small catalogue', () => {
  const plan = picturePlan(largeFrom - 1);
  test('has every size in both formats', () => {
    expect(plan.formats).toEqual(['avif', 'webp']);
    expect(plan.card).toEqual([360, 560, 840]);
    expect([plan.gallery(1), plan.gallery(2)]).toEqual([
      [560, 840, 1200],
      [560, 840, 1200],
    ]);
    expect(plan.thumbnails(2)).toEqual([160, 640]);
    expect(plan.share).toBe(true);
  });
  test('counts page, preview, pictures with stable URLs, and sizes', () => {
    expect(filesOf(plan, 1)).toBe(1 + 1 + 3 + 4 * 2);
    expect(filesOf(plan, 2)).toBe(1 + 1 + 3 + 4 * 2 + 3 + 3 * 2);
  });
  test('fits, with four pictures for each product', () =>
    expect((largeFrom - 1) * filesOf(plan, 4) + others(largeFrom)).toBeLessThan(limit));
});

describe('a large catalogue', () => {
  const plan = picturePlan(10_000);
  test('starts at this number of products', () => expect(picturePlan(largeFrom)).toBe(plan));
  test('fits, with two pictures for each of 10,000 products', () =>
    expect(10_000 * filesOf(plan, 2) + others(10_000)).toBeLessThan(limit));
  test('keeps the pictures with stable URLs: the square of 160 px of each picture, both of the main one', () =>
    expect([plan.thumbnails(1), plan.thumbnails(2)]).toEqual([[160, 640], [160]]));
});
