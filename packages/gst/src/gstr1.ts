/**
 * GSTR-1, the return of outward supplies (CGST Rules 2017, rule 59), from invoices, credit notes and debit notes. Columns are named as in
 * the sheets of GSTN's offline tool, `GSTR1_Excel_Workbook_Template_V2.2` (2025: table 12 is split in businesses and
 * consumers), and there are no others: the tool takes the files as they are. It calculates the taxes of a row itself; the
 * JSON (gstr-json.ts) has those of the documents. Amounts are paise.
 *
 * A credit note that no longer reduces tax is in no table but 13, which counts documents. rule: long - the tables of one return
 */
import type { Paise } from './amount.ts';
import { reducesTax } from './credit-note.ts';
import { gstinRules } from './gstin.ts';
import {
  type ConsumerRow,
  documentKinds,
  type GoodsRow,
  type Gstr1Json,
  type Gstr3bJson,
  gstr1Json,
  gstr3bJson,
  type ListedSums,
  type NumberRun,
  type OutwardSupplies,
  returnPeriod,
} from './gstr-json.ts';
import {
  addSums,
  type Cell,
  type ExportedDocument,
  noSums,
  percent,
  placeName,
  type Sums,
  taxedRows,
} from './register.ts';
import { unitNames } from './units.ts';

/**
 * An inter-state invoice to a consumer above this is reported by itself, in table 5 (rule 59(4)(a), as changed by Notification
 * 12/2024-Central Tax of 10 July 2024, in force since 1 August 2024).
 */
const largeInvoice: Paise = 1_00_000_00;

/** The tables, by their sheets in the offline tool. */
export const gstr1Tables = {
  b2b: 'Table 4: businesses',
  b2cl: 'Table 5: consumers, large inter-state invoices',
  b2cs: 'Table 7: other consumers, less credit notes',
  cdnr: 'Table 9B: credit and debit notes, businesses',
  cdnur: 'Table 9B: credit and debit notes, invoices of table 5',
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
  b2b: [...recipient, ...invoice, 'Reverse Charge', applicable, 'Invoice Type', eCommerce, ...amounts],
  b2cl: [...invoice, applicable, ...amounts, eCommerce],
  b2cs: ['Type', 'Place Of Supply', applicable, ...amounts, eCommerce],
  cdnr: [...recipient, ...note, 'Reverse Charge', 'Note Supply Type', 'Note Value', applicable, ...amounts],
  cdnur: ['UR Type', ...note, 'Note Value', applicable, ...amounts],
  'hsn-b2b': hsnTitles,
  'hsn-b2c': hsnTitles,
  docs: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
};

/** Cells by the titles of their columns. Those without a value are left out, and are empty. */
type Cells = Record<string, Cell>;

