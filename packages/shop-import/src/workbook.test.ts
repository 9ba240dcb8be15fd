/** Workbooks, which the package that reads them writes here too. */
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';
import { filledFields } from './testing/read-sample.ts';
import { openFile } from './workbook.ts';

type SheetToWrite = Parameters<typeof writeXlsx>[0]['sheets'][number];

const sheet = (
  name: string,
  rows: SheetToWrite['rows'],
  formats: Record<string, string> = {},
): SheetToWrite => ({
  name,
  ...(rows && { rows }),
  cells: new Map(Object.entries(formats).map(([at, numFmt]) => [at, { style: { numFmt } }])),
});
const open = async (...sheets: SheetToWrite[]) => openFile(await writeXlsx({ sheets }));

test('the first sheet with cells is read, with rows as it numbers them; others are reported', async () => {
  const file = await open(
    sheet('Empty', []),
    sheet('Goods', [
      ['Name', 'Price', 'SKU', 'Barcode', 'Made on', 'New'],
      ['हल्दी "Ubtan"\nfine', 399.5, '00123', 8901234567894, new Date(Date.UTC(2026, 10, 30)), true],
      [null],
      ['Soap', 80, 'S1', null, null, null],
    ]),
    sheet('Notes', [['Call Asha']]),
  );
  const { format, encoding, notes, products } = readCatalogue(file);
  expect([format, encoding]).toEqual(['XLSX', 'sheet “Goods”']);
  expect(notes).toEqual(['The sheet “Notes” is not read: please save it as a file of its own.']);
  expect(products.map(filledFields)).toEqual([
    {
      row: 2,
      key: '00123',
      name: 'हल्दी "Ubtan" fine',
      variants: [{ row: 2, values: [], price: 39_950, sku: '00123', barcode: '8901234567894' }],
      others: { 'Made on': '2026-11-30', New: 'TRUE' },
    },
    { row: 4, key: 'S1', name: 'Soap', variants: [{ row: 4, values: [], price: 8000, sku: 'S1' }] },
  ]);
});

describe('a number is what its cell shows, with all its digits', () => {
  test.each([
    [123, '00000', '00123'],
    [499, '[$$-409]#,##0.00', '$499'],
    [1299.5, '"₹" #,##0', '₹ 1299.5'],
    [1299, '#,##0.00" USD"', '1299 USD'],
    [1299, '#,##0.00_);(#,##0.00)', '1299'],
    [0.15, '0%', '15%'],
    [8901234567894, 'General', '8901234567894'],
    [0.1 + 0.2, 'General', '0.3'],
    [-5, '0', '-5'],
  ])('%d as %s', async (number, format, shown) => {
    const file = await open(
      sheet(
        'A',
        [
          ['Name', 'Price', 'Bin'],
          ['Soap', 80, number],
        ],
        { '1,2': format },
      ),
    );
    expect(readCatalogue(file).products[0]?.others).toEqual({ Bin: shown });
  });

  test('a price that a cell shows in dollars is none in rupees', async () => {
    const file = await open(
      sheet(
        'A',
        [
          ['Name', 'Price'],
          ['Soap', 12],
        ],
        { '1,1': '[$$-409]#,##0.00' },
      ),
    );
    expect(readCatalogue(file).questions.currencies).toEqual(['USD']);
  });
});

test('files that are no workbook stay as they are; what cannot be opened says why', async () => {
  const csv = new TextEncoder().encode('Name,Price\nSoap,80\n');
  expect(await openFile(csv)).toBe(csv);
  const start = (...bytes: number[]) => openFile(Uint8Array.from([...bytes, 1, 2, 3]));
  await expect(start(0xd0, 0xcf, 0x11, 0xe0)).rejects.toThrow(
    'This workbook has a password, or is of a version',
  );
  await expect(start(0x50, 0x4b, 3, 4)).rejects.toThrow('The workbook cannot be read.');
  await expect(open(sheet('A', []))).rejects.toThrow('The workbook has no cells.');
});
