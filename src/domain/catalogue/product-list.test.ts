import { csvFile } from 'shop-import/csv';
import { describeProblem } from 'shop-import/problem';
import { expect, test } from 'vitest';
import { productCells, productTitles } from '#domain/exports/lists.ts';
import { finderOf } from '#domain/stock/items.ts';
import { changeByPercent, changeOfProduct, type ListedItem, readProductList } from './product-list.ts';

const serum: ListedItem = {
  id: 'serum',
  name: '=Serum',
  sku: '-12',
  barcode: '18901234567897',
  price: 59_900,
  originalPrice: 99_900,
  isKit: false,
  status: 'published',
  category: 'serum',
};
const soap: ListedItem = {
  id: 'soap',
  name: 'Soap',
  sku: null,
  barcode: null,
  price: 9_950,
  originalPrice: null,
  isKit: false,
  status: 'draft',
  category: 'face oil',
};
/** Two sizes of a product. */
const sizes = ['tint', 'tint--50-ml'].map((id): ListedItem => ({ ...soap, id, name: id }));
const find = finderOf([serum, soap, ...sizes]);
const categories = ['serum', 'face oil', 'mask'];
const read = (text: string) => {
  const { changes, same, problems } = readProductList(text, find, categories);
  return {
    changes: changes.map(({ item, price, originalPrice, isLarge }) => [
      item.id,
      price,
      originalPrice,
      isLarge,
    ]),
    same,
    problems: problems.map(describeProblem),
  };
};

test('an exported list reads back as no change, also with formulas in its texts and a barcode of 14 digits', () => {
  const file = csvFile([productTitles, ...[serum, soap].map(productCells)]);
  expect(file).toContain(`"'=Serum","'-12","'18901234567897"`);
  expect(read(file)).toEqual({ changes: [], same: 2, problems: [] });
});

test('what a spreadsheet would make a date or a number comes back as it was', () => {
  const items = ['5-9-22', 'MAR1', '12E5', '007', '70123456789012', '42'].map(
    (sku): ListedItem => ({ ...soap, id: `of-${sku.toLowerCase()}`, name: '3/4', sku, barcode: null }),
  );
  const listed = items.map((item) => productCells({ ...item, price: item.price + 100 }).with(0, null));
  const { changes, problems } = readProductList(
    csvFile([productTitles, ...listed]),
    finderOf(items),
    categories,
  );
  expect(problems).toEqual([]);
  expect(changes.map(({ item }) => item.sku)).toEqual(items.map(({ sku }) => sku));
});

test('prices and MRPs change; an empty cell leaves its amount', () => {
  expect(read('ID,Price (₹),MRP\nserum,₹ 539.10,\nsoap,,"1,29,900"')).toEqual({
    changes: [
      ['serum', 53_910, 99_900, false],
      ['soap', 9_950, 12_990_000, false],
    ],
    same: 0,
    problems: [],
  });
  expect(read('SKU;Price\n-12;299,00')).toMatchObject({ changes: [['serum', 29_900, 99_900, true]] });
});

test('what is no price is named with row and column', () => {
  expect(read('ID,Price,MRP\nserum,0,\nsoap,ten,\nserum,1000,\nnothing,5,').problems).toEqual([
    'Row 2, column Price: “0” is not an amount above 0 with at most two decimals.',
    'Row 3, column Price: “ten” is not an amount above 0 with at most two decimals.',
    'Row 4, column ID: Row 2 has =Serum already.',
    'Row 5, column ID: No product has the code “nothing”.',
  ]);
  expect(read('ID,Price\nserum,999.01').problems).toEqual([
    'Row 2, column Price: The price would be above the MRP.',
  ]);
});

test.each([
  [59_900, -10, '100', 53_900],
  [59_900, 10, '100', 65_900],
  [59_900, 10, '1', 65_890],
  [59_900, 10, '1000', 66_000],
  [100, -90, '100', 100],
  [9_950, 2.5, '1', 10_199],
] as const)('%d paise, %d per cent, rounded to %s paise: %d', (price, percent, rounding, changed) =>
  expect(changeByPercent(price, percent, rounding)).toBe(changed),
);

test('a change by more than half is large', () => {
  expect(changeOfProduct(soap, { price: 14_925 })).toMatchObject({ isLarge: false });
  expect(changeOfProduct(soap, { price: 14_926 })).toMatchObject({ isLarge: true });
  expect(changeOfProduct(soap, { price: 9_950 })).toBeUndefined();
});

/** The statuses and categories of a list after its changes, by id. */
const places = (text: string) =>
  readProductList(text, find, categories).changes.map(({ item, status, category }) => [
    item.id,
    status,
    category,
  ]);

test('statuses and categories change, by themselves or beside prices; an empty cell leaves its value', () => {
  expect(places('ID,Status,Category\nserum,Hidden,\nsoap,published,MASK\ntint,draft,face oil')).toEqual([
    ['serum', 'hidden', 'serum'],
    ['soap', 'published', 'mask'],
  ]);
  expect(places('ID,Price,Status\nsoap,99,published')).toEqual([['soap', 'published', 'face oil']]);
});

test('what is no status or category is named; sizes of a product have one status, which any of their rows changes', () => {
  expect(read('ID,Status,Category\nserum,gone,\nsoap,,soup').problems).toEqual([
    'Row 2, column Status: “gone” is not one of draft, published, hidden, retired.',
    'Row 3, column Category: “soup” is not one of serum, face oil, mask.',
  ]);
  expect(read('ID,Status\ntint,published\ntint--50-ml,draft').problems).toEqual([]);
  expect(read('ID,Status\ntint,published\ntint--50-ml,hidden').problems).toEqual([
    'Row 3, column Status: Another row has another status of the same product.',
  ]);
});
