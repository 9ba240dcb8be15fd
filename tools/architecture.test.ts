import { expect, test } from 'vitest';
import { bottomUp, isPageCurrent } from '#tools/architecture.ts';

test('docs/architecture.md has the imports of now: npm run architecture writes them', () =>
  expect(isPageCurrent()).toBe(true));

test('folders are sorted from the bottom, and a ring is an error that names it', () => {
  const graph = new Map([
    ['pages', new Set(['cart', 'lib'])],
    ['cart', new Set(['lib'])],
    ['lib', new Set<string>()],
  ]);
  expect(bottomUp(graph)).toEqual(['lib', 'cart', 'pages']);
  graph.set('lib', new Set(['pages']));
  expect(() => bottomUp(graph)).toThrow('Folders import each other in a ring: cart, lib, pages');
});
