import { beforeAll, describe, expect, test } from 'vitest';
import { creditNoteOf } from './credit-note.ts';
import { createGstr1, type Gstr1, type Gstr1Table } from './gstr1.ts';
import { type Invoice, invoiceOf, type Sale } from './invoice.ts';
import {
  type Cell,
  creditNoteTitles,
  type ExportedCreditNote,
  type ExportedDocument,
  registerRows,
  registerTitles,
} from './register.ts';
import {
  creditsOf,
  deliverTo,
  kit,
  sale,
  serum,
  soap,
  supplier,
  type Wanted,
} from './testing/sample-documents.ts';

const day = '2026-11-05';
const business = { gstin: '27AAPFU0939F1ZV', name: 'Asha, Traders' };
const to = (state: string) => ({ deliverTo: { ...deliverTo, state } });
const large = { lines: [{ ...kit, quantity: 80 }] };

type ExportedInvoice = { kind: 'invoice'; number: string; gstin: string; data: Invoice };
let serial = 0;

function invoice(change: Partial<Sale>, seller = supplier): ExportedInvoice {
  serial += 1;
  const number = `INV/26-27/${String(serial).padStart(6, '0')}`;
  return {
    kind: 'invoice',
    number,
    gstin: seller.gstin,
    data: invoiceOf({ ...sale, ...change }, seller, day),
  };
}

function creditNote({ number, gstin, data }: ExportedInvoice, wanted: Wanted): ExportedCreditNote {
  serial += 1;
  const about = { reason: 'Came back', day };
  const note = creditNoteOf({ ...data, number }, [...data.lines.keys()], [], creditsOf(data, wanted), about);
  if (!note) throw new Error('nothing was given back');
  return { kind: 'credit_note', number: `CRN/26-27/${serial}`, gstin, invoiceTotal: data.total, data: note };
}

function returnOf(documents: readonly ExportedDocument[]): Gstr1 {
  const gstr1 = createGstr1();
  for (const document of documents) gstr1.add(document);
  return gstr1.finish('2026-11-30');
}

/** A cell as a file has it. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('paise' in cell) return (cell.paise / 100).toFixed(2);
  return 'id' in cell ? cell.id : cell.figure;
}

/** Rows by their titles, as a file has them. */
const recordsOf = (titles: readonly string[], rows: readonly Cell[][]): Record<string, string>[] =>
  rows.map((row) => Object.fromEntries(titles.map((title, n) => [title, textOf(row[n] ?? null)])));

function rowsOf(gstr1: Gstr1, table: Gstr1Table): Record<string, string>[] {
  const file = gstr1.files.find((one) => one.table === table);
  return recordsOf(file?.titles ?? [], file?.rows ?? []);
}

/** A column in paise, added up. */
const sumOf = (rows: readonly Record<string, string>[], title: string): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[title]) * 100), 0);

test('a business stands in table 4, once for each rate, with the columns of the offline tool', () => {
  const gstr1 = returnOf([invoice({ business, ...to('Maharashtra'), lines: [serum, soap], delivery: 5000 })]);
  const [lower, higher, ...others] = rowsOf(gstr1, 'b2b');
  expect(others).toEqual([]);
  expect(lower).toEqual({
    'GSTIN/UIN of Recipient': business.gstin,
    'Receiver Name': business.name,
    'Invoice Number': expect.stringMatching(/^INV/),
    'Invoice date': '05-Nov-2026',
    'Invoice Value': '749.00',
    'Place Of Supply': '27-Maharashtra',
    'Reverse Charge': 'N',
    'Applicable % of Tax Rate': '',
    'Invoice Type': 'Regular B2B',
    'E-Commerce GSTIN': '',
    Rate: '5',
    'Taxable Value': '102.05',
    'Cess Amount': '0.00',
  });
  expect(higher).toMatchObject({ Rate: '18', 'Invoice Value': '749.00', 'Taxable Value': '543.94' });
});

