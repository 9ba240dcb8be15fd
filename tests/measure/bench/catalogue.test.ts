/** The generated catalogues pass the same checks as an editor's. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkContent, contentRoot, readIngredients } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { randomFrom } from '../../support/random.ts';
import { inventProduct, writeCatalogue } from './catalogue.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

test('thirty products pass every schema and have different filter values', () => {
  const content = join(folder.path, 'content');
  writeCatalogue(contentRoot, content, 30);
  const { products } = checkContent(content);
  expect(products.size).toBe(30);
  const values = <T>(of: (product: typeof products extends Map<string, infer P> ? P : never) => T) =>
    new Set([...products.values()].map(of)).size;
  expect(values(({ name }) => name)).toBe(30);
  expect(values(({ category }) => category)).toBe(8);
  expect(values(({ brand }) => brand)).toBeGreaterThan(3);
  expect(values(({ skinType }) => skinType)).toBe(5);
  expect(values(({ price }) => price)).toBeGreaterThan(15);
});

test('a large catalogue has more ingredients, and every list is explained', () => {
  const content = join(folder.path, 'many', 'content');
  writeCatalogue(contentRoot, content, 400);
  const { products } = checkContent(content);
  expect(readIngredients(content).size).toBe(120);
  expect(
    [...products.values()].filter(({ ingredients }) => ingredients?.includes('Ferment')).length,
  ).toBeGreaterThan(300);
});

test('the real products are among them, unchanged', () => {
  const path = join('products', 'barrier-cream', 'index.md');
  const copy = join(folder.path, 'content', path);
  expect(existsSync(copy)).toBe(true);
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(join(contentRoot, path), 'utf8'));
});

test('ten thousand have ten thousand different URLs', () => {
  const pattern = { id: 'pattern', matter: {} };
  const ids = Array.from({ length: 10_000 }, (_, n) => inventProduct(n, pattern).id);
  expect(new Set(ids).size).toBe(10_000);
});

test('the same number gives the same product, and another number another one', () => {
  const pattern = { id: 'pattern', matter: {} };
  expect(inventProduct(7, pattern)).toEqual(inventProduct(7, pattern));
  const [one, other] = [randomFrom(1), randomFrom(2)];
  expect([one.next(), one.next()]).not.toEqual([other.next(), other.next()]);
});
