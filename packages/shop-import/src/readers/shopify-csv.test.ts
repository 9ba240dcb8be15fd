/** Shopify's CSV with the headings of today, and as spreadsheets leave it. */
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../read-catalogue.ts';

const read = (text: string) => readCatalogue(new TextEncoder().encode(text), { name: 160, variants: 100 });

describe("Shopify's CSV as others leave it", () => {
  const heads =
    'Title,URL handle,Description,Product category,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Weight value (grams),Product image URL';
  const mist =
    'Rose Mist,rose-mist,<p>Mist</p>,Toners,TRUE,Active,RM50,Size,50 ml,399,499,12,80,https://a.example/a.jpg';

  test('has the headings of today', () => {
    const { format, products } = read(`${heads}\n${mist}\n,rose-mist,,,,,RM100,,100 ml,699,899,7,150,\n`);
    expect(format).toBe('Shopify CSV');
    expect(products).toMatchObject([
      {
        handle: 'rose-mist',
        name: 'Rose Mist',
        body: '<p>Mist</p>',
        category: 'Toners',
        status: 'published',
        options: ['Size'],
        pictures: [{ address: 'https://a.example/a.jpg' }],
        variants: [
          { values: ['50 ml'], price: 39_900, originalPrice: 49_900, sku: 'RM50', stock: 12, grams: 80 },
          { values: ['100 ml'], price: 69_900, originalPrice: 89_900, sku: 'RM100', stock: 7, grams: 150 },
        ],
        others: {},
        findings: [],
      },
    ]);
  });

  test('has the headings of two times: in each row the one that is filled in counts', () => {
    const both = `${heads},Handle,Variant Price,Variant SKU\n${mist},,,\nBalm,,,,TRUE,Active,,Title,Default Title,,,,,,balm,150,B1\n`;
    expect(read(both).products).toMatchObject([
      { handle: 'rose-mist', variants: [{ price: 39_900, sku: 'RM50' }] },
      { handle: 'balm', variants: [{ price: 15_000, sku: 'B1' }] },
    ]);
  });

  test('has the price in India, which comes before the base price', () =>
    expect(
      read(
        'Handle,Title,Variant Price,Price / India,Compare At Price / India\nbalm,Balm,20,1499,1999\nsoap,Soap,80,,\n',
      ).products,
    ).toMatchObject([
      { variants: [{ price: 149_900, originalPrice: 199_900 }] },
      { variants: [{ price: 8000 }] },
    ]));

  test('was sorted: rows above the one with the title belong to its product, whatever their order', () => {
    const lines = [
      'a,Mist,Size,50 ml,399',
      'a,,,100 ml,699',
      'b,Balm,Size,5 g,99',
      'b,,,9 g,149',
      'a,,,200 ml,999',
    ];
    const sold = (order: readonly string[]) =>
      read(`Handle,Title,Option1 Name,Option1 Value,Variant Price\n${order.join('\n')}\n`)
        .products.map(({ name, variants }) => [
          name,
          ...variants.map(({ values, price }) => `${values} ${price}`).sort(),
        ])
        .sort();
    for (const order of [
      lines,
      lines.toReversed(),
      lines.toSorted(),
      [...lines.slice(3), ...lines.slice(0, 3)],
    ])
      expect(sold(order)).toEqual(sold(lines));
  });

  test('has rows without a handle or a title: only these are refused', () => {
    const text = 'Handle,Title,Variant Price\n,Soap,80\nbalm,Balm,99\nlost,,120\nlost,,130\n';
    expect(read(text).products.map(({ name }) => name)).toEqual(['Soap', 'Balm', 'lost']);
    const found = read(text).products.flatMap(({ findings }) => findings);
    expect(found.map(({ row, message }) => `${row}: ${message}`)).toEqual([
      '2: The row has no handle, so its product is not known.',
      '4: No row of “lost” has a title.',
    ]);
  });
});
