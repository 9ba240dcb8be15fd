import { expect, test } from 'vitest';
import { priceCells, priceTitles } from '#domain/exports/lists.ts';
import { describeProblem } from '#domain/import/problem.ts';
import { finderOf } from '#domain/stock/items.ts';
import { csvFile } from '#lib/csv.ts';
import { changeByPercent, changeOfPrice, readPriceList } from './price-list.ts';

const serum = {
  _id: 'serum',
  name: '=Serum',
  sku: '-12',
  barcode: '18901234567897',
  price: 59_900,
  originalPrice: 99_900,
  isKit: false,
};
const soap = {
  _id: 'soap',
  name: 'Soap',
  sku: null,
  barcode: null,
  price: 9_950,
  originalPrice: null,
  isKit: false,
};
const find = finderOf([serum, soap]);
const read = (text: string) => {
  const { changes, same, problems } = readPriceList(text, find);
  return {
    changes: changes.map(({ item, price, originalPrice, isLarge }) => [
      item._id,
      price,
      originalPrice,
      isLarge,
    ]),
    same,
    problems: problems.map(describeProblem),
  };
};

test('an exported list reads back as no change, also with formulas in its texts and a barcode of 14 digits', () => {
  const file = csvFile([priceTitles, ...[serum, soap].map(priceCells)]);
  expect(file).toContain(`"'=Serum","'-12","'18901234567897"`);
  expect(read(file)).toEqual({ changes: [], same: 2, problems: [] });
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
  expect(changeOfPrice(soap, 14_925, null)).toMatchObject({ isLarge: false });
  expect(changeOfPrice(soap, 14_926, null)).toMatchObject({ isLarge: true });
  expect(changeOfPrice(soap, 9_950, null)).toBeUndefined();
});
