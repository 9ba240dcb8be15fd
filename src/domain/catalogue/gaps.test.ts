import { describe, expect, test } from 'vitest';
import { readProducts, readTax } from '#tools/lib/content.ts';
import { gapsOf } from './gaps.ts';
import { productContent } from './product-content.ts';

const shop = { tax: readTax(), at: Date.UTC(2026, 10, 27) };
const needed = { name: 'Lip Butter', price: 249, category: 'serum', placeholder: true };
const fieldsOf = (change: object = {}, facts = shop) =>
  gapsOf(productContent.parse({ ...needed, ...change }), facts).map(({ severity, field }) => [
    severity,
    field,
  ]);

describe('a product with no more than it needs', () => {
  test('lacks what the law, search engines and shoppers want', () => {
    expect(fieldsOf()).toEqual(
      [
        'hsn',
        'originalPrice',
        'netQuantity',
        'commonName',
        'bestBefore',
        'ingredients',
        'pictures',
        'description',
        'brand',
        'skinTypes',
        'tags',
        'howToUse',
        'routine',
      ].map((field) => ['incomplete', field]),
    );
  });

  test('needs no code where its category has one', () =>
    expect(fieldsOf({ category: 'cleanser' }).map(([, field]) => field)).not.toContain('hsn'));

  test('of the category of kits has no parts', () =>
    expect(fieldsOf({ category: 'kit' }).map(([, field]) => field)).toContain('parts'));

  test('has a gap for each picture without a description', () => {
    const pictures = [{ file: '1.jpg' }, { file: '2.jpg', alt: 'A jar' }, { file: '3.jpg' }];
    const fields = fieldsOf({ pictures }).map(([, field]) => field);
    expect(fields.filter((field) => field?.startsWith('pictures'))).toEqual([
      'pictures.0.alt',
      'pictures.2.alt',
    ]);
  });
});

test('a code without a rate today stops a sale, and comes first', () => {
  const before = { ...shop, at: Date.UTC(2025, 0, 1) };
  expect(fieldsOf({ hsn: '330499' }, before)[0]).toEqual(['sale', 'hsn']);
});

test('each gap says why and what to do, in sentences', () => {
  for (const { reason, remedy } of gapsOf(productContent.parse(needed), shop)) {
    expect(reason).toMatch(/^\S.*\.$/);
    expect(remedy).toMatch(/^\S.*\.$/);
  }
});

test('the products of the shop have none that stops a sale', () => {
  const gaps = [...readProducts().values()].flatMap((product) =>
    gapsOf(product, { ...shop, at: Date.now() }),
  );
  expect(gaps.filter(({ severity }) => severity !== 'incomplete')).toEqual([]);
});