test('what goes to a special economic zone, and what comes back from it, says so', () => {
  const sez = invoice({ business: { ...business, sez: true } });
  const gstr1 = returnOf([sez, creditNote(sez, { everything: true })]);
  const type = 'SEZ supplies with payment';
  expect(rowsOf(gstr1, 'b2b')).toMatchObject([{ 'Invoice Type': type }]);
  expect(rowsOf(gstr1, 'cdnr')).toMatchObject([{ 'Note Supply Type': type }]);
});

test('a UIN holder stands with businesses, taxed at the place of delivery; numbers that the return refuses stand with consumers', () => {
  const to = (gstin: string) => invoice({ business: { gstin, name: 'Embassy' } });
  const gstr1 = returnOf([to('0717UNO00157UNO'), to('9917USA29016OS6'), to('29AABCF8078M1C8')]);
  expect(rowsOf(gstr1, 'b2b')).toMatchObject([
    { 'GSTIN/UIN of Recipient': '0717UNO00157UNO', 'Place Of Supply': '29-Karnataka' },
  ]);
  expect(rowsOf(gstr1, 'hsn-b2b')).toMatchObject([{ 'Total Quantity': '1' }]);
  expect(rowsOf(gstr1, 'b2cs')).toMatchObject([{ 'Taxable Value': '1015.24' }]);
});

test('table 5 begins above one lakh between states; its credit notes stand in table 9B, whatever they are worth', () => {
  const exact = { ...kit, price: 1_00_000_00 };
  const sold = [
    invoice({ ...to('Kerala'), lines: [{ ...exact, price: exact.price + 1 }] }),
    invoice({ ...to('Kerala'), lines: [exact] }),
    invoice(large),
  ] as const;
  const gstr1 = returnOf([...sold, ...sold.map((one) => creditNote(one, { amount: 11_800 }))]);
  expect(rowsOf(gstr1, 'b2cl').map((row) => [row['Place Of Supply'], row['Invoice Value']])).toEqual([
    ['32-Kerala', '100000.01'],
  ]);
  expect(rowsOf(gstr1, 'cdnur')).toEqual([
    expect.objectContaining({
      'UR Type': 'B2CL',
      'Note Type': 'C',
      'Note Value': '118.00',
      'Taxable Value': '100.00',
    }),
  ]);
  expect(rowsOf(gstr1, 'b2cs').map((row) => [row['Place Of Supply'], row.Type])).toEqual([
    ['29-Karnataka', 'OE'],
    ['32-Kerala', 'OE'],
  ]);
});

test('table 7 has a row for each place and rate, less credit notes, below zero too', () => {
  const one = invoice({ lines: [serum, soap] });
  const before = invoice(to('Jammu and Kashmir'));
  const gstr1 = returnOf([one, invoice({}), creditNote(before, { everything: true })]);
  expect(
    rowsOf(gstr1, 'b2cs').map((row) => [row['Place Of Supply'], row.Rate, row['Taxable Value']]),
  ).toEqual([
    ['01-Jammu & Kashmir', '18', '-507.63'],
    ['29-Karnataka', '5', '95.24'],
    ['29-Karnataka', '18', '1015.24'],
  ]);
});

test('table 12 counts units, less those that came back; delivery stands with its goods', () => {
  const two = invoice({ lines: [{ ...serum, quantity: 3 }, kit, soap], delivery: 5000 });
  const gstr1 = returnOf([
    two,
    creditNote(two, { lines: [{ position: 0, quantity: 1 }] }),
    creditNote(invoice({ business, delivery: 4900 }), { lines: [], delivery: true }),
  ]);
  const rows = rowsOf(gstr1, 'hsn-b2c');
  expect(rows.map((row) => [row.HSN, row.UQC, row['Total Quantity'], row['Total Value'], row.Rate])).toEqual([
    ['330499', 'NOS-NUMBERS', '2', '1198.00', '18'],
    ['330499', 'SET-SETS', '1', '1347.44', '18'],
    ['340111', 'NOS-NUMBERS', '1', '101.56', '5'],
  ]);
  expect(rowsOf(gstr1, 'hsn-b2b')).toEqual([
    expect.objectContaining({ UQC: 'OTH-OTHERS', 'Total Quantity': '0', 'Total Value': '-49.00' }),
  ]);
});