/** The whole rate applies always, nothing is sold through a marketplace, and there is no cess. */
const sumCells = (rate: number, { taxable, igst, cgst, sgst }: Sums): Cells => ({
  Rate: percent(rate),
  'Taxable Value': { paise: taxable },
  'Cess Amount': { paise: 0 },
  'Integrated Tax Amount': { paise: igst },
  'Central Tax Amount': { paise: cgst },
  'State/UT Tax Amount': { paise: sgst },
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-05` as `05-Nov-2026`. */
function portalDay(day: string): Cell {
  const [year, month, date] = day.split('-');
  return { figure: `${date}-${months[Number(month) - 1]}-${year}` };
}

/** What the tables that list documents say of one. */
function documentCells({ kind, number, data }: ExportedDocument): Cells {
  const date = portalDay(data.day);
  const value = { paise: data.total };
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
    'Note Type': kind === 'debit_note' ? 'D' : 'C',
    'Place Of Supply': placeName(data.placeOfSupply),
    'Reverse Charge': 'N',
    'Invoice Type': supplyType,
    'Note Supply Type': supplyType,
    'UR Type': 'B2CL',
  };
}

/** Whether the return lists the recipient with businesses: the kind of the number decides. */
const isBusiness = ({ gstin }: { gstin: string | null }): boolean =>
  gstin !== null && gstinRules(gstin).gstr1 === 'businesses';

/** A table that lists each document, once for each rate; or `b2cs`, which adds documents up. */
function tableOf(issued: ExportedDocument): 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur' {
  const { recipient, supply, total } = issued.data;
  const isNote = issued.kind !== 'invoice';
  if (isBusiness(recipient)) return isNote ? 'cdnr' : 'b2b';
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

/**
 * Rows are goods of a code at a rate, in one unit, or delivery, whose unit is empty. Adds delivery to the goods of its code and rate, in the unit with the largest value. Where there are none, since only
 * delivery was given back, its unit is `OTH`.
 */
function joinDelivery(rows: readonly GoodsRow[]): GoodsRow[] {
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

const hsnCells = ({ hsn, rate, unit, quantity, sums }: GoodsRow): Cells => ({
  HSN: hsn,
  UQC: unitNames[unit as keyof typeof unitNames] ?? unit,
  'Total Quantity': quantity,
  'Total Value': { paise: sums.total },
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

const natureOrder = Object.keys(documentKinds);

/** What was sold and came back in the same period leaves nothing to report. */
const isZero = (sums: Sums): boolean => Object.values(sums).every((sum) => sum === 0);

/** A number is never cancelled: what comes back has a credit note. */
const seriesRuns = ({ kind, prefix, digits, numbers }: Series): NumberRun[] =>
  runsOf(numbers).map(([first, last]) => {
    const [from, to] = [first, last].map((n) => prefix + String(n).padStart(digits, '0')) as [string, string];
    return { kind, from, to, count: last - first + 1 };
  });

/** @property sums of the rows; those of `b2cs` and of table 12 are less credit notes. Undefined for table 13 */
export type Gstr1File = { table: Gstr1Table; titles: readonly string[]; rows: Cell[][]; sums?: Sums };

/** What a table collects, once all documents were added. @property entries for the JSON */
type TableRows<Entry> = { entries: Entry[]; rows: Cells[]; sums?: Sums };

/** @property documents how many */
type DocumentSums = Sums & { documents: number };

/** @property lateCreditNotes those that no longer reduce tax @property net invoices and debit notes less the other credit notes */
export type Gstr1 = {
  files: Gstr1File[];
  /** GSTR-1 and the outward part of GSTR-3B for the portal; undefined without documents. */
  json: { gstr1: Gstr1Json; gstr3b: Gstr3bJson } | undefined;
  invoices: DocumentSums;
  creditNotes: DocumentSums;
  debitNotes: DocumentSums;
  lateCreditNotes: DocumentSums;
  net: Sums;
};

/** Table 7: the sums of consumers, by place and rate. */
function createConsumerTable() {
  const places = new Map<string, ConsumerRow & { place: string }>();
  let sums = noSums;
  return {
    add(issued: ExportedDocument, sign: 1 | -1): void {
      const { placeOfSupply, supply } = issued.data;
      const place = placeName(placeOfSupply);
      for (const [rate, row] of sumsByRate(issued)) {
        const key = `${place} ${supply} ${String(rate).padStart(5, '0')}`;
        const before = places.get(key)?.sums ?? noSums;
        const { code } = placeOfSupply;
        places.set(key, { place, code, supply, rate, sums: addSums(before, row, sign) });
        sums = addSums(sums, row, sign);
      }
    },
    finish(): TableRows<ConsumerRow> {
      const entries = [...places]
        .filter(([, place]) => !isZero(place.sums))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, place]) => place);
      const rows = entries.map(({ place, rate, sums }) => ({
        Type: 'OE',
        'Place Of Supply': place,
        ...sumCells(rate, sums),
      }));
      return { entries, rows, sums };
    },
  };
}

/** Table 12: the goods of businesses or of consumers, by code, rate and unit. */
function createHsnTable() {
  const goods = new Map<string, GoodsRow>();
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
    finish(): TableRows<GoodsRow> {
      const entries = joinDelivery([...goods.values()]).filter((row) => row.quantity || !isZero(row.sums));
      return { entries, rows: entries.map(hsnCells), sums };
    },
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
    finish(): TableRows<NumberRun> {
      const entries = [...series.values()]
        .toSorted((a, b) =>
          a.kind === b.kind
            ? a.prefix < b.prefix
              ? -1
              : 1
            : natureOrder.indexOf(a.kind) - natureOrder.indexOf(b.kind),
        )
        .flatMap(seriesRuns);
      const rows = entries.map(({ kind, from, to, count }) => ({
        'Nature of Document': documentKinds[kind].doc_typ,
        'Sr. No. From': from,
        'Sr. No. To': to,
        'Total Number': count,
        Cancelled: 0,
      }));
      return { entries, rows };
    },
  };
}

/** Tables 4, 5 and 9B: each document, once for each rate. */
function createDocumentTable() {
  const entries: ListedSums[] = [];
  let sums = noSums;
  return {
    add(issued: ExportedDocument, sign: 1 | -1): void {
      const rates = sumsByRate(issued);
      entries.push({ issued, rates });
      // The sheets have notes without a sign: a debit note is taken off the sum of credit notes.
      for (const [, row] of rates)
        sums = addSums(sums, row, issued.kind === 'invoice' ? sign : (-sign as 1 | -1));
    },
    finish: (): TableRows<ListedSums> => ({
      entries,
      rows: entries.flatMap(({ issued, rates }) =>
        rates.map(([rate, row]) => ({ ...documentCells(issued), ...sumCells(rate, row) })),
      ),
      sums,
    }),
  };
}

/** The outward supplies of GSTR-3B: tables 3.1(a) to (c), and 3.2. */
function createOutwardSupplies() {
  const sums = { taxable: noSums, zeroRated: noSums, nilRated: noSums };
  const interState = { unregistered: new Map<string, Sums>(), uin: new Map<string, Sums>() };
  return {
    add({ data }: ExportedDocument, sign: 1 | -1): void {
      const { recipient, supply, placeOfSupply } = data;
      const buyer = isBusiness(recipient) ? gstinRules(recipient.gstin ?? '').gstr3b : 'unregistered';
      for (const row of taxedRows(data)) {
        const kind = recipient.sez ? 'zeroRated' : row.rate ? 'taxable' : 'nilRated';
        sums[kind] = addSums(sums[kind], row, sign);
        const places = supply === 'inter' && kind === 'taxable' && buyer ? interState[buyer] : undefined;
        const { code } = placeOfSupply;
        places?.set(code, addSums(places.get(code) ?? noSums, row, sign));
      }
    },
    finish: (): OutwardSupplies => ({ ...sums, interState }),
  };
}

/** Adds documents up, in any order. Memory grows with those that the return lists, and by a number for each other one. */
export function createGstr1() {
  const count = { invoice: 0, credit_note: 0, debit_note: 0, late: 0 };
  const total = { invoice: noSums, credit_note: noSums, debit_note: noSums, late: noSums };
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
  const outward = createOutwardSupplies();
  let supplier: string | undefined;

  const jsonOf = (gstin: string, period: string) => ({
    gstr1: gstr1Json(gstin, period, {
      b2b: tables.b2b.finish().entries,
      b2cl: tables.b2cl.finish().entries,
      b2cs: tables.b2cs.finish().entries,
      cdnr: tables.cdnr.finish().entries,
      cdnur: tables.cdnur.finish().entries,
      hsnB2b: tables['hsn-b2b'].finish().entries,
      hsnB2c: tables['hsn-b2c'].finish().entries,
      docs: tables.docs.finish().entries,
    }),
    gstr3b: gstr3bJson(gstin, period, outward.finish()),
  });

  return {
    add(issued: ExportedDocument): void {
      const sign = issued.kind === 'credit_note' ? -1 : 1;
      const isLate = issued.kind === 'credit_note' && !reducesTax(issued.data);
      const kind = isLate ? 'late' : issued.kind;
      count[kind] += 1;
      for (const row of taxedRows(issued.data)) total[kind] = addSums(total[kind], row);
      supplier = issued.gstin;
      tables.docs.add(issued);
      if (isLate) return;
      tables[tableOf(issued)].add(issued, sign);
      tables[isBusiness(issued.data.recipient) ? 'hsn-b2b' : 'hsn-b2c'].add(issued, sign);
      outward.add(issued, sign);
    },

    /** The return of all documents that were added. @param lastDay of its period, `2026-11-30` */
    finish: (lastDay: string): Gstr1 => ({
      json: supplier === undefined ? undefined : jsonOf(supplier, returnPeriod(lastDay)),
      files: (Object.keys(gstr1Tables) as Gstr1Table[]).map((table): Gstr1File => {
        const { rows, sums }: TableRows<unknown> = tables[table].finish();
        const cells = rows.map((row) => titles[table].map((title) => row[title] ?? ''));
        return { table, titles: titles[table], rows: cells, ...(sums && { sums }) };
      }),
      invoices: { ...total.invoice, documents: count.invoice },
      creditNotes: { ...total.credit_note, documents: count.credit_note },
      debitNotes: { ...total.debit_note, documents: count.debit_note },
      lateCreditNotes: { ...total.late, documents: count.late },
      net: addSums(addSums(total.invoice, total.debit_note), total.credit_note, -1),
    }),
  };
}
