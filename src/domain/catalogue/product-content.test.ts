import { describe, expect, test } from 'vitest';
import { toCardProduct } from './product.ts';
import { productContent } from './product-content.ts';

const needed = { name: 'Lip Butter', price: 249, category: 'moisturizer', placeholder: true };

test('a name, a price, a category and a drawn picture are enough; what is left out is empty, absent or last', () => {
  expect(productContent.parse(needed)).toEqual({
    ...needed,
    price: 24_900,
    seoTitle: '',
    seoDescription: '',
    pictures: [],
    commonName: '',
    brand: '',
    labelLine: '',
    description: '',
    netQuantity: '',
    bestBefore: '',
    bestseller: false,
    status: 'published',
    tags: [],
    trackStock: 'counted',
    order: 1_000_000,
    openingStock: 0,
    options: [],
    variants: [],
    skinTypes: [],
    features: [],
    benefits: [],
    keyIngredients: [],
    howToUse: [],
    faqs: [],
    lowStock: 10,
    aliases: [],
  });
});

test('its card has every field: the MRP is the price, and no skin type is claimed', () => {
  expect(toCardProduct('lip-butter', productContent.parse(needed))).toEqual({
    id: 'lip-butter',
    name: 'Lip Butter',
    category: 'moisturizer',
    brand: '',
    description: '',
    features: [],
    spf: null,
    bestseller: false,
    skinType: '',
    skinTypes: [],
    price: 24_900,
    originalPrice: 24_900,
    variants: null,
    varies: false,
    order: 1_000_000,
  });
});

describe('a value that is given is checked', () => {
  const long = (length: number) => 'x'.repeat(length);
  test.each<[change: object, field: string, message: string]>([
    [{ price: 0 }, 'price', 'must be more than 0'],
    [{ price: -5 }, 'price', 'must be more than 0'],
    [{ price: '249' }, 'price', 'must be a number, in rupees: 599 or 599.50'],
    [{ price: undefined }, 'price', 'must be a number, in rupees: 599 or 599.50'],
    [{ price: 1.234 }, 'price', 'has more than two decimals'],
    [{ originalPrice: 200 }, 'price', 'must not be above the MRP'],
    [{ originalPrice: 'free' }, 'originalPrice', 'must be a number, in rupees: 599 or 599.50'],
    [
      { placeholder: false },
      'pictures',
      'has none: add one, or choose the drawn picture (placeholder: true)',
    ],
    [{ placeholder: 'perhaps' }, 'placeholder', 'must be true or false'],
    [{ name: undefined }, 'name', 'must be a text'],
    [{ name: '' }, 'name', 'must not be empty'],
    [{ name: 7 }, 'name', 'must be a text'],
    [{ name: long(161) }, 'name', 'must be at most 160 characters'],
    [{ name: 'Lip\nButter' }, 'name', 'must be a single line'],
    [{ name: '<b>Lip</b>' }, 'name', 'is plain text and has HTML in it: please remove the tags'],
    [{ brand: long(81) }, 'brand', 'must be at most 80 characters'],
    [{ description: long(321) }, 'description', 'must be at most 320 characters'],
    [{ ingredients: long(6001) }, 'ingredients', 'must be at most 6000 characters'],
    [{ hsn: '33' }, 'hsn', 'must be a code of six digits'],
    [{ order: -1 }, 'order', 'must be a whole number from 0 to 999999'],
    [{ openingStock: -1 }, 'openingStock', 'must be a whole number of pieces, 0 or more'],
    [{ skinType: 'Oily Skin' }, 'skinTypes', 'must contain the skin type "Oily Skin"'],
  ])('%j', (change, field, message) => {
    const { error } = productContent.safeParse({ ...needed, ...change });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, message]]);
  });

  test.each([
    { name: 'x'.repeat(160) },
    { brand: 'x'.repeat(80) },
    { brand: '' },
    { originalPrice: 249 },
    { skinTypes: ['Oily Skin'] },
    { name: 'गुलाब जल 🌹' },
    { ingredients: 'x'.repeat(6000) },
  ])('%j may be', (change) =>
    expect(productContent.safeParse({ ...needed, ...change }).error).toBeUndefined(),
  );
});
