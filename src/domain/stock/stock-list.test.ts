import { describeProblem, ImportRefused } from 'shop-import/problem';
import { maxRows } from 'shop-import/table';
import { describe, expect, test } from 'vitest';
import { listText, maxListBytes } from './coded-table.ts';
import { finderOf } from './items.ts';
import { readStockList } from './stock-list.ts';

const items = [
  {
    id: 'glow-serum',
    name: 'Glow Serum',
    sku: 'GS-30',
    barcode: '8901234567890',
    isKit: false,
    tracked: true,
  },
  { id: 'tint', name: 'Tint, Sand', sku: 'T-1', barcode: '012345678905', isKit: false, tracked: true },
  { id: 'tint--clay', name: 'Tint, Clay', sku: 'T-2', barcode: null, isKit: false, tracked: true },
  { id: 'soap', name: 'Soap', sku: 'DOUBLE', barcode: null, isKit: false, tracked: true },
  { id: 'ritual-kit', name: 'Ritual', sku: null, barcode: null, isKit: true, tracked: true },
  { id: 'balm', name: 'Balm', sku: 'double', barcode: null, isKit: false, tracked: true },
  { id: 'candle', name: 'Candle', sku: 'CANDLE', barcode: null, isKit: false, tracked: false },
];
const find = finderOf(items);
const read = (text: string) => {
  const { lines, empty, problems } = readStockList(text, find);
  return {
    lines: lines.map(({ item, pieces }) => [item.id, pieces]),
    empty,
    problems: problems.map(describeProblem),
  };
};
const refused = (text: string) => {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof ImportRefused) return error.message;
    throw error;
  }
};

describe('a code', () => {
  test.each([
    ['tint--clay', 'tint--clay'],
    [' T-2 ', 'tint--clay'],
    ['t-2', 'tint--clay'],
    ['8901234567890', 'glow-serum'],
    // Scanners and spreadsheets add and drop leading zeros.
    ['12345678905', 'tint'],
    ['0012345678905', 'tint'],
    ['८९०१२३४५६७८९०', 'glow-serum'],
  ])('%j is of %s', (code, id) => expect(find(code)).toMatchObject({ id }));

  test.each([
    ['nothing', 'No product has the code “nothing”.'],
    [
      '8.90E+12',
      'A spreadsheet has shortened the number “8.90E+12”. Please format its column as text, and enter it again.',
    ],
    ['DOUBLE', 'The code “DOUBLE” is that of 2 products: Soap, Balm. Please use the id.'],
    ['=1+1', 'No product has the code “=1+1”.'],
  ])('%j is refused', (code, message) => expect(find(code)).toBe(message));
});

test('two pasted columns need no headings; rows of a spreadsheet have any of three codes', () => {
  expect(read('T-1\t3\n\nglow-serum\t0\n')).toEqual({
    lines: [
      ['tint', 3],
      ['glow-serum', 0],
    ],
    empty: 0,
    problems: [],
  });
  expect(
    read(`ID,Name,SKU,Barcode,Stock (pieces)
glow-serum,Glow Serum,,,"1,200"
,,T-1,,7
,,,"'8901234567890",
`),
  ).toEqual({
    lines: [
      ['glow-serum', 1200],
      ['tint', 7],
    ],
    empty: 0,
    problems: ['Row 4, column Barcode: Row 2 has Glow Serum already.'],
  });
  expect(read('sku;qty\nT-1;\nT-2;4')).toEqual({ lines: [['tint--clay', 4]], empty: 1, problems: [] });
});

test('each wrong row is named with its column, and the others are read', () => {
  expect(
    read(`SKU,Pieces
T-1,-3
T-2,ten
GS-30,1.5
nothing,4
,5
GS-30,=1+1
DOUBLE,200000
soap,100001
ritual-kit,1
candle,3
balm`),
  ).toEqual({
    lines: [],
    empty: 0,
    problems: [
      'Row 2, column Pieces: -3 is below 0.',
      'Row 3, column Pieces: “ten” is not a number of pieces.',
      'Row 4, column Pieces: “1.5” is not a whole number of pieces.',
      'Row 5, column SKU: No product has the code “nothing”.',
      'Row 6, column SKU: It has no code.',
      'Row 7, column SKU: Row 4 has Glow Serum already.',
      'Row 8, column SKU: The code “DOUBLE” is that of 2 products: Soap, Balm. Please use the id.',
      'Row 9, column Pieces: 100001 is more than 100000 pieces.',
      'Row 10, column Pieces: Ritual is a kit. It is built from its products: please change theirs.',
      'Row 11, column Pieces: The stock of Candle is not counted: it is always in stock.',
      'Row 12: It has 1 of 2 cells. The file may have been cut off: please export it again.',
    ],
  });
});

test.each([
  ['', 'The file is empty.'],
  [
    'T-1\nT-2',
    'The file has one column only. It needs two: a code (an id, a SKU or a barcode), and “Stock”.',
  ],
  ['T-1 3', 'The file has one column only. It needs two: a code (an id, a SKU or a barcode), and “Stock”.'],
  [
    'a,b,c\nT-1,3,4',
    'Row 1: No column has a heading for codes, such as “ID”, “SKU”, “Barcode”. The headings are: a, b, c.',
  ],
  [
    'ID,Name\ntint,Tint',
    'Row 1: No column has a heading for values, such as “Stock”, “Stock (pieces)”, “Pieces”. The headings are: ID, Name.',
  ],
  [
    'SKU,Stock\n"T-1,3',
    'Row 2: A quoted cell begins here and never ends. The file may have been cut off: please export it again.',
  ],
  [
    'SKU,Stock\n'.padEnd(100_000 * 6, 'T-1,3\n'),
    'The file has 99,999 rows; at most 50,000 are read. Please export it in parts.',
  ],
])('a list is refused as a whole (%#)', (text, message) => {
  const answer = refused(text);
  expect(typeof answer === 'string' ? answer.replace(/[\d,]{6,}(?= rows)/, '99,999') : answer).toBe(message);
  expect(maxRows).toBe(50_000);
});

test('a file is decoded whatever its encoding; a workbook and a large file are refused', () => {
  const utf16 = new Uint8Array(
    Uint16Array.from('\ufeffSKU\tStock\nT-1\t3\n', (one) => one.charCodeAt(0)).buffer,
  );
  expect(read(listText(utf16)).lines).toEqual([['tint', 3]]);
  expect(() => listText(new TextEncoder().encode('PK\u0003\u0004rest'))).toThrow(
    'This is a workbook, not a CSV file.',
  );
  expect(() => listText(new Uint8Array(maxListBytes + 1))).toThrow(
    'The file has more than 5 MB. Please split it.',
  );
});