test('what was sold and came back has no row of zeros', () => {
  const one = invoice(to('Goa'));
  const kept = invoice({ lines: [soap] });
  const gstr1 = returnOf([one, creditNote(one, { everything: true }), kept]);
  expect(rowsOf(gstr1, 'b2cs').map((row) => row['Place Of Supply'])).toEqual(['29-Karnataka']);
  expect(rowsOf(gstr1, 'hsn-b2c').map((row) => row.HSN)).toEqual([soap.hsn]);
  expect(rowsOf(gstr1, 'docs')).toHaveLength(2);
});

test('a credit note after 30 November of the next year is in no table but 13; the register marks it', () => {
  const one = invoice({});
  const on = (day: string): ExportedDocument => {
    const note = creditNote(one, { amount: 11_800 });
    return { ...note, data: { ...note.data, day } } as ExportedDocument;
  };
  const [inTime, late] = [on('2027-11-30'), on('2027-12-01')];
  const gstr1 = returnOf([one, inTime, late]);
  expect(gstr1.creditNotes).toMatchObject({ documents: 1, total: 11_800 });
  expect(gstr1.lateCreditNotes).toMatchObject({ documents: 1, total: 11_800 });
  expect(gstr1.net.total).toBe(one.data.total - 11_800);
  expect(sumOf(rowsOf(gstr1, 'hsn-b2c'), 'Total Value')).toBe(gstr1.net.total);
  expect(rowsOf(gstr1, 'docs').map((row) => row['Total Number'])).toEqual(['1', '2']);
  const column = creditNoteTitles.indexOf('Reduces tax');
  expect([inTime, late].map((note) => registerRows(note)[0]?.[column])).toEqual(['Yes', 'No']);
});

test('table 13 names each series from its first to its last number, and says where one is missing', () => {
  const documents = [3, 1, 2, 7].map(
    (n): ExportedDocument => ({ ...invoice({}), number: `INV/26-27/00000${n}` }),
  );
  const note: ExportedDocument = {
    ...creditNote(invoice({}), { everything: true }),
    number: 'CRN/26-27/000012',
  };
  expect(rowsOf(returnOf([note, ...documents]), 'docs').map((row) => Object.values(row))).toEqual([
    ['Invoices for outward supply', 'INV/26-27/000001', 'INV/26-27/000003', '3', '0'],
    ['Invoices for outward supply', 'INV/26-27/000007', 'INV/26-27/000007', '1', '0'],
    ['Credit Note', 'CRN/26-27/000012', 'CRN/26-27/000012', '1', '0'],
  ]);
});

test('tax of a union territory stands in the column of the state', () => {
  const gstr1 = returnOf([invoice(to('Ladakh'), { ...supplier, state: 'Ladakh' })]);
  expect(rowsOf(gstr1, 'b2cs')).toMatchObject([{ 'Place Of Supply': '38-Ladakh' }]);
  expect(rowsOf(gstr1, 'hsn-b2c')).toEqual([
    expect.objectContaining({ 'State/UT Tax Amount': '45.69', 'Integrated Tax Amount': '0.00' }),
  ]);
  expect(gstr1.json?.gstr1.b2cs).toMatchObject([{ pos: '38', sply_ty: 'INTRA', samt: 45.69 }]);
});

const recipientColumns = 'GSTIN/UIN of Recipient,Receiver Name';
const sums = 'Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount';
const hsnColumns =
  'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount';

test('the files have the columns of the tool, which takes them as they are', () => {
  const { files } = returnOf([]);
  expect(Object.fromEntries(files.map(({ table, titles }) => [table, titles.join(',')]))).toEqual({
    b2b: `${recipientColumns},Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount`,
    b2cl: `Invoice Number,Invoice date,Invoice Value,Place Of Supply,${sums},E-Commerce GSTIN`,
    b2cs: `Type,Place Of Supply,${sums},E-Commerce GSTIN`,
    cdnr: `${recipientColumns},Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,${sums}`,
    cdnur: `UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,${sums}`,
    'hsn-b2b': hsnColumns,
    'hsn-b2c': hsnColumns,
    docs: 'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
  });
});

