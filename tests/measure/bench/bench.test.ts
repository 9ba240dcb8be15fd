/** The generated catalogues pass the same checks as an editor's, and their files fit Cloudflare's limit. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { largeFrom, picturePlan } from '#features/catalogue/picture-plan.ts';
import { assetLimits } from '#tools/lib/assets.ts';
import { checkContent, contentRoot, readIngredients } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { filesOf } from './build.ts';
import { addProducts, inventProduct } from './catalogue.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

test('400 products pass every check, have different filter values and 120 ingredients', () => {
  const content = join(folder.path, 'content');
  cpSync(contentRoot, content, { recursive: true });
  addProducts(content, 400);
  const products = [...checkContent(content).products.values()];
  expect(new Set(products.map(({ name }) => name)).size).toBe(400);
  expect(new Set(products.map(({ category }) => category)).size).toBe(8);
  expect(new Set(products.map(({ skinType }) => skinType)).size).toBe(5);
  expect(readIngredients(content).size).toBe(120);
});

test('ten thousand have ten thousand different URLs', () =>
  expect(new Set(Array.from({ length: 10_000 }, (_, n) => inventProduct(n, {}).id)).size).toBe(10_000));

/** Scripts, styles, pages and pictures of no single product; one page of the collection per 24 products. */
const others = (products: number) => 1_000 + products / 24;

test('a small catalogue has a page, a preview and pictures of each size, and fits with eight pictures for each product', () => {
  const plan = picturePlan(largeFrom - 1);
  expect(filesOf(plan, 1)).toBe(1 + 1 + 3 + 4 * 2);
  expect(filesOf(plan, 2)).toBe(filesOf(plan, 1) + 3 + 3 * 2);
  expect(filesOf(plan, 3)).toBe(filesOf(plan, 2) + 2 + 2);
  expect((largeFrom - 1) * filesOf(plan, 8) + others(largeFrom)).toBeLessThan(assetLimits.files);
});

test('10,000 products fit with two pictures each', () =>
  expect(10_000 * filesOf(picturePlan(10_000), 2) + others(10_000)).toBeLessThan(assetLimits.files));
