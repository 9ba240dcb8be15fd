/** The structured data of a product with options. */
import { expect, test } from 'vitest';
import { readDelivery, readStore } from '#tools/lib/content.ts';
import { readOrigin } from './origin.ts';
import { builtProduct } from './product.ts';
import { productContent } from './product-content.ts';
import { productLd } from './structured-data.ts';

const shop = { store: readStore(), delivery: readDelivery() };
const dataOf = (options: string[], ...choices: string[][]) =>
  productLd(
    'tee',
    builtProduct(
      productContent.parse({
        name: 'Tee',
        price: 499,
        category: 'other',
        placeholder: true,
        options,
        variants: choices.map((own, n) => ({
          ...(n && { id: `v-${n}` }),
          label: own.join(' / '),
          choices: own,
        })),
      }),
      readOrigin('India'),
      [],
      0,
    ),
    shop,
    new URL('https://shop.example'),
  ) as { variesBy: string[]; hasVariant: Record<string, unknown>[] };

test('has each option under its property, others by name, and says in which the variants differ', () => {
  const { variesBy, hasVariant } = dataOf(
    ['Colour', 'Scent', 'Fabric'],
    ['Red', 'Rose', 'Linen'],
    ['Blue', 'Mint', 'Linen'],
  );
  expect(variesBy).toEqual(['https://schema.org/color', 'Scent']);
  expect(hasVariant).toMatchObject([
    {
      sku: 'tee',
      name: 'Tee, Red / Rose / Linen',
      color: 'Red',
      material: 'Linen',
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Scent', value: 'Rose' }],
    },
    { sku: 'tee--v-1', color: 'Blue', material: 'Linen' },
  ]);
  expect(hasVariant[0]).not.toHaveProperty('size');
  const [plain] = dataOf(['Print', 'Size'], ['Dots', 'S'], ['Dots', 'M']).hasVariant;
  expect(plain).toMatchObject({ pattern: 'Dots', size: 'S' });
  expect(plain).not.toHaveProperty('additionalProperty');
});
