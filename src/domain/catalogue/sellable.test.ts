import { describe, expect, test } from 'vitest';
import { productContent } from './product-content.ts';
import { allSellables, sellablesOf } from './sellable.ts';
import { productName, productOf, sellableId } from './sellable-id.ts';

const needed = {
  name: 'Lip Butter',
  price: 249,
  originalPrice: 299,
  category: 'moisturizer',
  placeholder: true,
};
const sizes = [{ label: '10 g' }, { id: '25-g', label: '25 g', price: 499, openingStock: 7, sku: 'LB-25' }];
const read = (fields: object) => productContent.safeParse({ ...needed, ...fields });
const product = (fields: object) => productContent.parse({ ...needed, ...fields });

describe('what is sold', () => {
  test('of a product without variants is the product', () => {
    const sold = sellablesOf('lip-butter', product({ openingStock: 3 }));
    expect(sold.map(([id]) => id)).toEqual(['lip-butter']);
    expect(sold[0]?.[1]).toMatchObject({
      name: 'Lip Butter',
      price: 24_900,
      group: null,
      label: null,
      openingStock: 3,
    });
    expect(sold[0]?.[1]).not.toHaveProperty('variants');
  });

  test('of one with variants is each of them; the one without an id keeps the product’s id, price and stock', () => {
    const sold = sellablesOf(
      'lip-butter',
      product({ variants: sizes, openingStock: 3, sku: 'LB', netQuantity: '10 g' }),
    );
    expect(
      sold.map(([id, { name, price, originalPrice, sku, openingStock, group, label, kind, netQuantity }]) => [
        id,
        name,
        price,
        originalPrice,
        sku,
        openingStock,
        group,
        label,
        kind,
        netQuantity,
      ]),
    ).toEqual([
      ['lip-butter', 'Lip Butter, 10 g', 24_900, 29_900, 'LB', 3, 'lip-butter', '10 g', 'size', '10 g'],
      // Its price is not that of the product, so neither is its MRP.
      [
        'lip-butter--25-g',
        'Lip Butter, 25 g',
        49_900,
        undefined,
        'LB-25',
        7,
        'lip-butter',
        '25 g',
        'size',
        '10 g',
      ],
    ]);
  });

  test('has its own picture first', () => {
    const pictures = ['1.jpg', '2.jpg', '3.jpg'].map((file) => ({ file }));
    const variants = [{ label: 'Rose' }, { id: 'plum', label: 'Plum', kind: 'shade', picture: '2.jpg' }];
    const sold = sellablesOf('lip-butter', product({ pictures, placeholder: false, variants }));
    expect(sold.map(([, sellable]) => sellable.pictures.map(({ file }) => file))).toEqual([
      ['1.jpg', '2.jpg', '3.jpg'],
      ['2.jpg', '1.jpg', '3.jpg'],
    ]);
  });

  test('of a catalogue is a list by id', () => {
    const all = allSellables(
      new Map([
        ['a', product({})],
        ['b', product({ variants: sizes })],
      ]),
    );
    expect([...all.keys()]).toEqual(['a', 'b', 'b--25-g']);
  });
});

test.each([
  ['one alone', [{ label: '10 g' }], 'variants: has one: a product has two or more, or none'],
  [
    'none without an id',
    sizes.map((one, n) => ({ ...one, id: `s-${n}` })),
    'variants: must have exactly one without an id: it keeps the stock and orders of the product',
  ],
  [
    'two without an id',
    [{ label: 'a' }, { label: 'b' }],
    'variants: must have exactly one without an id: it keeps the stock and orders of the product',
  ],
  [
    'an id twice',
    [...sizes, { id: '25-g', label: 'Jar' }],
    'variants.2.id: is that of another one too: 25-g',
  ],
  [
    'a name twice, in capitals',
    [...sizes, { id: 'x', label: '25 G' }],
    'variants.2.label: is that of another one too: 25 G',
  ],
  [
    'a price above its MRP',
    [{ label: 'a' }, { id: 'b', label: 'b', price: 300, originalPrice: 299 }],
    'variants.1.price: must not be above the MRP',
  ],
  [
    'another price for the first',
    [
      { label: 'a', price: 250 },
      { id: 'b', label: 'b' },
    ],
    'variants.0.price: must be left out: the one without an id has the price of the product',
  ],
  [
    'a picture that is not there',
    [{ label: 'a' }, { id: 'b', label: 'b', picture: '9.jpg' }],
    'variants.1.picture: must be one of the pictures of the product: there is no 9.jpg among them',
  ],
  [
    '101 of them',
    Array.from({ length: 101 }, (_, n) => ({ label: String(n), ...(n && { id: `v-${n}` }) })),
    'variants: must be at most 100',
  ],
  [
    'an id that is no word',
    [{ label: 'a' }, { id: '100 ML', label: 'b' }],
    'variants.1.id: must be lower-case words joined by hyphens',
  ],
  [
    'a colour that is none',
    [{ label: 'a' }, { id: 'b', label: 'b', swatch: 'beige' }],
    'variants.1.swatch: must be a colour: # and six digits or letters from a to f',
  ],
])('%s is refused', (_, variants, message) => {
  const { error } = read({ variants });
  expect(error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)).toContain(message);
});

test.each([
  ['rose-mist', undefined, 'rose-mist'],
  ['rose-mist', '100-ml', 'rose-mist--100-ml'],
])('an id leads back to its product: %s %s', (id, variant, sellable) => {
  expect(sellableId(id, variant)).toBe(sellable);
  expect(productOf(sellable)).toBe(id);
});

test('a name without its variant', () => {
  expect(productName('Rose Mist, 100 ml', '100 ml')).toBe('Rose Mist');
  expect(productName('Rose Mist', null)).toBe('Rose Mist');
});
