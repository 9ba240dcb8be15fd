/** Shopify's standard fields of skin care, by the names of their definitions, with titles in any language. */
import { expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';

const labelOf = (heading: string, cell: string) =>
  readCatalogue(new TextEncoder().encode(`Handle,Title,Variant Price,"${heading}"\nmist,Mist,9,"${cell}"\n`))
    .products[0];

test.each([
  ['Suitable for skin type (product.metafields.shopify.suitable-for-skin-type)', 'skinTypes'],
  ['肌質に適している (product.metafields.shopify.suitable-for-skin-type)', 'skinTypes'],
  ['product.metafields.shopify.skin-type', 'skinTypes'],
  ['Adecuado para (product.metafields.custom.skin_type)', 'skinTypes'],
  ['Principio activo (product.metafields.shopify.active-ingredient)', 'activeIngredients'],
  ['Inhaltsstoffe (product.metafields.shopify.detailed-ingredients)', 'ingredients'],
  ['Ingredients (product.metafields.shopify.ingredients)', 'ingredients'],
  ['HSN Code (product.metafields.custom.tax)', 'hsn'],
])('%s', (heading, field) => {
  const { label, others = {} } = labelOf(heading, 'Aloe Vera') ?? {};
  expect([label?.[field as keyof typeof label], others]).toEqual(['Aloe Vera', {}]);
});

test('entries are names or handles, and read as words', () =>
  expect(
    labelOf('X (product.metafields.shopify.active-ingredient)', 'hyaluronic-acid; Zinc PCA; bakuchiol')?.label
      .activeIngredients,
  ).toBe('Hyaluronic acid, Zinc PCA, Bakuchiol'));

test('other standard fields are kept under their headings', () =>
  expect(
    labelOf('Skin care effect (product.metafields.shopify.skin-care-effect)', 'brightening')?.others,
  ).toEqual({ 'Skin care effect (product.metafields.shopify.skin-care-effect)': 'brightening' }));
