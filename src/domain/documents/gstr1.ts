/**
 * GSTR-1, the return of outward supplies (CGST Rules 2017, rule 59), from invoices and credit notes. Columns are named as in
 * the sheets of GSTN's offline tool, `GSTR1_Excel_Workbook_Template_V2.2` (2025: table 12 is split in businesses and
 * consumers); the taxes, which the tool calculates itself, come after those. Amounts are paise.
 *
 * A credit note that no longer reduces tax is in no table but 13, which counts documents.
 */
import type { unitCodes } from '#domain/tax/tax-content.ts';
import { type Cell, rupees } from '#lib/csv.ts';
import type { Paise } from '#lib/money.ts';
import { reducesTax } from './credit-note.ts';
import {
  addSums,
  type ExportedDocument,
  noSums,
  percent,
  placeName,
  type Sums,
  taxedRows,
} from './register.ts';

/**
 * An inter-state invoice to a consumer above this is reported by itself, in table 5 (rule 59(4)(a), as changed by Notification
 * 12/2024-Central Tax of 10 July 2024, in force since 1 August 2024).
 */
const largeInvoice: Paise = 1_00_000_00;

/** Units with their names on the GST portal. `OTH` is delivery without goods. */
const unitNames: Record<(typeof unitCodes)[number] | 'OTH', string> = {
  NOS: 'NOS-NUMBERS',
  PCS: 'PCS-PIECES',
  SET: 'SET-SETS',
  BTL: 'BTL-BOTTLES',
  TUB: 'TUB-TUBES',
  PAC: 'PAC-PACKS',
  BOX: 'BOX-BOX',
  OTH: 'OTH-OTHERS',
};

/** The tables, by their sheets in the offline tool. */
export const gstr1Tables = {
  b2b: 'Table 4: businesses',
  b2cl: 'Table 5: consumers, large inter-state invoices',
  b2cs: 'Table 7: other consumers, less credit notes',
  cdnr: 'Table 9B: credit notes, businesses',
  cdnur: 'Table 9B: credit notes, invoices of table 5',
  'hsn-b2b': 'Table 12: HSN, businesses, less credit notes',
  'hsn-b2c': 'Table 12: HSN, consumers, less credit notes',
  docs: 'Table 13: documents issued',
} as const;
export type Gstr1Table = keyof typeof gstr1Tables;

const recipient = ['GSTIN/UIN of Recipient', 'Receiver Name'];
const invoice = ['Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply'];
const note = ['Note Number', 'Note Date', 'Note Type', 'Place Of Supply'];
const applicable = 'Applicable % of Tax Rate';
const amounts = ['Rate', 'Taxable Value', 'Cess Amount'];
const eCommerce = 'E-Commerce GSTIN';
const taxes = ['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount'];
const hsnTitles = [
  'HSN',
  'Description',
  'UQC',
  'Total Quantity',
  'Total Value',
  'Rate',
  'Taxable Value',
  ...taxes,
  'Cess Amount',
];

/** The columns of each table. */
const titles: Record<Gstr1Table, readonly string[]> = {
  b2b: [
    ...recipient,
    ...invoice,
    'Reverse Charge',
    applicable,
    'Invoice Type',
    eCommerce,
    ...amounts,
    ...taxes,
  ],
  b2cl: [...invoice, applicable, ...amounts, eCommerce, ...taxes],
  b2cs: ['Type', 'Place Of Supply', applicable, ...amounts, eCommerce, ...taxes],
  cdnr: [
    ...recipient,
    ...note,
    'Reverse Charge',
    'Note Supply Type',
    'Note Value',
    applicable,
    ...amounts,
    ...taxes,
  ],
  cdnur: ['UR Type', ...note, 'Note Value', applicable, ...amounts, ...taxes],
  'hsn-b2b': hsnTitles,
  'hsn-b2c': hsnTitles,
  docs: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
};

/** Cells by the titles of their columns. Those that the shop has no value for are left out, and are empty. */
type Cells = Record<string, Cell>;