test('no documents make no rows', () => {
  const { files, net, json } = returnOf([]);
  expect(files.flatMap(({ rows }) => rows)).toEqual([]);
  expect(json).toBeUndefined();
  expect(net.total).toBe(0);
});

describe('the sums of every table are those of the register', () => {
  let gstr1: Gstr1;
  let register: Record<string, string>[];
  let notes: Record<string, string>[];
  const pairs = [
    ['Taxable Value', 'Taxable value (₹)'],
    ['Integrated Tax Amount', 'IGST (₹)'],
    ['Central Tax Amount', 'CGST (₹)'],
    ['State/UT Tax Amount', 'SGST/UTGST (₹)'],
  ] as const;

  beforeAll(() => {
    const states = ['Karnataka', 'Kerala', 'Ladakh', 'Delhi'];
    const sold = Array.from({ length: 200 }, (_, n) =>
      invoice({
        ...to(states[n % 4] ?? ''),
        business: n % 5 ? null : business,
        delivery: n % 3 ? 0 : 4901 + n,
        lines: [
          { ...serum, price: 59_900 + 7 * n, quantity: 1 + (n % 4), discount: (n % 7) * 101 },
          ...(n % 2 ? [{ ...soap, price: 9999 + n }] : []),
          ...(n % 11 ? [] : [{ ...kit, quantity: 1 + (n % 100) }]),
        ],
      }),
    );
    const given = sold.flatMap((one, n): ExportedDocument[] => {
      if (n % 4 === 1) return [creditNote(one, { amount: 1 + 13 * n })];
      return n % 6
        ? []
        : [creditNote(one, { lines: [{ position: 0, quantity: 1 }], delivery: n % 12 === 0 })];
    });
    gstr1 = returnOf([...given, ...sold]);
    const read = (titles: readonly string[], documents: readonly ExportedDocument[]) =>
      recordsOf(titles, documents.flatMap(registerRows));
    register = read(registerTitles, sold);
    notes = read(creditNoteTitles, given);
  });

  /** A column of the register, of businesses or consumers, less credit notes. */
  const net = (title: string, of: (row: Record<string, string>) => boolean = () => true) =>
    sumOf(register.filter(of), title) - sumOf(notes.filter(of), title);
  const column = (title: string, ...tables: Gstr1Table[]) =>
    tables.reduce((sum, table) => sum + sumOf(rowsOf(gstr1, table), title), 0);
  const isBusiness = (row: Record<string, string>) => row.GSTIN !== '';

  test.each(pairs)('%s', (title, own) => {
    expect(net(own)).not.toBe(0);
    // The tool of the portal calculates the taxes of the tables that list documents itself.
    if (title === 'Taxable Value') {
      expect(column(title, 'b2b', 'b2cl', 'b2cs') - column(title, 'cdnr', 'cdnur')).toBe(net(own));
      expect(column(title, 'b2b')).toBe(sumOf(register.filter(isBusiness), own));
      expect(column(title, 'cdnr')).toBe(sumOf(notes.filter(isBusiness), own));
    }
    expect(column(title, 'hsn-b2b')).toBe(net(own, isBusiness));
    expect(column(title, 'hsn-b2c')).toBe(net(own, (row) => !isBusiness(row)));
  });

  test('the total values, and the sums on the screen', () => {
    expect(column('Total Value', 'hsn-b2b', 'hsn-b2c')).toBe(net('Total (₹)'));
    expect(gstr1.net.total).toBe(net('Total (₹)'));
    expect(gstr1.invoices).toMatchObject({ documents: 200, total: sumOf(register, 'Total (₹)') });
    for (const { table, sums } of gstr1.files)
      if (sums) expect([table, sums.taxable]).toEqual([table, column('Taxable Value', table)]);
  });
});
