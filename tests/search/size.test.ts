/** What a phone loads for the search: the index, without the products' texts, and the code that reads it. */
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { makeSearchFile } from '#domain/search/make-index.ts';
import { readSearch } from '#tools/lib/content.ts';
import { randomFrom } from '../support/random.ts';
import { lookup, products, searchFile } from './real-engine.ts';

const kib = (text: string): number => brotliCompressSync(text).length / 1024;
let code: number;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from '#domain/search/engine.ts'; export { findPages } from 'search/engine';",
      resolveDir: '.',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  code = kib(outputFiles[0]?.text ?? '');
});

/** So many products: the real ones with other names, tags, types, lists of ingredients and codes. */
function many(count: number): Map<string, ProductContent> {
  const random = randomFrom(7);
  const real = [...products.values()];
  const draw = () => real[random.between(0, real.length - 1)] as ProductContent;
  const syllables = 'ka ni ra to mi la su ve do ji pa he'.split(' ');
  const name = () =>
    Array.from({ length: random.between(2, 4) }, () => syllables[random.between(0, 11)]).join('');
  return new Map(
    Array.from({ length: count }, (_, n) => {
      const product = draw();
      const { tags } = draw();
      const { ingredients, keyIngredients } = draw();
      return [
        `${name()}-${n}`,
        {
          ...product,
          name: `${name()} ${product.name}`,
          tags,
          ingredients,
          keyIngredients,
          order: n,
          sku: `${name().toUpperCase()}-${random.between(1, 999)}`,
          barcode: `89${random.between(10_000, 99_999)}${random.between(100_000, 999_999)}`,
        },
      ];
    }),
  );
}

test('for the shop’s own products', () =>
  expect(kib(JSON.stringify(searchFile)) + code).toBeLessThanOrEqual(14.5));
test('for 1,000 products', () =>
  expect(
    kib(JSON.stringify(makeSearchFile(readSearch(), many(1_000), [], lookup))) + code,
  ).toBeLessThanOrEqual(60));
