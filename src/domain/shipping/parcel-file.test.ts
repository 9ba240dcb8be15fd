/** The file of parcels that a courier imports (docs/desk.md, "Papers and shipping"). */
import { expect, test } from 'vitest';
import { type Parcel, type ParcelFormat, parcelFile, weightOf } from './parcel-file.ts';

const packaging = { perPiece: 40, perParcel: 100 };
const line = { sku: 'HRT-01', name: 'Glow Serum', quantity: 2, price: 59_900, grams: 30 };
const parcel: Parcel = {
  reference: 'ORD-000001',
  placedAt: Date.UTC(2026, 10, 20, 20, 5),
  firstName: '=Asha',
  lastName: 'Rao',
  phone: '9123456789',
  email: 'asha@example.in',
  address: 'Flat 12, M.G. Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  country: 'India',
  total: 119_800,
  collect: 119_800,
  delivery: 0,
  discount: 0,
  lines: [line, { ...line, sku: '00123', name: 'Rose Toner', quantity: 1, grams: 150 }],
};
const format = (
  rows: ParcelFormat['rows'],
  ...values: (ParcelFormat['columns'][number]['value'] | 'text')[]
) => ({
  name: 'A courier',
  rows,
  columns: values.map((value, n) => ({
    heading: `H${n}`,
    ...(value === 'text' ? { text: 'Custom' } : { value, text: '' }),
  })),
});
const rowsOf = (file: string) => file.replace('\ufeff', '').trimEnd().split('\r\n');

test('one row for each parcel, with its weight, cash and products; texts are no formulas', () => {
  const { file, withoutWeight } = parcelFile(
    format(
      'parcel',
      'reference',
      'placed',
      'payment',
      'collect',
      'name',
      'address',
      'kilograms',
      'products',
      'text',
    ),
    [parcel, { ...parcel, collect: 0 }],
    packaging,
  );
  expect(rowsOf(file)).toEqual([
    'H0,H1,H2,H3,H4,H5,H6,H7,H8',
    'ORD-000001,21-11-2026 01:35,COD,1198.00,"\'=Asha Rao","Flat 12, M.G. Road",0.43,"2 x Glow Serum, 1 x Rose Toner",Custom',
    'ORD-000001,21-11-2026 01:35,Prepaid,0.00,"\'=Asha Rao","Flat 12, M.G. Road",0.43,"2 x Glow Serum, 1 x Rose Toner",Custom',
  ]);
  expect(withoutWeight).toEqual([]);
});

test('one row for each line', () =>
  expect(
    rowsOf(parcelFile(format('line', 'sku', 'quantity', 'price', 'grams'), [parcel], packaging).file),
  ).toEqual(['H0,H1,H2,H3', 'HRT-01,2,599.00,430', '"\'00123",1,599.00,430']));

test('a parcel with a product whose weight is unknown has none, and is named', () => {
  const unknown = { ...parcel, lines: [line, { ...line, grams: undefined }] };
  expect(weightOf(unknown, packaging)).toBe(undefined);
  const { file, withoutWeight } = parcelFile(format('parcel', 'reference', 'grams'), [unknown], packaging);
  expect([rowsOf(file)[1], withoutWeight]).toEqual(['ORD-000001,', ['ORD-000001']]);
});