/** The whole rate applies always, nothing is sold through a marketplace, and there is no cess. */
const sumCells = (rate: number, { taxable, igst, cgst, sgst }: Sums): Cells => ({
  Rate: percent(rate),
  'Taxable Value': rupees(taxable),
  'Cess Amount': rupees(0),
  'Integrated Tax Amount': rupees(igst),
  'Central Tax Amount': rupees(cgst),
  'State/UT Tax Amount': rupees(sgst),
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-05` as `05-Nov-2026`. */
function portalDay(day: string): Cell {
  const [year, month, date] = day.split('-');
  return { figure: `${date}-${months[Number(month) - 1]}-${year}` };
}

/** What the tables that list documents say of one. */
function documentCells({ number, data }: ExportedDocument): Cells {
  const [date, value] = [portalDay(data.day), rupees(data.total)];
  // What goes to a special economic zone is table 6B; the tool takes it from the sheet of table 4.
  const supplyType = data.recipient.sez ? 'SEZ supplies with payment' : 'Regular B2B';
  return {
    'GSTIN/UIN of Recipient': data.recipient.gstin,
    'Receiver Name': data.recipient.name,
    'Invoice Number': number,
    'Invoice date': date,
    'Invoice Value': value,
    'Note Number': number,
    'Note Date': date,
    'Note Value': value,
    'Note Type': 'C',
    'Place Of Supply': placeName(data.placeOfSupply),
    'Reverse Charge': 'N',
    'Invoice Type': supplyType,
    'Note Supply Type': supplyType,
    'UR Type': 'B2CL',
  };
}

/** A table that lists each document, once for each rate; or `b2cs`, which adds documents up. */
function tableOf(issued: ExportedDocument): 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur' {
  const { recipient, supply, total } = issued.data;
  const isNote = issued.kind === 'credit_note';
  if (recipient.gstin) return isNote ? 'cdnr' : 'b2b';
  const invoiceTotal = isNote ? issued.invoiceTotal : total;
  if (supply === 'intra' || invoiceTotal <= largeInvoice) return 'b2cs';
  return isNote ? 'cdnur' : 'b2cl';
}

/** The sums of a document at each of its rates, the lowest first. */
function sumsByRate(issued: ExportedDocument): [rate: number, sums: Sums][] {
  const byRate = new Map<number, Sums>();
  for (const row of taxedRows(issued.data))
    byRate.set(row.rate, addSums(byRate.get(row.rate) ?? noSums, row));
  return [...byRate].toSorted(([a], [b]) => a - b);
}

/** Goods of a code at a rate, in one unit; or delivery, whose unit is empty. */
type HsnRow = { hsn: string; rate: number; unit: string; quantity: number; sums: Sums };

/**
 * Adds delivery to the goods of its code and rate, in the unit with the largest value. Where there are none, since only
 * delivery was given back, its unit is `OTH`.
 */
function joinDelivery(rows: readonly HsnRow[]): HsnRow[] {
  const goods = rows.filter(({ unit }) => unit).toSorted((a, b) => b.sums.total - a.sums.total);
  for (const row of rows.filter(({ unit }) => !unit)) {
    const place = goods.findIndex(({ hsn, rate }) => hsn === row.hsn && rate === row.rate);
    const found = goods[place];
    if (found) goods[place] = { ...found, sums: addSums(found.sums, row.sums) };
    else goods.push({ ...row, unit: 'OTH' });
  }
  return goods.toSorted(
    (a, b) => a.hsn.localeCompare(b.hsn) || a.rate - b.rate || (a.unit < b.unit ? -1 : 1),
  );
}

const hsnCells = ({ hsn, rate, unit, quantity, sums }: HsnRow): Cells => ({
  HSN: hsn,
  UQC: unitNames[unit as keyof typeof unitNames] ?? unit,
  'Total Quantity': quantity,
  'Total Value': rupees(sums.total),
  ...sumCells(rate, sums),
});

/** The numbers of a series, in runs without a gap. */
function runsOf(numbers: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** A series: its kind of document, the digits of its numbers and those that were issued. */
type Series = { kind: ExportedDocument['kind']; prefix: string; digits: number; numbers: number[] };

/** What was sold and came back in the same period leaves nothing to report. */
const isZero = (sums: Sums): boolean => Object.values(sums).every((sum) => sum === 0);

/** A number is never cancelled: what comes back has a credit note. */
const seriesCells = ({ kind, prefix, digits, numbers }: Series): Cells[] =>
  runsOf(numbers).map(([from, to]) => {
    const [first = '', last = ''] = [from, to].map((n) => prefix + String(n).padStart(digits, '0'));
    return {
      'Nature of Document': kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note',
      'Sr. No. From': first,
      'Sr. No. To': last,
      'Total Number': to - from + 1,
      Cancelled: 0,
    };
  });

/** @property sums of the rows; those of `b2cs` and of table 12 are less credit notes. Undefined for table 13 */
export type Gstr1File = { table: Gstr1Table; titles: readonly string[]; rows: Cell[][]; sums?: Sums };

/** What a table collects, once all documents were added. */
type TableRows = { rows: Cells[]; sums?: Sums };

/** @property documents how many */
type DocumentSums = Sums & { documents: number };

/** @property lateCreditNotes those that no longer reduce tax @property net invoices less the other credit notes */
export type Gstr1 = {
  files: Gstr1File[];
  invoices: DocumentSums;
  creditNotes: DocumentSums;
  lateCreditNotes: DocumentSums;
  net: Sums;
};

/** Table 7: the sums of consumers, by place and rate. */
function createConsumerTable() {
  const places = new Map<string, { place: string; rate: number; sums: Sums }>();
  let sums = noSums;
  return {
    add(issued: ExportedDocument, sign: 1 | -1): void {
      const place = placeName(issued.data.placeOfSupply);
      for (const [rate, row] of sumsByRate(issued)) {
        const key = `${place} ${String(rate).padStart(5, '0')}`;
        const before = places.get(key)?.sums ?? noSums;
        places.set(key, { place, rate, sums: addSums(before, row, sign) });
        sums = addSums(sums, row, sign);
      }
    },
    finish: (): TableRows => ({
      rows: [...places]
        .filter(([, place]) => !isZero(place.sums))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, place]) => ({
          Type: 'OE',
          'Place Of Supply': place.place,
          ...sumCells(place.rate, place.sums),
        })),
      sums,
    }),
  };
}

/** Table 12: the goods of businesses or of consumers, by code, rate and unit. */
function createHsnTable() {
  const goods = new Map<string, HsnRow>();
  let sums = noSums;
  return {
    add({ data }: ExportedDocument, sign: 1 | -1): void {
      for (const row of taxedRows(data)) {
        const { hsn, rate, unit = '', quantity = 0 } = row;
        const key = `${hsn} ${rate} ${unit}`;
        const before = goods.get(key) ?? { hsn, rate, unit, quantity: 0, sums: noSums };
        goods.set(key, {
          ...before,
          quantity: before.quantity + sign * quantity,
          sums: addSums(before.sums, row, sign),
        });
        sums = addSums(sums, row, sign);
      }
    },
    finish: (): TableRows => ({
      rows: joinDelivery([...goods.values()])
        .filter((row) => row.quantity || !isZero(row.sums))
        .map(hsnCells),
      sums,
    }),
  };
}

/** Table 13: the numbers of invoices and credit notes, by series. */
function createNumberTable() {
  const series = new Map<string, Series>();
  return {
    add({ kind, number }: ExportedDocument): void {
      const start = number.lastIndexOf('/') + 1;
      const [prefix, serial] = [number.slice(0, start), number.slice(start)];
      const one = series.get(prefix) ?? { kind, prefix, digits: serial.length, numbers: [] };
      one.numbers.push(Number(serial));
      series.set(prefix, one);
    },
    finish: (): TableRows => ({
      rows: [...series.values()]
        .toSorted((a, b) =>
          a.kind === b.kind ? (a.prefix < b.prefix ? -1 : 1) : a.kind === 'invoice' ? -1 : 1,
        )
        .flatMap(seriesCells),
    }),
  };
}

/** Tables 4, 5 and 9B: each document, once for each rate. */
function createDocumentTable() {
  const rows: Cells[] = [];
  let sums = noSums;
  return {
    add(issued: ExportedDocument): void {
      for (const [rate, row] of sumsByRate(issued)) {
        rows.push({ ...documentCells(issued), ...sumCells(rate, row) });
        sums = addSums(sums, row);
      }
    },
    finish: (): TableRows => ({ rows, sums }),
  };
}

/** Adds documents up, in any order. Memory grows with those that the return lists, and by a number for each other one. */
export function createGstr1() {
  const count = { invoice: 0, credit_note: 0, late: 0 };
  const total = { invoice: noSums, credit_note: noSums, late: noSums };
  const tables = {
    b2b: createDocumentTable(),
    b2cl: createDocumentTable(),
    b2cs: createConsumerTable(),
    cdnr: createDocumentTable(),
    cdnur: createDocumentTable(),
    'hsn-b2b': createHsnTable(),
    'hsn-b2c': createHsnTable(),
    docs: createNumberTable(),
  } satisfies Record<Gstr1Table, unknown>;

  return {
    add(issued: ExportedDocument): void {
      const sign = issued.kind === 'invoice' ? 1 : -1;
      const isLate = issued.kind === 'credit_note' && !reducesTax(issued.data);
      const kind = isLate ? 'late' : issued.kind;
      count[kind] += 1;
      for (const row of taxedRows(issued.data)) total[kind] = addSums(total[kind], row);
      tables.docs.add(issued);
      if (isLate) return;
      tables[tableOf(issued)].add(issued, sign);
      tables[issued.data.recipient.gstin ? 'hsn-b2b' : 'hsn-b2c'].add(issued, sign);
    },

    /** The return of all documents that were added. */
    finish: (): Gstr1 => ({
      files: (Object.keys(gstr1Tables) as Gstr1Table[]).map((table): Gstr1File => {
        const { rows, ...rest } = tables[table].finish();
        const cells = rows.map((row) => titles[table].map((title) => row[title] ?? ''));
        return { table, titles: titles[table], rows: cells, ...rest };
      }),
      invoices: { ...total.invoice, documents: count.invoice },
      creditNotes: { ...total.credit_note, documents: count.credit_note },
      lateCreditNotes: { ...total.late, documents: count.late },
      net: addSums(total.invoice, total.credit_note, -1),
    }),
  };
}
